"""The leaderboards as a small PNG, for places that show pictures and run no script."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import polars as pl

from culture_conflict.home import Home
from culture_conflict.pictures.contact_sheet import MAX_WIDTH
from culture_conflict.reports.bundle import VEGA_LITE
from culture_conflict.reports.leaderboard import board_title, common_spec, ranked_boards
from culture_conflict.warehouse.read import read_mart

__all__ = ["MAX_BYTES", "fitted", "leaderboard_png", "smallest_png"]

MAX_BYTES = 140_000
_MOST = 30
_COLOURS = 128
_SCALES = (2.0, 1.0)


def leaderboard_png(home: Home) -> bytes | None:
    """The ranked models, each benchmark and source by itself; None where no model has a rank.

    At most 140 KB, so that it stays under 200 KB as a data URI.

    Raises:
        HomeError, MissingTableError: there is no leaderboard to draw.
    """
    boards = list(ranked_boards(read_mart(home.warehouse, "leaderboard")))
    if not boards:
        return None
    # Every board has a legend of its own: the words differ.
    apart = {"scale": {"color": "independent", "shape": "independent"}}
    return smallest_png({"vconcat": [_plot(board) for board in boards], "resolve": apart})


def _plot(board: pl.DataFrame) -> dict[str, Any]:
    drawn = common_spec(board.head(_MOST))
    return {**drawn, "width": 420, "title": board_title(board)}


def smallest_png(spec: dict[str, Any]) -> bytes | None:
    """A Vega-Lite specification as PNG of at most 140 KB and 980 pixels' width, else None."""
    import vl_convert

    def draw(scale: float) -> bytes:
        drawn: bytes = vl_convert.vegalite_to_png(spec, scale=scale, vl_version=VEGA_LITE)
        return _few_colours(drawn)

    return fitted(draw)


def fitted(draw: Callable[[float], bytes]) -> bytes | None:
    """What `draw` gives at the largest scale that fits a dialog of Dagster, as PNG; else None.

    Twice the size is tried, then less where that is wider than 980 pixels, then the size itself.
    """
    for scale in _SCALES:
        made = draw(scale)
        if (width := _width(made)) > MAX_WIDTH:
            made = draw(scale * MAX_WIDTH / width)
        if len(made) <= MAX_BYTES:
            return made
    return None


def _width(drawn: bytes) -> int:
    from PIL import Image

    with Image.open(BytesIO(drawn)) as picture:
        return picture.width


def _few_colours(drawn: bytes) -> bytes:
    """The same PNG with a palette, which takes a tenth of the bytes."""
    from PIL import Image

    made = BytesIO()
    with Image.open(BytesIO(drawn)) as picture:
        picture.convert("RGB").quantize(_COLOURS).save(made, "PNG", optimize=True)
    return made.getvalue()
