"""The grain of a sign's ground, as it is measured where little of the ground is seen."""

from __future__ import annotations

import numpy as np
import pytest

from culture_conflict.editors.local.filling import grain


def _plate(noise: float) -> tuple[np.ndarray, np.ndarray]:
    """A white plate with a dark border and strokes close to it; known is what is white."""
    pixels = np.full((60, 200, 3), 250, np.float32)
    pixels += np.random.default_rng(1).normal(0, noise, (60, 200, 1)).astype(np.float32)
    dark = np.ones((60, 200), bool)
    for top in range(3, 60, 14):
        dark[top : top + 8, 3:197] = False
    pixels[dark] = 20
    return pixels, ~dark


def test_a_smooth_plate_has_none_though_its_border_is_near() -> None:
    assert grain(*_plate(0)) < 0.1


@pytest.mark.parametrize("noise", [2, 5])
def test_noise_is_told(noise: float) -> None:
    assert 0.5 * noise < grain(*_plate(noise)) < 1.2 * noise


def test_too_few_pixels_tell_nothing() -> None:
    assert grain(np.zeros((5, 5, 3), np.float32), np.ones((5, 5), bool)) == 0
