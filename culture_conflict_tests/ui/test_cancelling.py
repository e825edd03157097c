"""A run that the daemon launched waits for a GPU; cancelling it in the UI's way ends the wait."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from culture_conflict_tests.executors.slot_kit import Host, until
from culture_conflict_tests.ui.conftest import fake_gpus
from culture_conflict_tests.ui.daemon_kit import LOCATION, Ui, ask

pytestmark = pytest.mark.slow

# Switched off, so that no other test of this home sees it; its need counts all the same.
ROW = '{key: needs-gpu, provider: replay, name: X, revision: "1", gpus: 1, enabled: false}'
TAGS = {
    "dagster/partition": "needs-gpu|sample",
    "dagster/partition/model": "needs-gpu",
    "dagster/partition/source": "sample",
}
JOB = LOCATION | {"jobName": "confused_tourist_evaluate"}
LAUNCH = (
    "mutation ($p: ExecutionParams!) { launchRun(executionParams: $p) { __typename"
    " ... on LaunchRunSuccess { run { runId } } ... on PythonError { message } } }"
)
TERMINATE = "mutation ($id: String!) { terminateRun(runId: $id) { __typename } }"
STATUS = "query ($id: ID!) { runOrError(runId: $id) { ... on Run { status } } }"


@contextlib.contextmanager
def everything_held(host: Host) -> Iterator[None]:
    """A step of somebody else that holds both devices."""
    keeper, _ = host.hold("--gpus", "2")
    try:
        yield
    finally:
        keeper.terminate()
        keeper.communicate()


def show_gpus(host: Host) -> str:
    """What `culture-conflict gpus` prints."""
    program = str(Path(sys.executable).with_name("culture-conflict"))
    return subprocess.run(
        [program, "gpus"],
        env=host.environment | {"COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_a_waiting_run_is_shown_and_its_cancelling_ends_the_wait(ui: Ui) -> None:
    host = fake_gpus(ui.home.root)
    ui.home.models_file.write_text(f"models:\n  - {ROW}\n")
    tags = [{"key": key, "value": value} for key, value in TAGS.items()]
    params = {"selector": JOB, "mode": "default", "executionMetadata": {"tags": tags}}
    with everything_held(host):
        launched = ask(ui, LAUNCH, p=params | {"runConfigData": {}})["launchRun"]
        assert launched["__typename"] == "LaunchRunSuccess", launched
        run_id = launched["run"]["runId"]
        until(lambda: host.tickets() == 1, 300)
        shown = show_gpus(host)
        assert shown.count("held") == 1 + 2
        assert (
            f"waiting 1: 1 GPU(s), confused_tourist__predictions needs-gpu|sample run {run_id}"
            in (shown)
        )
        ask(ui, TERMINATE, id=run_id)
        assert until(lambda: host.tickets() == 0, 60) < 20
        until(lambda: ask(ui, STATUS, id=run_id)["runOrError"]["status"] == "CANCELED", 60)
    ui.home.models_file.unlink()
