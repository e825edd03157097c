"""What an edited scene has to fulfil before anybody looks at it (after A.2's criteria)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from culture_conflict.benchmarks.culture_mix.joining import SPLIT

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["measured", "scene_fault"]

_KEPT = 12.0
_DARK, _FLAT, _WHITE = 8.0, 6.0, 0.6


def measured(joined: Image.Image, edited: Image.Image) -> dict[str, float]:
    """Numbers from 0 to 255, or shares; of every second pixel of two RGB pictures.

    `background_change` is the mean change of the upper part (two thirds of the join's background),
    `mean` and `spread` are the whole picture's, `white_below` is the share of pure white under the
    background: a plain join has much of it, a table little.
    """
    import numpy as np

    before, after = (np.asarray(one)[::2, ::2].astype(np.int16) for one in (joined, edited))
    upper = round(before.shape[0] * SPLIT * 2 / 3)
    below = after[round(after.shape[0] * SPLIT) :]
    change = np.abs(before[:upper] - after[:upper]).mean() if before.shape == after.shape else 255.0
    return {
        "background_change": round(float(change), 2),
        "mean": round(float(after.mean()), 2),
        "spread": round(float(after.std()), 2),
        "white_below": round(float((below.min(axis=2) >= 254).mean()), 3),
    }


def scene_fault(
    joined: Image.Image, edited: Image.Image, numbers: dict[str, float], *, plain: bool
) -> str | None:
    """The first thing that is wrong, in one word; None if nothing is.

    `resized`, `black`, `flat`, `unchanged` (equal to the join), `background` (it was changed), or
    `no_table` (the food still stands on white). A plain join (`plain`) is asked for size and light
    alone.
    """
    below, kept = numbers["white_below"], numbers["background_change"]
    faults = {
        "resized": edited.size != joined.size,
        "black": numbers["mean"] < _DARK,
        "flat": numbers["spread"] < _FLAT,
        "unchanged": not plain and edited.tobytes() == joined.tobytes(),
        "background": not plain and kept > _KEPT,
        "no_table": not plain and below > _WHITE,
    }
    return next((name for name, found in faults.items() if found), None)
