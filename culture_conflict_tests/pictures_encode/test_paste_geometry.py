"""Size and place of cues are those of ruling 13, and cues never hide each other."""

from __future__ import annotations

import csv
import random
from fractions import Fraction
from math import floor
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from culture_conflict.errors import PictureError
from culture_conflict.pictures.paste import Box, Patch, cue_box, grey_patch, paste, scale_cue

GOLDEN = Path(__file__).parents[1] / "golden" / "stacking_cases.csv"
GREEN = (10, 120, 60)


def golden() -> list[dict[str, str]]:
    with GOLDEN.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("row", golden(), ids=lambda row: f"{row['item_w']}x{row['item_h']}")
def test_golden_cases(row: dict[str, str]) -> None:
    item, cue = (int(row["item_w"]), int(row["item_h"])), (int(row["cue_w"]), int(row["cue_h"]))
    flag, landmark = cue_box(item, cue, "top_right"), cue_box(item, cue, "bottom_left")
    offset = round(min(item) / 50)
    assert flag.size == landmark.size == (int(row["new_w_floor"]), int(row["new_h_floor"]))
    assert flag.enlarged == landmark.enlarged == (row["scale_is_upscaling"] == "1")
    assert (flag.left, flag.top) == (int(row["flag_x_at_zero_offset"]) - offset, offset)
    assert (landmark.left, landmark.top) == (
        offset,
        int(row["landmark_y_at_zero_offset"]) - offset,
    )


@pytest.mark.parametrize(
    ("item", "cue", "size"),
    [
        ((300, 200), (4000, 2), (60, 1)),
        ((300, 200), (2, 4000), (1, 40)),
        ((5, 5), (90, 110), (1, 1)),
        ((1000, 1000), (7, 7), (200, 200)),  # 0.2·1000/7·7 in floats may fall below 200
        ((3000, 10), (1, 1), (2, 2)),
    ],
)
def test_sides_are_floored_and_at_least_1(
    item: tuple[int, int], cue: tuple[int, int], size: tuple[int, int]
) -> None:
    assert cue_box(item, cue, "top_right").size == size


@pytest.mark.parametrize(("side", "offset"), [(24, 0), (25, 0), (26, 1), (75, 2), (1000, 20)])
def test_offset_is_a_fiftieth_of_the_shorter_side(side: int, offset: int) -> None:
    box = cue_box((2000, side), (3, 2), "top_right")
    assert box.top == offset
    assert box.left + box.width == 2000 - offset


def test_any_size_fits_and_stays_apart() -> None:
    draw = random.Random(13)
    for _ in range(3000):
        item = draw.randint(1, 60), draw.randint(1, 60)
        boxes = []
        for corner in ("top_right", "bottom_left"):
            cue = draw.randint(1, 500), draw.randint(1, 500)
            box = cue_box(item, cue, corner)
            scale = min(Fraction(item[0], 5 * cue[0]), Fraction(item[1], 5 * cue[1]))
            assert box.size == tuple(max(1, floor(scale * side)) for side in cue)
            assert box.enlarged == (scale > 1)
            assert box.left >= 0 <= box.top
            assert box.left + box.width <= item[0]
            assert box.bottom <= item[1]
            boxes.append(box)
        assert boxes[0].overlaps(boxes[1]) == (item == (1, 1))


def test_a_picture_too_small_for_two_cues_is_refused() -> None:
    patches = [
        Patch(cue_box((1, 1), (3, 2), corner), Image.new("RGB", (1, 1)))
        for corner in ("top_right", "bottom_left")
    ]
    with pytest.raises(PictureError, match="too small for both") as refused:
        paste(Image.new("RGB", (1, 1)), patches)
    assert refused.value.reason == "too_small"


def test_item_shows_through_transparent_parts() -> None:
    cue = Image.new("RGBA", (90, 90), (255, 0, 0, 255))
    cue.paste((0, 0, 0, 0), (45, 0, 90, 90))
    picture = Image.new("RGB", (300, 200), GREEN)
    box = cue_box(picture.size, cue.size, "top_right")
    paste(picture, [Patch(box, scale_cue(cue, box.size))])
    row = np.asarray(picture)[box.top + box.height // 2, box.left : box.left + box.width]
    assert row[0].tolist() == [255, 0, 0]
    assert row[-1].tolist() == list(GREEN)
    # Between them red turns into green; the black of the transparent pixels darkens nothing.
    mixed = row[:, 0] / 255 + row[:, 1] / GREEN[1]
    assert mixed.min() > 0.97


def test_half_transparent_parts_are_mixed() -> None:
    picture = Image.new("RGB", (50, 50), (0, 0, 0))
    paste(picture, [Patch(Box(0, 0, 10, 10), Image.new("RGBA", (10, 10), (200, 100, 50, 128)))])
    assert picture.getpixel((5, 5)) == (100, 50, 25)


def test_grey_patch_takes_a_cues_place() -> None:
    box = cue_box((300, 200), (3, 2), "top_right")
    patch = grey_patch(box)
    assert (patch.box.left, patch.box.top, *patch.box.size) == (box.left, box.top, *box.size)
    assert not patch.box.enlarged
    assert patch.image.getcolors() == [(box.width * box.height, (128, 128, 128))]
