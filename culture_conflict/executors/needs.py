"""Which GPUs a step needs: declared with its asset, decided for each partition."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from culture_conflict.editors.catalog import ON_A_GPU
from culture_conflict.editors.diffusers.options import read_options
from culture_conflict.editors.registry import enabled_editors, load_editors
from culture_conflict.errors import DeviceError
from culture_conflict.home import Home
from culture_conflict.models.registry import load_registry
from culture_conflict.models.settings import ModelSetting
from culture_conflict.models.vllm.shared import gpus_of_step

__all__ = ["EDITOR_GPUS", "MODEL_GPUS", "Devices", "Needs", "dimensions", "gpu"]

_COUNT = "culture_conflict/gpus"
_MEMORY = "culture_conflict/gpu_memory_gb"
_MODEL = "model"
_EDITOR = "editor"
_PARTITION = "dagster/partition/"
_RANGE = "dagster/asset_partition_range_start"
_QUEUE = "dagster-celery/queue"
_KUBERNETES = "dagster-k8s/config"

MODEL_GPUS: Mapping[str, str] = {_COUNT: _MODEL}
"""Tags of an asset that asks the model of its partition: the registry's row says what it needs."""

EDITOR_GPUS: Mapping[str, str] = {_COUNT: _EDITOR}
"""Tags of an asset that has the editor of its partition at work: its row says what it needs."""


@dataclass(frozen=True)
class Devices:
    """Devices that a step needs, and the memory in GiB that each must have free."""

    count: int = 0
    memory_gb: float | None = None

    def tags(self) -> dict[str, Any]:
        """The declaration for every executor: ours, Celery's queue and Kubernetes' resources.

        Kubernetes has no resource for a GPU's memory; a node is chosen by the label that NVIDIA's
        feature discovery gives it (MiB).
        """
        if self.count == 0:
            return {}
        limits = {"resources": {"limits": {"nvidia.com/gpu": str(self.count)}}}
        kubernetes: dict[str, Any] = {"container_config": limits}
        tags: dict[str, Any] = {_COUNT: str(self.count), _QUEUE: "gpu"}
        if self.memory_gb is not None:
            tags[_MEMORY] = f"{self.memory_gb:g}"
            kubernetes["pod_spec_config"] = {"affinity": _larger_than(self.memory_gb)}
        return tags | {_KUBERNETES: kubernetes}


def _larger_than(memory_gb: float) -> dict[str, Any]:
    mib = str(int(memory_gb * 1024) - 1)
    memory = {"key": "nvidia.com/gpu.memory", "operator": "Gt", "values": [mib]}
    terms = [{"match_expressions": [memory]}]
    required = "required_during_scheduling_ignored_during_execution"
    return {"node_affinity": {required: {"node_selector_terms": terms}}}


def gpu(n: int = 1, memory_gb: float | None = None) -> dict[str, Any]:
    """`op_tags` of an asset that needs `n` GPUs for every partition.

    Raises:
        DeviceError: no number of devices or no size of memory.
    """
    if n < 1 or (memory_gb is not None and not memory_gb > 0):
        raise DeviceError(
            f"gpu(n={n!r}, memory_gb={memory_gb!r}): expected at least one device and a positive "
            f"number of GiB. Leave the declaration out where no GPU is needed."
        )
    return Devices(n, memory_gb).tags()


def dimensions(run_tags: Mapping[str, str]) -> dict[str, str]:
    """Partition key of a run by the name of its dimension; none for a single dimension."""
    return {
        tag.removeprefix(_PARTITION): key
        for tag, key in run_tags.items()
        if tag.startswith(_PARTITION)
    }


@dataclass(frozen=True)
class Needs:
    """Answers by the declarations of assets and the registry in force."""

    models_file: Path

    def of_step(self, asset: Mapping[str, str], run_tags: Mapping[str, str]) -> Devices:
        """What a step of a run needs; over a range of partitions the most of any enabled model.

        Raises:
            RegistryError: the registry can't be read or has no such model.
        """
        if _RANGE in run_tags and asset.get(_COUNT) == _EDITOR:
            keys = enabled_editors(self._editors_file)
            return _most([self._of_editor(key) for key in keys])
        if _RANGE in run_tags and asset.get(_COUNT) == _MODEL:
            return _most([self._of(row) for row in load_registry(self.models_file).enabled()])
        return self.devices_for(asset, dimensions(run_tags))

    def devices_for(self, asset: Mapping[str, str], partition: Mapping[str, str]) -> Devices:
        """What an asset with these tags needs for a partition, given key by dimension.

        Raises:
            RegistryError: the registry can't be read or has no such model.
            DeviceError: the tag is no declaration.
        """
        declared = asset.get(_COUNT)
        if declared is None:
            return Devices()
        if declared == _EDITOR:
            key = partition.get(_EDITOR)
            return Devices() if key is None else self._of_editor(key)
        if declared != _MODEL:
            return _declared(declared, asset.get(_MEMORY))
        if _MODEL not in partition:
            return Devices()
        return self._of(load_registry(self.models_file).get(partition[_MODEL]))

    @property
    def _editors_file(self) -> Path:
        return Home(self.models_file.parent).editors_file

    def _of_editor(self, key: str) -> Devices:
        """What its row says; the built-in editor, and one that nobody has any more, need none."""
        for row in load_editors(self._editors_file):
            if row.key == key and row.kind in ON_A_GPU:
                options = read_options(row)
                return Devices(options.gpus, options.gpu_memory_gb if options.gpus else None)
        return Devices()

    def _of(self, row: ModelSetting) -> Devices:
        """A model that is served elsewhere, or by a shared server, needs none in its step."""
        count = gpus_of_step(row, Home(self.models_file.parent).servers)
        return Devices(count, row.gpu_memory_gb) if count else Devices()


def _most(needs: list[Devices]) -> Devices:
    memory = max((need.memory_gb for need in needs if need.memory_gb is not None), default=None)
    return Devices(max((need.count for need in needs), default=0), memory)


def _declared(count: str, memory: str | None) -> Devices:
    try:
        return Devices(int(count), None if memory is None else float(memory))
    except ValueError as error:
        raise DeviceError(
            f"Tags {json.dumps({_COUNT: count, _MEMORY: memory})} declare no GPUs. "
            f"Use op_tags=gpu(n, memory_gb) or op_tags=MODEL_GPUS."
        ) from error
