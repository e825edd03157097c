"""Where a checkpoint comes from, which one it is, and onto what its parts are brought; no torch."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from culture_conflict.editors.diffusers import loading
from culture_conflict.editors.diffusers.loading import require_diffusers
from culture_conflict.editors.diffusers.options import Options, read_options
from culture_conflict.editors.diffusers.weights import (
    adapter_file,
    checkpoint_folder,
    fingerprint,
)
from culture_conflict.editors.registry import EditorRow, Scalar
from culture_conflict.errors import ProviderError

COMMIT = "a" * 40


def options(kind: str = "qwen", **parameters: Scalar) -> Options:
    return read_options(EditorRow("mine", kind, enabled=True, parameters=parameters))


def checkpoint(folder: Path, pipeline: str = "QwenImageEditPlusPipeline") -> Path:
    folder.mkdir(parents=True)
    (folder / "model_index.json").write_text(json.dumps({"_class_name": pipeline}))
    (folder / "weights.safetensors").write_bytes(b"weights")
    return folder


def test_a_folder_has_to_hold_a_checkpoint_of_the_rows_kind(tmp_path: Path) -> None:
    good = checkpoint(tmp_path / "good")
    assert checkpoint_folder(options(checkpoint=str(good))) == good
    with pytest.raises(ProviderError, match="kind flux needs FluxKontextPipeline"):
        checkpoint_folder(options("flux", checkpoint=str(good)))
    with pytest.raises(ProviderError, match="is no diffusers checkpoint: expected"):
        checkpoint_folder(options(checkpoint=str(tmp_path)))


def test_what_a_checkpoint_is_depends_on_its_files_and_not_on_where_it_lies(tmp_path: Path) -> None:
    one, other = (checkpoint(tmp_path / name) for name in ("one", "other"))
    before = fingerprint(one)
    assert before == fingerprint(other)
    (other / "notes.log").write_text("not a part of it")
    assert fingerprint(other) == before
    (other / "weights.safetensors").write_bytes(b"others")
    assert fingerprint(other) != before


def test_the_hub_is_asked_for_one_commit_and_for_no_pickled_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, dict[str, Any]]] = []
    found = checkpoint(tmp_path / "hub")

    def snapshot_download(name: str, **given: Any) -> str:
        asked.append((name, given))
        return str(found)

    _hub(monkeypatch, snapshot_download)
    chosen = options(checkpoint="Qwen/Edit", revision=COMMIT, lora="x/few", lora_revision="b" * 40)
    assert checkpoint_folder(chosen) == found
    assert adapter_file(chosen) == found / "weights.safetensors"
    assert [(name, given["revision"]) for name, given in asked] == [
        ("Qwen/Edit", COMMIT),
        ("x/few", "b" * 40),
    ]
    patterns = {pattern for _, given in asked for pattern in given["allow_patterns"]}
    assert "*.safetensors" in patterns
    assert not [one for one in patterns if one.endswith(("bin", "pt", "ckpt", "py", "*"))]


def test_a_hub_that_does_not_answer_is_told_with_what_to_look_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: Any, **__: Any) -> str:
        raise OSError("401 Client Error for url https://hub/secret")

    _hub(monkeypatch, refuse)
    with pytest.raises(ProviderError, match=r"Qwen/Edit at commit aaaaaaaaaaaa .*HF_TOKEN") as told:
        checkpoint_folder(options(checkpoint="Qwen/Edit", revision=COMMIT))
    assert "secret" not in str(told.value)


def _hub(monkeypatch: pytest.MonkeyPatch, download: Any) -> None:
    hub, errors = ModuleType("huggingface_hub"), ModuleType("huggingface_hub.errors")
    hub.snapshot_download = download  # type: ignore[attr-defined]
    for name in ("HfHubHTTPError", "LocalEntryNotFoundError"):
        setattr(errors, name, type(name, (Exception,), {}))
    monkeypatch.setitem(sys.modules, "huggingface_hub", hub)
    monkeypatch.setitem(sys.modules, "huggingface_hub.errors", errors)


@pytest.mark.parametrize(
    ("cuda", "given", "done", "told"),
    [
        (True, {}, ["to cuda"], "none"),
        (True, {"offload": "model"}, ["enable_model_cpu_offload"], "model"),
        (True, {"offload": "sequential"}, ["enable_sequential_cpu_offload"], "sequential"),
        (True, {"device_map": "balanced"}, [], "spread"),
        (False, {"offload": "model"}, [], "none"),  # on a CPU diffusers would refuse it
    ],
)
def test_parts_are_brought_to_the_gpu_as_the_row_says(
    monkeypatch: pytest.MonkeyPatch,
    cuda: bool,
    given: dict[str, str],
    done: list[str],
    told: str,
) -> None:
    torch = SimpleNamespace(cuda=SimpleNamespace(is_available=lambda: cuda))
    monkeypatch.setitem(sys.modules, "torch", torch)
    calls: list[str] = []
    pipeline = SimpleNamespace(
        to=lambda device: calls.append(f"to {device}"),
        enable_model_cpu_offload=lambda: calls.append("enable_model_cpu_offload"),
        enable_sequential_cpu_offload=lambda: calls.append("enable_sequential_cpu_offload"),
    )
    assert loading._place(pipeline, options(checkpoint="/w", **given)) == told
    assert calls == done


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "find_spec", lambda name: None if name == "diffusers" else name)
    with pytest.raises(ProviderError, match=r"needs diffusers. .*culture-conflict\[diffusers\]"):
        require_diffusers("mine")
