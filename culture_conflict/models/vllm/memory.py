"""The GPU memory that a checkpoint needs, with the arithmetic in sight."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from culture_conflict.models.settings import ModelSetting

__all__ = [
    "HEADERS",
    "WORK_GB",
    "Architecture",
    "Memory",
    "architectures",
    "memory_of",
    "needed",
    "table",
]

# Activations of one picture and step, CUDA's own memory and its graphs, on each GPU: our allowance.
WORK_GB = 3.0
_GB = 2**30
_BYTES = {"float32": 4.0}
_QUANTIZED = {"fp8": 1.0}
_USUAL_BYTES = 2.0


@dataclass(frozen=True)
class Architecture:
    """What is assumed of a checkpoint: nobody read it off the files here.

    `parameters_billion` counts all weights, the encoder too; layers, key-value heads and their
    dimension are those of `language_model`, which it is assumed to be built on.
    """

    model: str
    parameters_billion: float
    layers: int
    kv_heads: int
    head_dim: int
    language_model: str


@dataclass(frozen=True)
class Memory:
    """GiB. `cache_one_gb` holds one longest request, `cache_all_gb` as many as run at a time.

    With the smaller cache longest requests wait for each other; nothing fails.
    """

    architecture: Architecture
    gpus: int
    length: int
    sequences: int
    weights_gb: float
    kib_per_token: float
    utilization: float

    @property
    def cache_one_gb(self) -> float:
        return self.kib_per_token * self.length / 2**20

    @property
    def cache_all_gb(self) -> float:
        return self.cache_one_gb * self.sequences

    @property
    def least_per_gpu_gb(self) -> float:
        """What each GPU must have: its share of weights and the smaller cache, and work space."""
        return self._per_gpu(self.cache_one_gb)

    @property
    def full_per_gpu_gb(self) -> float:
        return self._per_gpu(self.cache_all_gb)

    def _per_gpu(self, cached: float) -> float:
        return ((self.weights_gb + cached) / self.gpus + WORK_GB) / self.utilization

    def cells(self) -> tuple[str, ...]:
        """One row of the table, under `HEADERS`."""
        known = self.architecture
        numbers = 2 * known.layers * known.kv_heads * known.head_dim
        size = round(self.kib_per_token * 1024 / numbers)
        factors = f"2·{known.layers}·{known.kv_heads}·{known.head_dim}·{size} B"
        return (
            known.model,
            known.language_model,
            f"{known.parameters_billion:g}",
            f"{self.weights_gb:.1f}",
            f"{factors} = {self.kib_per_token:.0f} KiB",
            f"{self.cache_one_gb:.1f}",
            f"{self.cache_all_gb:.1f}",
            str(self.gpus),
            str(math.ceil(self.least_per_gpu_gb)),
            str(math.ceil(self.full_per_gpu_gb)),
        )


HEADERS = (
    "checkpoint",
    "assumed: built on",
    "parameters, 10⁹",
    "weights",
    "cache per token",
    "cache, 1 request",
    "cache, all",
    "GPUs",
    "per GPU, least",
    "per GPU, all",
)


@cache
def architectures() -> Mapping[str, Architecture]:
    """The open-weight checkpoints of the packaged registry, by hub id."""
    text = files("culture_conflict.models.vllm").joinpath("architectures.csv").read_text("utf-8")
    return {
        row["model"]: Architecture(
            row["model"],
            float(row["parameters_billion"]),
            int(row["layers"]),
            int(row["kv_heads"]),
            int(row["head_dim"]),
            row["language_model"],
        )
        for row in csv.DictReader(text.splitlines())
    }


def memory_of(setting: ModelSetting) -> Memory | None:
    """What a row's checkpoint needs on its GPUs; None where its numbers aren't known.

    Weights are parameters times bytes: 4 for float32, 1 for fp8, else 2 each. The cache holds a
    key and a value per layer and key-value head for each token, 2 bytes a number (4 for float32),
    of at most `max_model_len` tokens (picture, prompt and answer) for `max_num_seqs` requests.
    """
    known = architectures().get(setting.model or "")
    if known is None:
        return None
    serve = setting.serve
    each = _BYTES.get(serve.dtype, _USUAL_BYTES)
    weight = _QUANTIZED.get(serve.quantization or "", each)
    numbers = 2 * known.layers * known.kv_heads * known.head_dim
    return Memory(
        known,
        max(1, setting.gpus),
        serve.max_model_len,
        serve.max_num_seqs,
        known.parameters_billion * 1e9 * weight / _GB,
        numbers * each / 1024,
        serve.gpu_memory_utilization,
    )


def needed(setting: ModelSetting) -> str | None:
    """The need of a row that we serve ourselves, in one line; None where nothing is known."""
    memory = memory_of(setting)
    if memory is None or setting.provider != "vllm" or setting.base_url is not None:
        return None
    return (
        f"GPU memory: {memory.weights_gb:.1f} GiB of weights and {memory.cache_one_gb:.1f} GiB of "
        f"cache per request of {memory.length:,} tokens over {memory.gpus} GPU(s): each needs "
        f"{math.ceil(memory.least_per_gpu_gb)} GiB, or {math.ceil(memory.full_per_gpu_gb)} for "
        f"{memory.sequences} such requests at a time"
    )


def table(settings: list[ModelSetting]) -> list[tuple[str, ...]]:
    """`HEADERS` and one row per checkpoint that is known, the first setting of each."""
    found: dict[str, Memory] = {}
    for setting in settings:
        memory = memory_of(setting) if setting.provider == "vllm" else None
        if memory is not None:
            found.setdefault(memory.architecture.model, memory)
    return [HEADERS, *(memory.cells() for memory in found.values())]
