"""The flags, the environment and the mark of a server are made by rule."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from culture_conflict.errors import ProviderError, RegistryError
from culture_conflict.models.registry import load_registry
from culture_conflict.models.vllm.command import (
    SERVE_PYTHON,
    command,
    environment,
    fingerprint,
    flags,
    serve_python,
)
from culture_conflict_tests.models_vllm.kit import COMMIT, hub_row, local_row


def pairs(given: list[str]) -> dict[str, str]:
    return {name: value for name, value in pairwise(given) if name[:2] == "--"}


def test_a_hub_checkpoint_is_pinned_and_spread_over_its_gpus() -> None:
    row = hub_row(gpus=2, serve={"max_model_len": 4096, "dtype": "bfloat16", "seed": 7})
    given = pairs(flags(row))
    assert given["--model"] == "owner/Open-8B"
    assert (given["--revision"], given["--tokenizer-revision"]) == (COMMIT, COMMIT)
    assert "--code-revision" not in given
    assert (given["--tensor-parallel-size"], given["--gpu-memory-utilization"]) == ("2", "0.9")
    assert (given["--dtype"], given["--max-model-len"], given["--seed"]) == (
        "bfloat16",
        "4096",
        "7",
    )
    assert json.loads(given["--limit-mm-per-prompt"]) == {"image": 1, "video": 0}
    # A checkpoint's own sampling settings would take effect unseen.
    assert given["--generation-config"] == "vllm"


def test_code_of_a_checkpoint_runs_only_by_the_users_word_and_pinned() -> None:
    row = hub_row(serve={"trust_remote_code": True, "reasoning_parser": "qwen3"})
    assert "--trust-remote-code" in flags(row)
    assert pairs(flags(row))["--code-revision"] == COMMIT
    assert pairs(flags(row))["--reasoning-parser"] == "qwen3"
    assert "--trust-remote-code" not in flags(hub_row())


@pytest.mark.parametrize("revision", ["main", "v1", COMMIT[:-1], COMMIT.upper()])
def test_a_revision_that_may_move_is_refused(revision: str) -> None:
    with pytest.raises(RegistryError, match="40 digits of a commit"):
        flags(hub_row(revision=revision))


@pytest.mark.parametrize("model", ["Open-8B", "./here", "~/there", "a/b/c", "a/../../b"])
def test_a_model_is_an_id_of_the_hub_or_a_whole_path(model: str) -> None:
    with pytest.raises(RegistryError, match="beginning with a slash"):
        flags(hub_row(model=model))


def test_the_server_listens_on_loopback_and_carries_its_mark(tmp_path: Path) -> None:
    row = local_row(tmp_path)
    given = command(row, "/env/bin/python", 8123)
    assert given[:3] == ["/env/bin/python", "-m", "vllm.entrypoints.openai.api_server"]
    assert (pairs(given)["--host"], pairs(given)["--port"]) == ("127.0.0.1", "8123")
    at = given.index("--served-model-name")
    assert given[at + 1 : at + 3] == [row.model, fingerprint(row)]
    assert "--revision" not in given
    assert "--gpu-memory-utilization" not in given


def test_another_checkpoint_revision_or_flag_has_another_mark(tmp_path: Path) -> None:
    row = local_row(tmp_path)
    assert fingerprint(row) == fingerprint(row.model_copy(update={"name": "renamed"}))
    others = [
        hub_row(),
        hub_row(revision="f" * 40),
        hub_row(gpus=2),
        hub_row(serve={"dtype": "float16"}),
        hub_row(model="owner/Other"),
    ]
    before = {fingerprint(each) for each in (row, *others)}
    assert len(before) == 1 + len(others)
    (tmp_path / "checkpoint" / "model.safetensors").write_bytes(b"other weights")
    assert fingerprint(row) not in before
    (tmp_path / "checkpoint" / "config.json").unlink()
    with pytest.raises(ProviderError, match=r"expected config.json and \*.safetensors"):
        fingerprint(row)


def test_the_server_gets_no_key_but_the_hubs_and_no_path_of_this_python(tmp_path: Path) -> None:
    around = {
        "OPENAI_API_KEY": "a",
        "AWS_SECRET_ACCESS_KEY": "b",
        "SOME_TOKEN": "c",
        "HF_TOKEN": "hub",
        "PYTHONPATH": "/here",
        "CUDA_VISIBLE_DEVICES": "GPU-1",
        "VLLM_CPU_KVCACHE_SPACE": "1",
        "TOKENIZERS_PARALLELISM": "false",
    }
    got = environment(hub_row(), around)
    assert {"OPENAI_API_KEY", "AWS_SECRET_ACCESS_KEY", "SOME_TOKEN", "PYTHONPATH"}.isdisjoint(got)
    kept = ("HF_TOKEN", "CUDA_VISIBLE_DEVICES", "VLLM_CPU_KVCACHE_SPACE", "TOKENIZERS_PARALLELISM")
    assert all(got[name] == around[name] for name in kept)
    assert (got["VLLM_NO_USAGE_STATS"], got["VLLM_HOST_IP"]) == ("1", "127.0.0.1")
    assert "HF_HUB_OFFLINE" not in got
    assert environment(local_row(tmp_path), around)["HF_HUB_OFFLINE"] == "1"


def test_the_size_of_the_cache_is_told_to_gpus_by_flag_and_to_processors_by_variable() -> None:
    one, none = (hub_row(gpus=n, serve={"kv_cache_gb": 3}) for n in (1, 0))
    assert pairs(flags(one))["--kv-cache-memory-bytes"] == str(3 * 2**30)
    assert "VLLM_CPU_KVCACHE_SPACE" not in environment(one, {})
    assert "--kv-cache-memory-bytes" not in flags(none)
    assert environment(none, {})["VLLM_CPU_KVCACHE_SPACE"] == "3"
    assert environment(none, {"VLLM_CPU_KVCACHE_SPACE": "9"})["VLLM_CPU_KVCACHE_SPACE"] == "3"


def test_the_interpreter_is_the_rows_then_the_variables(tmp_path: Path) -> None:
    row = local_row(tmp_path)
    own, other = str(tmp_path / "python"), "/bin/sh"
    assert serve_python(row, {SERVE_PYTHON: other}) == own
    assert serve_python(hub_row(), {SERVE_PYTHON: other}) == other
    with pytest.raises(ProviderError, match="make serve"):
        serve_python(hub_row(), {SERVE_PYTHON: str(tmp_path / "nowhere")})


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ("parameters: {guided_choice: sushi}", "ignored by vLLM"),
        ("parameters: {guided_json: x}", "structured: json_schema"),
        ("serve: {dtype: int3}", "dtype"),
        ("serve: {max_model_len: 10}", "max_model_len"),
        ("serve: {pythn: x}", "serve"),
    ],
)
def test_a_row_that_vllm_would_misunderstand_is_refused(
    tmp_path: Path, fields: str, said: str
) -> None:
    path = tmp_path / "models.yaml"
    row = f'key: open, provider: vllm, name: Open, revision: "1", model: o/m, {fields}'
    path.write_text(f"models:\n  - {{{row}}}\n")
    with pytest.raises(RegistryError, match=said):
        load_registry(path)


def test_serving_is_for_vllm_only(tmp_path: Path) -> None:
    path = tmp_path / "models.yaml"
    path.write_text("models:\n  - {key: reference-prior, serve: {dtype: float16}}\n")
    with pytest.raises(RegistryError, match="`serve` is for provider `vllm`"):
        load_registry(path)
