"""Metrics follow answers: nothing is missed, nothing waits for a full grid, many make one run."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import dagster as dg
import pytest

from culture_conflict.defs import following
from culture_conflict.defs.following import metrics_sensor
from culture_conflict.defs.jobs import EVALUATE, METRICS

SCORES = dg.AssetKey(["confused_tourist", "scores"])
MODELS = [f"model-{n}" for n in range(10)]


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.ephemeral() as made:
        yield made


@dg.job(name=METRICS.name)
def metrics_run() -> None:
    pass


@dg.job(name=EVALUATE.name)
def evaluate_run() -> None:
    pass


@dg.op
def no_table() -> int:
    return 1


def tick(instance: dg.DagsterInstance) -> dg.RunRequest | str:
    """What the sensor asks for, or why it does not."""
    told = metrics_sensor([SCORES])(dg.build_sensor_context(instance=instance))
    return told if isinstance(told, dg.RunRequest) else str(told.skip_message)


def arrive(instance: dg.DagsterInstance, model: str) -> None:
    instance.report_runless_asset_event(
        dg.AssetMaterialization(SCORES, partition=f"{model}|sample")
    )


def begin(instance: dg.DagsterInstance, job: dg.JobDefinition = metrics_run, **more: Any) -> str:
    """A run of a job that has begun; its id."""
    run = instance.create_run_for_job(job, **more)
    event = dg.DagsterEvent(dg.DagsterEventType.RUN_START.value, run.job_name, message="")
    instance.report_dagster_event(event, run.run_id)
    return run.run_id


def end(instance: dg.DagsterInstance, run_id: str, *, failed: bool = False) -> None:
    run = instance.get_run_by_id(run_id)
    if failed:
        instance.report_run_failed(run)
        return
    event = dg.DagsterEvent(dg.DagsterEventType.RUN_SUCCESS.value, run.job_name, message="")
    instance.report_dagster_event(event, run_id)


def test_without_answers_nothing_is_asked_for(instance: dg.DagsterInstance) -> None:
    assert tick(instance) == "No table has been materialized yet."


def test_ten_partitions_make_one_run_and_a_hole_stops_nothing(
    instance: dg.DagsterInstance,
) -> None:
    requests = []
    for model in MODELS:  # an eleventh partition is never materialized
        arrive(instance, model)
    for _ in range(3):
        told = tick(instance)
        assert isinstance(told, dg.RunRequest)
        requests.append(told.run_key)
    assert len(set(requests)) == 1  # of one key Dagster launches one run
    end(instance, begin(instance))
    assert "older than the latest metrics" in tick(instance)


def test_what_comes_while_metrics_run_is_not_lost(instance: dg.DagsterInstance) -> None:
    arrive(instance, "model-0")
    before = tick(instance)
    running = begin(instance)
    time.sleep(0.01)
    arrive(instance, "model-1")
    assert tick(instance) == f"Metrics are being rebuilt ({running})."
    end(instance, running)
    after = tick(instance)
    assert isinstance(before, dg.RunRequest)
    assert isinstance(after, dg.RunRequest)
    assert before.run_key != after.run_key


def test_it_waits_for_runs_that_go_on_but_not_for_ever(
    instance: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrive(instance, "model-0")
    asking = begin(instance, evaluate_run)
    told = f"Metrics will follow when run {asking} (confused_tourist_evaluate) has ended."
    assert tick(instance) == told
    monkeypatch.setattr(following, "_PATIENCE_S", 0.0)
    assert isinstance(tick(instance), dg.RunRequest)
    monkeypatch.undo()
    end(instance, asking)
    assert isinstance(tick(instance), dg.RunRequest)


def test_a_run_of_other_assets_is_not_waited_for(instance: dg.DagsterInstance) -> None:
    arrive(instance, "model-0")
    asset = dg.AssetsDefinition.from_op(no_table)
    job = dg.define_asset_job("other", [asset])
    resolved = dg.Definitions(assets=[asset], jobs=[job]).resolve_job_def("other")
    begin(instance, resolved, asset_selection=frozenset(asset.keys))
    assert isinstance(tick(instance), dg.RunRequest)


def test_a_failed_run_of_metrics_is_repeated_only_for_news(instance: dg.DagsterInstance) -> None:
    arrive(instance, "model-0")
    end(instance, begin(instance), failed=True)
    assert "FAILURE" in str(tick(instance))
    time.sleep(0.01)
    arrive(instance, "model-1")
    assert isinstance(tick(instance), dg.RunRequest)
