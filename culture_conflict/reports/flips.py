"""Pictures on which a model changed its mind: the original beside the copy with a cue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import polars as pl

from culture_conflict.pictures.store import PictureStore
from culture_conflict.reports.model import Panel, Picture
from culture_conflict.reports.numbers import show
from culture_conflict.reports.thumbnails import thumbnail
from culture_conflict.reports.views import View, in_order_of, of_view

__all__ = ["flips"]

_PER_MODEL = 6
_IN_ALL = 24
_ANSWER = 200
_ABOUT = (
    "The model named another country, or none, once a foreign cue was on the picture. Shown are a "
    "few per model: first answers that were right before, then those that follow the cue; within "
    "these a fixed seed draws, no hand. Answers are the parsed country in the model's words."
)


def flips(
    drawn: pl.DataFrame, variants: pl.DataFrame | None, pictures: PictureStore, view: View
) -> Panel:
    """A few pairs of pictures per model; `variants` gives authors, licences and true names."""
    rows = in_order_of(of_view(drawn, view), view)
    if rows.is_empty() or variants is None:
        return Panel(
            "flips",
            "Pictures that changed a model's mind",
            _ABOUT,
            view.scope("n = 0"),
            missing="No answer changed with the cue in this setting."
            if variants is not None
            else f"The variants of {view.source} are not stored any more: build the source again.",
        )
    models = rows["model"].n_unique()
    each = max(1, min(_PER_MODEL, _IN_ALL // models))
    shown = rows.group_by("model", maintain_order=True).head(each).head(_IN_ALL)
    told = {row["variant_id"]: row for row in variants.iter_rows(named=True)}
    pairs = [_pair(row, told, pictures) for row in shown.iter_rows(named=True)]
    counts = rows.select("model", "n_changed", "n_lost", "n_followed").unique(maintain_order=True)
    return Panel(
        name="flips",
        title="Pictures that changed a model's mind",
        about=_ABOUT,
        scope=view.scope(f"n = {show(counts['n_changed'].sum(), 'count')} such answers"),
        pairs=pairs,
        notes=[_count(row) for row in counts.iter_rows(named=True)],
    )


def _count(row: Mapping[str, Any]) -> str:
    changed, lost, followed = (
        show(row[f"n_{name}"], "count") for name in ("changed", "lost", "followed")
    )
    return (
        f"{row['model']}: {changed} answers changed, {lost} of them from right to wrong, "
        f"{followed} to the cue's country."
    )


def _pair(
    row: Mapping[str, Any], told: Mapping[str, Mapping[str, Any]], pictures: PictureStore
) -> tuple[str, Picture, Picture]:
    """A title, the original and the copy, each with what was answered to it."""
    copy, original = (told.get(str(row[name]), {}) for name in ("variant_id", "reference_variant"))
    name = next(iter(copy.get("truth_items") or []), "item")
    truth = f"{name}, {row['truth_name'] or row['truth_country']}"
    cue = f"{_words(row['variant'])}: {row['distractor_name'] or row['distractor_country']}"
    before = _picture(pictures, row["reference_picture"], original, "Original", truth)
    after = _picture(pictures, row["picture"], copy, cue, f"{truth}, with a foreign cue ({cue})")
    return (
        f"{row['model']}: {truth}",
        replace(before, answer=_cut(row["reference_answer"] or f"({row['reference_state']})")),
        replace(after, answer=_cut(row["answer"] or f"({row['state']})")),
    )


def _picture(
    pictures: PictureStore, sha256: str, variant: Mapping[str, Any], caption: str, shows: str
) -> Picture:
    uri, reason = thumbnail(pictures, sha256)
    alt = f"{shows}." if uri else f"No picture ({reason}): {shows}."
    author, licence = variant.get("author"), variant.get("licence")
    credit = f"Picture: {author or 'unknown author'}, {licence or 'unknown licence'}"
    return Picture(uri, alt, caption, "", credit)


def _words(variant: str) -> str:
    return variant.replace("/", " ").replace("_", " ")


def _cut(answer: str) -> str:
    return answer if len(answer) <= _ANSWER else answer[: _ANSWER - 1] + "…"
