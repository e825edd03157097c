"""Whether an edited picture is a dish on a table before the place it was joined to (A.2).

These are gates of pictures whose upper part is to be kept and whose lower part is to change; size,
colour and the like are judged as of any edited picture (`gates.check_picture`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from culture_conflict.editors.gates import check_picture

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["scene_fault", "scene_numbers"]

_KEPT = 12.0
_DARK, _FLAT, _WHITE = 8.0, 6.0, 0.6


def scene_numbers(joined: Image.Image, edited: Image.Image, upper: float) -> dict[str, float]:
    """Numbers from 0 to 255, or shares; of every second pixel of two RGB pictures.

    `upper` is the share of the height that the background takes of the plain join.
    `background_change` is the mean change of its upper two thirds, `mean` and `spread` are the
    whole picture's, `white_below` is the share of pure white under the background: a plain join has
    much of it, a table little.
    """
    import numpy as np

    before, after = (np.asarray(one)[::2, ::2].astype(np.int16) for one in (joined, edited))
    kept = round(before.shape[0] * upper * 2 / 3)
    below = after[round(after.shape[0] * upper) :]
    change = np.abs(before[:kept] - after[:kept]).mean() if before.shape == after.shape else 255.0
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

    A gate of any picture (`wrong_size`, `blank_image`), `black`, `flat`, `unchanged` (equal to the
    join), `background` (it was changed), or `no_table` (the food still stands on white). A plain
    join (`plain`) is asked for size and light alone.
    """
    shared = check_picture(edited, size=joined.size).reason
    below, kept = numbers["white_below"], numbers["background_change"]
    faults = {
        "black": numbers["mean"] < _DARK,
        "flat": numbers["spread"] < _FLAT,
        "unchanged": not plain and edited.tobytes() == joined.tobytes(),
        "background": not plain and kept > _KEPT,
        "no_table": not plain and below > _WHITE,
    }
    return shared or next((name for name, found in faults.items() if found), None)
