"""The command's runs: in this process without a GPU step, by the executor with one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from culture_conflict.defs import runs
from culture_conflict.defs.outcomes import RunFailedError
from culture_conflict.defs.partitions import model_by_source
from culture_conflict.defs.runs import execute, open_instance
from culture_conflict.executors.cuda import _SCHEMA, no_device_visible
from culture_conflict.executors.held import held_devices
from culture_conflict.executors.needs import MODEL_GPUS
from culture_conflict.home import Home

SEEN = "CULTURE_CONFLICT_TEST_SEEN"
ROWS = "models:\n  - {key: reference-prior, gpus: 1}\n"


@dg.asset(
    partitions_def=dg.MultiPartitionsDefinition(
        {
            "model": dg.StaticPartitionsDefinition(["reference-prior", "reference-flag-reader"]),
            "source": dg.StaticPartitionsDefinition(["sample"]),
        }
    ),
    op_tags=MODEL_GPUS,
)
def predictions() -> None:
    os.environ[SEEN] = os.environ["CUDA_VISIBLE_DEVICES"]


DEFS = dg.Definitions(
    assets=[predictions],
    jobs=[dg.define_asset_job("evaluate", ["predictions"])],
    loggers={"terminal": dg.colored_console_logger},
)


@pytest.mark.parametrize(
    ("model", "delegated"), [("reference-prior", True), ("reference-flag-reader", False)]
)
def test_only_a_partition_that_needs_a_gpu_is_left_to_the_executor(
    home: Home, monkeypatch: pytest.MonkeyPatch, model: str, delegated: bool
) -> None:
    home.models_file.write_text(ROWS)
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "GPU-x")
    monkeypatch.delenv(SEEN, raising=False)
    launched: list[tuple[Any, ...]] = []

    def by_executor(*arguments: Any) -> Any:
        launched.append(arguments)
        raise RunFailedError("launched")

    monkeypatch.setattr(runs, "execute_by_executor", by_executor)
    with open_instance(home) as instance:
        partition = model_by_source(model, "sample")
        if delegated:
            with pytest.raises(RunFailedError, match="launched"):
                execute(DEFS, "evaluate", instance, partition=partition)
            ((module, job, _, tags, _),) = launched
            assert (module, job) == ("culture_conflict.definitions", "evaluate")
            assert tags["dagster/partition/model"] == model
            assert tags["culture_conflict/pid"] == str(os.getpid())
        else:
            assert execute(DEFS, "evaluate", instance, partition=partition).success
            assert launched == []
            assert os.environ[SEEN] == ""
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "GPU-x"


def test_the_code_location_has_the_one_executor(home: Home) -> None:
    from culture_conflict.definitions import defs

    job = defs.resolve_job_def("confused_tourist_evaluate")
    assert job.executor_def.name == "cuda"
    assert defs.resolve_implicit_global_asset_job_def().executor_def.name == "cuda"


def test_the_configuration_is_the_documented_one() -> None:
    page = (Path(__file__).parents[2] / "docs" / "executor.md").read_text()
    for name, field in _SCHEMA.items():
        assert f"`{name}`" in page
        if name not in {"retries", "tag_concurrency_limits"}:
            assert f"| `{name}` | {field.default_value} |".replace("5.0", "5") in (
                page.replace("`cpu`", "cpu")
            )


def test_no_device_is_visible_inside_and_what_was_set_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    with no_device_visible():
        assert os.environ["CUDA_VISIBLE_DEVICES"] == ""
    assert "CUDA_VISIBLE_DEVICES" not in os.environ


def test_what_is_held_is_what_the_slot_program_said() -> None:
    assert held_devices({}) is None
    own = {"CULTURE_CONFLICT_SLOT_DEVICES": "GPU-a,GPU-b", "CULTURE_CONFLICT_SLOT_WAITED_S": "1.50"}
    held = held_devices(own)
    assert held is not None
    assert held.metadata() == {"device": "GPU-a, GPU-b", "waited_for_device_s": 1.5}
    none = held_devices({"CULTURE_CONFLICT_SLOT_DEVICES": "", "CULTURE_CONFLICT_SLOT_REASON": "x"})
    assert none is not None
    assert none.metadata() == {
        "device": "none",
        "waited_for_device_s": 0.0,
        "device_remark": "x",
    }
