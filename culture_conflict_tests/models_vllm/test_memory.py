"""The arithmetic of GPU memory, and what the README and the packaged rows say of it."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from culture_conflict.models.registry import load_registry
from culture_conflict.models.vllm.memory import WORK_GB, architectures, memory_of, needed, table
from culture_conflict_tests.models_vllm.kit import hub_row

README = Path(__file__).parents[2] / "README.md"
LARGEST_GB = 80


def test_weights_and_cache_are_what_a_pencil_says() -> None:
    memory = memory_of(hub_row(model="Qwen/Qwen3-VL-8B-Instruct", gpus=2))
    assert memory is not None
    assert memory.weights_gb == pytest.approx(8.77e9 * 2 / 2**30)
    assert memory.kib_per_token == 2 * 36 * 8 * 128 * 2 / 1024 == 144
    assert memory.cache_one_gb == 144 * 8192 / 2**20 == 1.125
    assert memory.cache_all_gb == 16 * 1.125
    each = (memory.weights_gb + 1.125) / 2 + WORK_GB
    assert memory.least_per_gpu_gb == pytest.approx(each / 0.9)


def test_bytes_follow_the_rows_own_choice() -> None:
    row = hub_row(model="Qwen/Qwen3-VL-8B-Instruct", serve={"dtype": "float32"})
    whole, small = (
        memory_of(row),
        memory_of(hub_row(model=row.model, serve={"quantization": "fp8"})),
    )
    assert whole is not None
    assert small is not None
    assert whole.weights_gb == 4 * small.weights_gb
    assert whole.kib_per_token == 2 * small.kib_per_token
    assert memory_of(hub_row()) is None


def test_every_packaged_open_weight_row_asks_for_what_it_needs() -> None:
    rows = [row for row in load_registry(None) if row.provider == "vllm"]
    assert {row.model for row in rows} == set(architectures())
    for row in rows:
        memory = memory_of(row)
        assert memory is not None
        assert row.gpu_memory_gb is not None
        assert row.gpu_memory_gb == math.ceil(memory.least_per_gpu_gb)
        assert row.gpu_memory_gb < LARGEST_GB
        assert row.limits.in_flight == memory.sequences
        assert f"each needs {row.gpu_memory_gb:g} GiB" in str(needed(row))


def test_checkpoints_on_one_language_model_have_one_cache() -> None:
    shapes: dict[str, set[tuple[int, int, int]]] = {}
    for one in architectures().values():
        shape = one.layers, one.kv_heads, one.head_dim
        shapes.setdefault(one.language_model, set()).add(shape)
    assert all(shapes)
    assert {len(found) for found in shapes.values()} == {1}


def test_the_readme_shows_the_table_that_the_command_prints() -> None:
    headers, *rows = table(list(load_registry(None)))
    lines = [headers, tuple("---" for _ in headers), *rows]
    assert "\n".join(f"| {' | '.join(line)} |" for line in lines) in README.read_text("utf-8")
