"""Runs of the command never leave a ghost, and never kill a living run's record."""

from __future__ import annotations

import os
import subprocess
import sys

import dagster as dg
import pytest
import yaml
from dagster._core.storage.tags import REPOSITORY_LABEL_TAG

from culture_conflict.defs.liveness import fail_dead_runs, process_tags
from culture_conflict.defs.outcomes import RunFailedError
from culture_conflict.defs.partitions import MODEL_BY_SOURCE, model_by_source
from culture_conflict.defs.runs import execute, open_instance
from culture_conflict.defs.sensors import dead_runs
from culture_conflict.defs.terminal import terminal_logger
from culture_conflict.errors import ProviderError
from culture_conflict.home import Home


@dg.job
def nothing() -> None:
    pass


def _run(instance: dg.DagsterInstance, pid: int) -> str:
    run = instance.create_run_for_job(nothing, tags=process_tags(pid))
    instance.report_run_canceling(run)
    return run.run_id


def test_a_dead_process_leaves_a_failed_run_and_a_living_one_is_left_alone(home: Home) -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    with open_instance(home) as instance:
        living, dead = _run(instance, os.getpid()), _run(instance, child.pid)
        child.kill()
        child.wait()
        assert fail_dead_runs(instance) == [dead]
        assert instance.get_run_by_id(dead).status == dg.DagsterRunStatus.FAILURE
        assert instance.get_run_by_id(living).status == dg.DagsterRunStatus.CANCELING
        assert fail_dead_runs(instance) == []


_LEASED = """
import sys, time
import dagster as dg
from culture_conflict.defs.liveness import lease
from culture_conflict_tests.defs.test_runs import nothing
with dg.DagsterInstance.from_config(sys.argv[1]) as instance, lease(instance) as tags:
    run = instance.create_run_for_job(nothing, tags=tags | {"culture_conflict/host": "gone"})
    instance.report_run_canceling(run)
    print(run.run_id, flush=True)
    time.sleep(60)
"""


@pytest.mark.slow
def test_a_lease_tells_a_living_run_from_a_dead_one_under_any_host_name(home: Home) -> None:
    with open_instance(home) as instance:
        command = [sys.executable, "-c", _LEASED, str(home.dagster)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            run_id = child.stdout.readline().strip()
            assert fail_dead_runs(instance) == []
            child.kill()
        context = dg.build_sensor_context(instance=instance)
        assert run_id in str(dead_runs(context))
        assert instance.get_run_by_id(run_id).status == dg.DagsterRunStatus.FAILURE
        assert list((home.dagster / "leases").iterdir()) == []


def test_a_finished_run_leaves_no_lease(home: Home) -> None:
    with open_instance(home) as instance:
        execute(
            dg.Definitions(jobs=[nothing], loggers={"terminal": terminal_logger}),
            "nothing",
            instance,
        )
        assert list((home.dagster / "leases").iterdir()) == []


def test_the_limit_of_runs_per_model_uses_a_tag_that_runs_carry(home: Home) -> None:
    limits = yaml.safe_load((home.dagster / "dagster.yaml").read_text())["concurrency"]["runs"]
    (limit,) = limits["tag_concurrency_limits"]
    with open_instance(home) as instance:
        key = model_by_source("reference-prior", "sample")
        tags = MODEL_BY_SOURCE.get_tags_for_partition_key(key)
        assert instance.get_dynamic_partitions("models")
    assert tags[limit["key"]] == "reference-prior"


def test_a_recycled_pid_is_not_mistaken_for_the_run(home: Home) -> None:
    with open_instance(home) as instance:
        run_id = _run(instance, os.getpid())
        instance.add_run_tags(run_id, {"culture_conflict/started": "12345"})
        assert fail_dead_runs(instance) == [run_id]


def test_the_ui_counts_a_run_of_the_command_as_one_of_its_job(home: Home) -> None:
    defs = dg.Definitions(jobs=[nothing], loggers={"terminal": terminal_logger})
    with open_instance(home) as instance:
        execute(defs, "nothing", instance)
        # What the page of a job asks for (dagster_graphql, GraphenePipeline.resolve_runs).
        mine = dg.RunsFilter(
            job_name="nothing", tags={REPOSITORY_LABEL_TAG: "__repository__@culture_conflict"}
        )
        assert len(instance.get_runs(mine)) == 1


@dg.asset
def broken() -> None:
    raise ProviderError("the key is not set")


@dg.asset(deps=[broken])
def after() -> None:
    pass


def test_steps_that_could_not_run_are_no_news(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    defs = dg.Definitions(
        assets=[broken, after],
        jobs=[dg.define_asset_job("both", selection=[broken, after])],
        loggers={"terminal": terminal_logger},
    )
    with (
        open_instance(home) as instance,
        pytest.raises(RunFailedError, match="the key is not set"),
    ):
        execute(defs, "both", instance)
    assert "Dependencies for step" not in capsys.readouterr().err
