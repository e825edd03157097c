"""Which GPUs a step needs, decided for each partition from the registry."""

from __future__ import annotations

from pathlib import Path

import dagster as dg
import pytest

from culture_conflict.defs.confused_tourist import ASSETS, BENCHMARK
from culture_conflict.errors import DeviceError, RegistryError
from culture_conflict.executors.needs import MODEL_GPUS, Devices, Needs, dimensions, gpu
from culture_conflict.models.registry import load_registry

ROWS = """\
models:
  - {key: remote, provider: replay, name: Remote, revision: "1"}
  - {key: local, provider: replay, name: Local, revision: "1", gpus: 2, gpu_memory_gb: 40}
  - {key: small, provider: replay, name: Small, revision: "1", gpus: 1, gpu_memory_gb: 70.5}
"""


@pytest.fixture
def needs(tmp_path: Path) -> Needs:
    (tmp_path / "models.yaml").write_text(ROWS)
    return Needs(tmp_path / "models.yaml")


def test_one_asset_needs_what_the_model_of_the_partition_says(needs: Needs) -> None:
    def of(model: str) -> Devices:
        return needs.devices_for(MODEL_GPUS, {"model": model, "source": "sample"})

    assert of("remote") == Devices()
    assert of("reference-prior") == Devices()
    assert of("local") == Devices(2, 40)
    assert of("small") == Devices(1, 70.5)
    with pytest.raises(RegistryError, match="Model `locla` is not in the registry"):
        of("locla")


def test_other_assets_of_the_same_partition_need_nothing_and_read_no_registry(
    tmp_path: Path,
) -> None:
    (tmp_path / "models.yaml").write_text("models: {")
    broken = Needs(tmp_path / "models.yaml")
    assert broken.devices_for({}, {"model": "local"}) == Devices()
    assert broken.devices_for(_tags(gpu(2, 24)), {"model": "local"}) == Devices(2, 24)
    with pytest.raises(RegistryError):
        broken.devices_for(MODEL_GPUS, {"model": "local"})


def test_a_run_over_a_range_takes_the_most_that_any_model_needs(needs: Needs) -> None:
    tags = {"dagster/asset_partition_range_start": "a|s", "dagster/asset_partition_range_end": "z"}
    assert needs.of_step(MODEL_GPUS, tags) == Devices(2, 70.5)
    assert needs.of_step({}, tags) == Devices()


def test_the_dimensions_are_those_that_dagster_writes_on_runs() -> None:
    partitions = dg.MultiPartitionsDefinition(
        {name: dg.StaticPartitionsDefinition([name]) for name in ("model", "source")}
    )
    key = dg.MultiPartitionKey({"model": "model", "source": "source"})
    assert dimensions(partitions.get_tags_for_partition_key(key)) == {
        "model": "model",
        "source": "source",
    }


def _tags(op_tags: dict[str, object]) -> dict[str, str]:
    """Tags as a step of a run carries them."""

    @dg.asset(op_tags=op_tags)
    def asset() -> None:
        pass

    job = dg.Definitions(assets=[asset]).resolve_implicit_global_asset_job_def()
    return dict(job.nodes[0].tags)


def test_the_declaration_is_enough_for_celery_and_kubernetes_too() -> None:
    tags = gpu(2, 24)
    assert tags["dagster-celery/queue"] == "gpu"
    kubernetes = tags["dagster-k8s/config"]
    limits = kubernetes["container_config"]["resources"]["limits"]
    assert limits == {"nvidia.com/gpu": "2"}
    affinity = kubernetes["pod_spec_config"]["affinity"]["node_affinity"]
    required = affinity["required_during_scheduling_ignored_during_execution"]
    (term,) = required["node_selector_terms"]
    assert term["match_expressions"] == [
        {"key": "nvidia.com/gpu.memory", "operator": "Gt", "values": ["24575"]}
    ]
    assert "pod_spec_config" not in gpu()["dagster-k8s/config"]
    assert Devices().tags() == {}


@pytest.mark.parametrize(
    ("n", "memory"), [(0, None), (-1, None), (1, 0), (1, -3), (1, float("nan"))]
)
def test_no_number_of_devices_is_no_declaration(n: int, memory: float | None) -> None:
    with pytest.raises(DeviceError, match="expected at least one device"):
        gpu(n, memory)


def test_a_tag_that_is_none_of_ours_is_named(needs: Needs) -> None:
    with pytest.raises(DeviceError, match=r'"culture_conflict/gpus": "many".*MODEL_GPUS'):
        needs.devices_for({"culture_conflict/gpus": "many"}, {})


@pytest.mark.parametrize("field", ["gpus: -1", 'gpus: "1"', "gpus: 1.5", "gpu_memory_gb: 0"])
def test_a_row_that_asks_for_the_impossible_is_refused_with_its_line(
    tmp_path: Path, field: str
) -> None:
    row = f'  - {{key: x, provider: replay, name: X, revision: "1", {field}}}'
    (tmp_path / "models.yaml").write_text(f"models:\n{row}\n")
    name = field.partition(":")[0]
    with pytest.raises(RegistryError, match=rf"line 2, model `x`: `{name}`: expected a"):
        load_registry(tmp_path / "models.yaml")


def test_predictions_ask_the_model_edits_the_editor_and_scores_need_nothing() -> None:
    tags = {
        key.to_user_string(): asset.op.tags.get("culture_conflict/gpus")
        for asset in ASSETS
        for key in asset.keys
    }
    asking = {key for key, declared in tags.items() if declared}
    asked = {"predictions", "evaluations"}
    assert asking == {f"{BENCHMARK}/{name}" for name in (*asked, "edited_images")}
    assert tags[f"{BENCHMARK}/predictions"] == "model"
