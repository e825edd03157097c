"""A real daemon ticks the schedule of nights: one run, whose key is the day and the model."""

from __future__ import annotations

from typing import Any

import pytest

from culture_conflict.tables.canary_predictions import CANARY_PREDICTIONS
from culture_conflict.tables.evaluation_drift import EVALUATION_DRIFT
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.models.asking_kit import World
from culture_conflict_tests.ui.daemon_kit import LOCATION, Ui, ask, runs_of, wait

pytestmark = pytest.mark.slow

PICTURES, BENCHMARK, MODEL = 6, "confused_tourist", "reference-prior"
JOB = "confused_tourist_canary"
SELECTOR = LOCATION | {"scheduleName": "nightly_reevaluation"}
START = (
    "mutation ($s: ScheduleSelector!) { startSchedule(scheduleSelector: $s) { __typename"
    " ... on ScheduleStateResult { scheduleState { id } } ... on PythonError { message } } }"
)
STOP = "mutation ($id: String!) { stopRunningSchedule(id: $id) { __typename } }"
TICKS = (
    "query ($s: ScheduleSelector!) { scheduleOrError(scheduleSelector: $s) { ... on Schedule {"
    " scheduleState { ticks(limit: 5) { status runIds error { message } } } } } }"
)


def ticks(ui: Ui) -> list[dict[str, Any]]:
    found = ask(ui, TICKS, s=SELECTOR)["scheduleOrError"]["scheduleState"]["ticks"]
    return [tick for tick in found if tick["status"] != "STARTED"]


def test_the_daemon_asks_the_nightly_model_once_for_the_day(ui: Ui) -> None:
    home = ui.home
    home.models_file.write_text(f"models:\n  - {{key: {MODEL}, nightly: true}}\n")
    home.tables.write(VARIANTS, World(home.root).variants(range(PICTURES)), BENCHMARK, "sample")
    started = ask(ui, START, s=SELECTOR)["startSchedule"]
    try:
        wait(lambda: ticks(ui), 120)
        wait(lambda: any(run["status"] in {"SUCCESS", "FAILURE"} for run in runs_of(ui, JOB)), 180)
    finally:
        ask(ui, STOP, id=started["scheduleState"]["id"])
        home.models_file.unlink()
    first = ticks(ui)[-1]
    assert (first["status"], first["error"], len(first["runIds"])) == ("SUCCESS", None, 1), first
    (run,) = runs_of(ui, JOB)
    tags = run["tags"]
    day = tags["dagster/partition/day"]
    assert (run["status"], tags["dagster/partition/model"]) == ("SUCCESS", MODEL)
    assert tags["dagster/run_key"] == f"nightly_reevaluation|{day}|{MODEL}"
    assert home.tables.read(CANARY_PREDICTIONS, BENCHMARK, day, MODEL).height == 2 * PICTURES
    assert home.tables.read(EVALUATION_DRIFT, BENCHMARK, day, MODEL).height == 4
