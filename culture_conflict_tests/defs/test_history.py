"""History that shows a forgotten picture goes, and nothing is tidied beneath a run."""

from __future__ import annotations

import dagster as dg
import pytest

from culture_conflict.defs.history import forget_history
from culture_conflict.defs.liveness import require_idle
from culture_conflict.defs.partitions import editor_by_source
from culture_conflict.defs.runs import execute, open_instance
from culture_conflict.defs.terminal import terminal_logger
from culture_conflict.errors import BusyError
from culture_conflict.home import Home

SHA = "ab" * 32


@dg.asset(partitions_def=dg.StaticPartitionsDefinition(["mine", "other"]))
def shown() -> dg.MaterializeResult:
    return dg.MaterializeResult(metadata={"rows": dg.MetadataValue.md(f"picture {SHA}")})


def _files_with_it(home: Home) -> list[str]:
    paths = [path for path in home.dagster.rglob("*") if path.is_file()]
    return [path.name for path in paths if SHA.encode() in path.read_bytes()]


def test_runs_of_the_source_go_without_a_trace_and_others_stay(home: Home) -> None:
    job = dg.define_asset_job("build", selection=[shown])
    loggers = {"terminal": terminal_logger}
    defs = dg.Definitions(
        assets=[shown], jobs=[job], loggers=loggers, executor=dg.in_process_executor
    )
    with open_instance(home) as instance:
        execute(defs, "build", instance, partition="other")
        execute(defs, "build", instance, partition="mine")
        assert forget_history(instance, {"mine"}, {SHA}) == 1
        (left,) = instance.get_runs()
        assert left.tags["dagster/partition"] == "other"
        assert _files_with_it(home)
        assert forget_history(instance, {"mine"}, {SHA}) == 0
        assert forget_history(instance, {"other"}, {SHA}) == 1
        assert _files_with_it(home) == []
        assert instance.get_latest_materialization_event(shown.key) is None
        execute(defs, "build", instance, partition="mine")
        assert instance.get_latest_materialization_event(shown.key) is not None


EDITED = dg.MultiPartitionsDefinition(
    {
        "editor": dg.StaticPartitionsDefinition(["local"]),
        "source": dg.StaticPartitionsDefinition(["mine", "other"]),
    }
)


@dg.asset(partitions_def=EDITED)
def edited() -> dg.MaterializeResult:
    """Its sheet shows pictures and names none."""
    return dg.MaterializeResult(metadata={"preview": dg.MetadataValue.md("a sheet")})


def test_an_editors_contact_sheets_of_the_source_go_too(home: Home) -> None:
    job = dg.define_asset_job("edit", selection=[edited])
    loggers = {"terminal": terminal_logger}
    defs = dg.Definitions(
        assets=[edited], jobs=[job], loggers=loggers, executor=dg.in_process_executor
    )
    with open_instance(home) as instance:
        for source in ("mine", "other"):
            execute(defs, "edit", instance, partition=editor_by_source("local", source))
        assert forget_history(instance, {"mine"}, {SHA}) == 1
        (left,) = instance.get_runs()
        assert left.tags["dagster/partition/source"] == "other"


def test_a_run_in_progress_is_in_the_way(home: Home) -> None:
    @dg.job
    def nothing() -> None:
        pass

    with open_instance(home) as instance:
        require_idle(instance, "tidying up")
        run = instance.create_run_for_job(nothing)
        instance.report_run_canceling(run)
        with pytest.raises(BusyError, match=f"{run.run_id}.*tidying up has to wait"):
            require_idle(instance, "tidying up")
