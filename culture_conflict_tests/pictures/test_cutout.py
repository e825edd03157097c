"""Cutting dishes out: exact by transparency, close by plain grounds and GrabCut, never silently."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from culture_conflict.errors import PictureError
from culture_conflict.pictures.cutout import (
    cut_out,
    edge_share,
    flat,
    in_square,
    methods_for,
    solidity,
)

BOX = (30, 20, 110, 90)


def _dish(ground: tuple[int, ...]) -> Image.Image:
    image = Image.new("RGBA", (150, 120), ground)
    pen = ImageDraw.Draw(image)
    pen.ellipse(BOX, fill=(190, 60, 40, 255))
    pen.ellipse((60, 45, 80, 65), fill=(240, 240, 240, 255))  # white food inside is food
    return image


def _noisy() -> Image.Image:
    rng = np.random.default_rng(1)
    ground = rng.integers(60, 200, (120, 150, 3), dtype=np.uint8)
    image = Image.fromarray(ground).convert("RGBA")
    dish = _dish((0, 0, 0, 0))
    image.alpha_composite(dish)
    return image


def test_which_ways_depend_on_transparency() -> None:
    assert methods_for(_dish((0, 0, 0, 0))) == ("alpha", "grabcut")
    assert methods_for(_dish((240, 240, 240, 255))) == ("border", "grabcut")


@pytest.mark.parametrize("method", ["border", "grabcut"])
def test_a_plain_ground_goes_and_the_dish_with_its_white_middle_stays(method: str) -> None:
    cut = cut_out(_dish((240, 240, 240, 255)), method)
    assert abs(cut.width - 81) <= 4
    assert abs(cut.height - 71) <= 4
    alpha = np.asarray(cut.getchannel("A"))
    assert alpha[cut.height // 2, cut.width // 2] == 255
    assert alpha[0, 0] == alpha[-1, -1] == 0
    assert (alpha > 127).mean() == pytest.approx(np.pi / 4, abs=0.06)


def test_transparency_is_kept_exactly() -> None:
    dish = _dish((0, 0, 0, 0))
    cut = cut_out(dish, "alpha")
    assert cut.tobytes() == dish.crop((30, 20, 111, 91)).tobytes()


def test_no_rim_of_the_ground_is_left() -> None:
    cut = cut_out(_dish((20, 200, 20, 255)), "border")
    shown = np.asarray(flat(cut), dtype=int)
    green = (shown[:, :, 1] - shown[:, :, 0]) > 30
    assert green.sum() == 0


def test_grabcut_finds_a_dish_on_a_restless_ground_where_border_refuses() -> None:
    with pytest.raises(PictureError, match="of one colour") as caught:
        cut_out(_noisy(), "border")
    assert caught.value.reason == "no_ground"
    cut = cut_out(_noisy(), "grabcut")
    assert abs(cut.width - 81) <= 12
    assert cut_out(_noisy(), "grabcut").tobytes() == cut.tobytes()


@pytest.mark.parametrize("method", ["border", "grabcut", "alpha"])
def test_a_picture_without_a_dish_is_refused(method: str) -> None:
    with pytest.raises(PictureError) as caught:
        cut_out(Image.new("RGBA", (90, 90), (120, 120, 120, 255)), method)
    assert caught.value.reason == "no_food"


def test_cropped_food_shows_at_the_edge() -> None:
    whole = cut_out(_dish((240, 240, 240, 255)), "border")
    half = cut_out(_dish((240, 240, 240, 255)).crop((0, 0, 70, 120)), "border")
    assert edge_share(whole) < 0.3 < edge_share(half)


@pytest.mark.parametrize("method", ["border", "grabcut"])
def test_a_dish_fills_its_outline(method: str) -> None:
    assert solidity(cut_out(_dish((240, 240, 240, 255)), method)) > 0.95


def test_a_cut_with_gaps_is_not_solid() -> None:
    plate = Image.new("RGBA", (200, 200), (255, 255, 255, 255))
    pen = ImageDraw.Draw(plate)
    pen.arc((20, 20, 180, 180), 0, 250, fill=(120, 120, 120, 255), width=12)  # its rim has a gap
    pen.ellipse((75, 75, 125, 125), fill=(190, 60, 40, 255))
    assert solidity(cut_out(plate, "border")) < 0.8
    assert solidity(Image.new("RGBA", (5, 5), (9, 9, 9, 0))) == 1.0


def test_a_square_holds_the_dish_in_its_middle_on_pure_white() -> None:
    square = in_square(cut_out(_dish((0, 0, 0, 0)), "alpha"), 200)
    box = square.getchannel("A").getbbox()
    assert box is not None
    assert box[2] - box[0] == pytest.approx(176, abs=1)
    assert box[0] == pytest.approx(200 - box[2], abs=1)
    assert box[1] == pytest.approx(200 - box[3], abs=1)
    assert flat(square).getpixel((0, 0)) == (255, 255, 255)
