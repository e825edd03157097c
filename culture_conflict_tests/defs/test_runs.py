"""Runs of the command never leave a ghost, and never kill a living run's record."""

from __future__ import annotations

import os
import subprocess
import sys

import dagster as dg

from culture_conflict.defs.runs import fail_dead_runs, open_instance, process_tags
from culture_conflict.home import Home


def _run(instance: dg.DagsterInstance, pid: int) -> str:
    @dg.job
    def nothing() -> None:
        pass

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


def test_a_recycled_pid_is_not_mistaken_for_the_run(home: Home) -> None:
    with open_instance(home) as instance:
        run_id = _run(instance, os.getpid())
        instance.add_run_tags(run_id, {"culture_conflict/started": "12345"})
        assert fail_dead_runs(instance) == [run_id]
