"""Every panel of CultureMix, in their order."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from culture_conflict.pictures.store import PictureStore
from culture_conflict.reports.culture_mix_accuracy import mix_accuracy
from culture_conflict.reports.culture_mix_confidence import mix_confidence
from culture_conflict.reports.culture_mix_distance import mix_distance
from culture_conflict.reports.culture_mix_leaderboard import mix_board
from culture_conflict.reports.culture_mix_maps import mix_confusion
from culture_conflict.reports.culture_mix_moves import mix_moves
from culture_conflict.reports.culture_mix_strips import mix_strips
from culture_conflict.reports.culture_mix_tables import mix_tables
from culture_conflict.reports.model import Panel
from culture_conflict.reports.reading import Frames
from culture_conflict.reports.views import View

__all__ = ["culture_mix"]


def culture_mix(
    frames: Frames, view: View, variants: pl.DataFrame | None, pictures: PictureStore
) -> Iterator[Panel]:
    """The panels whose marts this warehouse has."""
    strips, board = frames.get("mix_strips"), frames.get("culture_mix_leaderboard")
    accuracy, transitions = (
        frames.get("culture_mix_accuracy"),
        frames.get("culture_mix_transitions"),
    )
    shift, confusion = frames.get("culture_mix_label_shift"), frames.get("culture_mix_confusion")
    distance, entropy = frames.get("culture_mix_distance"), frames.get("culture_mix_entropy")
    confidence, foods = frames.get("culture_mix_confidence"), frames.get("mix_foods")
    if board is not None:
        yield mix_board(board, view)
    if strips is not None:
        yield mix_strips(strips, variants, pictures, view)
    if accuracy is not None:
        yield mix_accuracy(accuracy, view)
    if transitions is not None and shift is not None:
        yield mix_moves(transitions, shift, view)
    if confusion is not None:
        yield mix_confusion(confusion, view)
    if distance is not None and entropy is not None:
        yield mix_distance(distance, entropy, view)
    if confidence is not None and foods is not None:
        yield mix_confidence(foods, confidence, view)
    yield from mix_tables(frames, view)
