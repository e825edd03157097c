"""Cues are decoded once, kept within bounds, and the same whether kept or not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from culture_conflict.errors import PictureError
from culture_conflict.pictures import fitted_cues as module
from culture_conflict.pictures.fitted_cues import FittedCues
from culture_conflict.pictures.open import open_cue
from culture_conflict.pictures.store import PictureStore
from culture_conflict_tests.benchmarks_confused_tourist.small_world import noisy, png, saved

ITEM = (640, 480)


@pytest.fixture
def store(tmp_path: Path) -> PictureStore:
    return PictureStore(tmp_path)


def test_a_cue_is_decoded_and_scaled_once(
    store: PictureStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoded = []
    monkeypatch.setattr(module, "open_cue", lambda data: decoded.append(1) or open_cue(data))
    cues = FittedCues(store, max_side=1024)
    sha256 = store.put(saved(noisy((300, 200)), "PNG"))
    first = cues.patch(sha256, ITEM, "top_right")
    again = cues.patch(sha256, ITEM, "bottom_left")
    assert first.image is again.image
    assert first.box.size == first.image.size == (128, 85)
    assert cues.patch(sha256, (100, 100), "top_right").image.size == (20, 13)
    assert len(decoded) == 1


def test_memory_is_bounded_and_pictures_do_not_depend_on_it(store: PictureStore) -> None:
    shas = [store.put(saved(noisy((200, 100), seed), "PNG")) for seed in range(8)]
    roomy = FittedCues(store, max_side=1024)
    tight = FittedCues(store, max_side=1024, max_bytes=200_000)
    for sha256 in [*shas, *shas]:
        one, other = (cues.patch(sha256, ITEM, "top_right") for cues in (roomy, tight))
        assert (np.asarray(one.image) == np.asarray(other.image)).all()
        assert tight._n_bytes <= 200_000
    assert tight._n_bytes == sum(cue.n_bytes for cue in tight._kept.values())
    assert len(roomy._kept) == 16


def test_a_huge_cue_is_brought_within_bounds_but_keeps_its_shape(store: PictureStore) -> None:
    sha256 = store.put(png((3001, 2001)))
    cues = FittedCues(store, max_side=100)
    assert cues.patch(sha256, (3000, 2000), "top_right").box.size == (599, 400)
    assert max(cue.image.width for cue in cues._kept.values() if cue.image.width < 599) == 100


def test_transparency_is_kept_where_there_is_any(store: PictureStore) -> None:
    cues = FittedCues(store, max_side=1024)
    opaque, sheer = store.put(png((30, 20))), store.put(png((30, 20), (255, 0, 0, 128)))
    assert cues.patch(opaque, ITEM, "top_right").image.mode == "RGB"
    assert cues.patch(sheer, ITEM, "top_right").image.mode == "RGBA"


def test_a_bad_cue_says_why(store: PictureStore) -> None:
    cues = FittedCues(store, max_side=1024)
    with pytest.raises(PictureError) as missing:
        cues.patch("a" * 64, ITEM, "top_right")
    assert missing.value.reason == "missing"
    with pytest.raises(PictureError) as broken:
        cues.patch(store.put(png((30, 20))[:60]), ITEM, "top_right")
    assert broken.value.reason == "truncated"
    assert Image.MAX_IMAGE_PIXELS is not None
