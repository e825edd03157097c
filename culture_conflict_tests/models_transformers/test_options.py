"""What a row may say, without torch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from culture_conflict.benchmarks.confused_tourist.asking import CONFUSED_TOURIST
from culture_conflict.errors import ProviderError, RegistryError
from culture_conflict.models.settings import ModelSetting
from culture_conflict.models.transformers import loading
from culture_conflict.models.transformers.loading import load, require_torch
from culture_conflict.models.transformers.options import read_options
from culture_conflict.models.transformers.provider import TransformersModel
from culture_conflict.models.transformers.weights import folder_hash

FORM = CONFUSED_TOURIST.forms["answer"]
COMMIT = "0123456789abcdef0123456789abcdef01234567"
HUB = "Qwen/Qwen3-VL-8B-Instruct"


def _setting(**fields: Any) -> ModelSetting:
    row = {"key": "mine", "provider": "transformers", "name": "Mine", "revision": "1"}
    return ModelSetting.model_validate(row | {"model": "/models/mine"} | fields)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"model": None}, "`model` is missing"),
        ({"model": "mine"}, "neither a path from / or ~ nor a hub id"),
        ({"model": "../up"}, "neither a path from / or ~ nor a hub id"),
        ({"model": HUB, "revision": "main"}, "is no commit"),
        ({"structured": "json_schema"}, "can't be enforced"),
        ({"parameters": {"max_token": 5}}, "did you mean `max_tokens`"),
        ({"parameters": {"max_tokens": True}}, "expected a whole number of tokens"),
        ({"parameters": {"temperature": 0.7}}, "the most likely token is taken always"),
        ({"parameters": {"temperature": False}}, "the most likely token is taken always"),
        ({"parameters": {"max_pixels": 10}}, "from 1024"),
        ({"parameters": {"dtype": "int8"}}, "expected bfloat16"),
        ({"parameters": {"adapter": "adapter"}}, "the path of a LoRA adapter"),
        ({"parameters": {"trust_remote_code": "yes"}}, "expected true or false"),
    ],
)
def test_a_row_that_can_not_be_used_is_refused_with_what_was_expected(
    fields: dict[str, Any], words: str
) -> None:
    with pytest.raises(RegistryError, match="Model `mine`") as refused:
        read_options(_setting(**fields))
    assert words in str(refused.value)


def test_the_row_and_never_the_machine_decides_the_numbers_type() -> None:
    assert read_options(_setting()).dtype == "float32"
    assert read_options(_setting(gpus=1)).dtype == "bfloat16"
    assert read_options(_setting(gpus=1, parameters={"dtype": "float16"})).dtype == "float16"


def test_what_may_change_an_answer_is_a_parameter_and_nothing_else() -> None:
    hub = {"model": HUB, "revision": COMMIT}

    def parameters(**given: Any) -> dict[str, Any]:
        return dict(TransformersModel(_setting(**hub, parameters=given), FORM).parameters)

    usual = parameters()
    assert usual["model"] == HUB
    assert usual["max_pixels"] == 1_048_576
    assert usual["decoding"] == "greedy"
    assert parameters(batch_size=2, temperature=0) == usual
    for name, value in {
        "max_tokens": 7,
        "min_pixels": 5,
        "max_pixels": 4096,
        "dtype": "bfloat16",
        "trust_remote_code": True,
    }.items():
        assert parameters(**{name: value}) != usual, name


def test_other_weights_under_the_same_path_are_other_parameters(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    weights = tmp_path / "model.safetensors"
    weights.write_bytes(b"one")

    def parameters() -> dict[str, Any]:
        return dict(TransformersModel(_setting(model=str(tmp_path)), FORM).parameters)

    before = parameters()
    (tmp_path / "README.md").write_text("words")
    assert parameters() == before
    weights.write_bytes(b"two")
    assert parameters() != before


def test_a_file_that_the_hubs_client_named_by_its_hash_is_not_read_again(tmp_path: Path) -> None:
    blob = tmp_path / ("a" * 64)
    blob.write_bytes(b"one")
    folder = tmp_path / "snapshot"
    folder.mkdir()
    (folder / "model.safetensors").symlink_to(blob)
    before = folder_hash(folder)
    blob.write_bytes(b"another content, which nobody looks at")
    assert folder_hash(folder) == before


def test_a_folder_that_holds_no_checkpoint_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pytorch_model.bin").write_bytes(b"pickle")
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ProviderError, match="is no checkpoint"):
        _ = TransformersModel(_setting(model=str(tmp_path)), FORM).parameters


def test_where_torch_is_missing_the_message_names_the_extra(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(loading, "find_spec", lambda _: None)
    with pytest.raises(ProviderError, match=r"pip install 'culture-conflict\[transformers\]'"):
        require_torch("mine")
    with pytest.raises(ProviderError, match="needs torch, torchvision, transformers"):
        load(read_options(_setting()))
    with pytest.raises(ProviderError, match="needs torch"):
        TransformersModel(_setting(), FORM).expect(1, "")
