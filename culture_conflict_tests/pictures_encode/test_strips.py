"""Joined strips are, byte for byte, the whole picture encoded."""

from __future__ import annotations

import io
import random
from typing import Literal

import numpy as np
import pytest
from PIL import Image

from culture_conflict.errors import PictureError
from culture_conflict.pictures import strips as module
from culture_conflict.pictures.encode import EncodeSettings, encode
from culture_conflict.pictures.paste import Box, Patch, cue_box, paste
from culture_conflict.pictures.strips import Strips
from culture_conflict_tests.benchmarks_confused_tourist.small_world import noisy


def whole(image: Image.Image, patches: list[Patch], settings: EncodeSettings) -> bytes:
    composed = image.copy()
    paste(composed, patches)
    return encode(composed, settings)


def some_patch(draw: random.Random, box: Box) -> Patch:
    mode = draw.choice(("RGB", "RGBA"))
    return Patch(box, noisy(box.size, draw.randint(0, 99)).convert(mode))


@pytest.mark.parametrize("subsampling", ["4:4:4", "4:2:0"])
@pytest.mark.parametrize("largest", [4, 40, 300])
def test_same_bytes_as_the_whole_picture(
    subsampling: Literal["4:4:4", "4:2:0"], largest: int
) -> None:
    draw = random.Random(f"{subsampling} {largest}")
    for _ in range(60):
        size = draw.randint(1, largest), draw.randint(2, largest)
        settings = EncodeSettings(quality=draw.choice((30, 92, 100)), subsampling=subsampling)
        image = noisy(size, draw.randint(0, 99))
        made = Strips(image, settings)
        cue = draw.randint(1, 90), draw.randint(1, 90)
        flag = some_patch(draw, cue_box(size, cue, "top_right"))
        landmark = some_patch(draw, cue_box(size, cue, "bottom_left"))
        for patches in ([], [flag], [landmark], [flag, landmark], [landmark, flag]):
            assert made.with_patches(patches) == whole(image, patches, settings), size
        assert made.original == encode(image, settings)


@pytest.mark.parametrize("subsampling", ["4:4:4", "4:2:0"])
def test_any_box_and_any_number_of_them(subsampling: Literal["4:4:4", "4:2:0"]) -> None:
    draw = random.Random(2)
    settings = EncodeSettings(subsampling=subsampling)
    for _ in range(40):
        width, height = draw.randint(40, 200), draw.randint(40, 400)
        image = noisy((width, height))
        lanes = range(0, width - 10, 10)
        patches = [
            some_patch(draw, Box(left, top, 9, draw.randint(1, height - top)))
            for left in draw.sample(lanes, 3)
            for top in [draw.randint(0, height - 1)]
        ]
        assert Strips(image, settings).with_patches(patches) == whole(image, patches, settings)


def test_pixels_are_what_any_decoder_sees() -> None:
    image, settings = noisy((203, 157)), EncodeSettings(subsampling="4:2:0")
    patch = some_patch(random.Random(0), cue_box(image.size, (3, 2), "bottom_left"))
    seen = [
        np.asarray(Image.open(io.BytesIO(data)))
        for data in (Strips(image, settings).with_patches([patch]), whole(image, [patch], settings))
    ]
    assert (seen[0] == seen[1]).all()


def test_only_touched_rows_are_encoded_and_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    image, settings = noisy((300, 400)), EncodeSettings()
    encoded: list[tuple[int, int]] = []

    def counting(picture: Image.Image, given: EncodeSettings) -> bytes:
        encoded.append(picture.size)
        return encode(picture, given)

    monkeypatch.setattr(module, "encode", counting)
    made = Strips(image, settings)
    draw = random.Random(1)
    flag = some_patch(draw, Box(230, 8, 60, 41))  # rows of blocks 1 to 6
    landmark = some_patch(draw, Box(8, 340, 60, 52))  # 42 to 48
    for patches in ([flag], [landmark], [flag, landmark], [landmark, flag], [flag]):
        made.with_patches(patches)
    assert encoded == [(300, 400), (300, 48), (300, 56)]


def test_cues_in_one_row_of_blocks_share_a_strip() -> None:
    image, settings = noisy((40, 20)), EncodeSettings(subsampling="4:2:0")
    draw = random.Random(1)
    patches = [some_patch(draw, Box(30, 1, 8, 4)), some_patch(draw, Box(1, 12, 8, 4))]
    made = Strips(image, settings)
    assert made.with_patches(patches) == whole(image, patches, settings)
    assert made.with_patches(patches[:1]) == whole(image, patches[:1], settings)


def test_overlapping_cues_are_refused() -> None:
    one = Patch(Box(0, 0, 8, 8), Image.new("RGB", (8, 8)))
    other = Patch(Box(7, 7, 8, 8), Image.new("RGB", (8, 8)))
    with pytest.raises(PictureError, match="overlap"):
        Strips(noisy((64, 64)), EncodeSettings()).with_patches([one, other])
