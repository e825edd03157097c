"""Outlines stand around what they show and cover nothing of it."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

from culture_conflict.pictures.outlines import outlined


def test_an_outline_is_drawn_around_its_part_and_the_picture_is_small() -> None:
    made = io.BytesIO()
    Image.new("RGB", (1000, 500), (20, 20, 20)).save(made, "PNG")
    box = [200.0, 200.0, 600.0, 200.0, 600.0, 300.0, 200.0, 300.0]
    image = Image.open(io.BytesIO(outlined(made.getvalue(), [box], side=500)))
    assert image.size == (500, 250)
    bright = np.asarray(image).max(axis=2) > 120
    assert not bright[104:146, 104:296].any()
    assert bright[92:102, 100:300].any()
    assert not bright[:90].any()
