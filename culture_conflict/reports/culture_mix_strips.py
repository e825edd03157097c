"""Dishes from alone to mixed, with what was answered at each step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from culture_conflict.pictures.store import PictureStore
from culture_conflict.reports.culture_mix_words import SUBTASKS, country_name, subtask_words
from culture_conflict.reports.model import Panel, Picture, Strip
from culture_conflict.reports.thumbnails import thumbnail
from culture_conflict.reports.views import View, in_order_of, of_view

__all__ = ["mix_strips"]

_MOST = 8
_ANSWER = 60
_ORDER = ("sf", "mf", "sfb", "mfb")
_ABOUT = (
    "The same dish alone, beside another, before a place, and both, with the country that was "
    "answered. Shown are the dishes whose label moved most, drawn by a fixed seed where several do."
)


def mix_strips(
    drawn: pl.DataFrame, variants: pl.DataFrame | None, pictures: PictureStore, view: View
) -> Panel:
    """A few rows of pictures per model; `variants` gives true names, authors and licences."""
    rows = in_order_of(of_view(drawn, view), view)
    title = "From one dish to a mixed picture"
    if rows.is_empty() or variants is None:
        why = (
            "No picture was answered in this setting."
            if variants is not None
            else (f"The variants of {view.source} are not stored any more: build the source again.")
        )
        return Panel("mix-strips", title, _ABOUT, view.scope("n = 0"), missing=why)
    told = {row["variant_id"]: row for row in variants.iter_rows(named=True)}
    groups = rows.partition_by("model", "group_id", maintain_order=True)[:_MOST]
    strips = [_strip(group.to_dicts(), told, pictures) for group in groups]
    return Panel(
        name="mix-strips",
        title=title,
        about=_ABOUT,
        scope=view.scope(f"n = {len(strips)} dishes shown"),
        strips=strips,
    )


def _strip(
    rows: list[dict[str, Any]], told: Mapping[str, Mapping[str, Any]], pictures: PictureStore
) -> Strip:
    rows = sorted(rows, key=lambda row: _ORDER.index(row["subtask"]))
    first = told.get(rows[0]["variant_id"], {})
    name = next(iter(first.get("truth_items") or []), "dish")
    where = country_name(str(first.get("truth_country", "unknown country")))
    title = f"{rows[0]['model']}: {name}, {where}"
    return Strip(title, [_picture(row, told, pictures, name) for row in rows])


def _picture(
    row: Mapping[str, Any],
    told: Mapping[str, Mapping[str, Any]],
    pictures: PictureStore,
    name: str,
) -> Picture:
    uri, reason = thumbnail(pictures, row["picture"])
    variant = told.get(row["variant_id"], {})
    shows = f"{name}: {subtask_words(row['subtask'])}"
    answer = str(row["answer"] or f"({row['state'] or 'not asked'})")
    mark = "right" if row["correct_guarded"] else "wrong"
    if row["state"] in {None, "error"}:
        mark = "not counted"
    elif mark == "wrong" and "distractor" in {row["food_pull"], row["background_pull"]}:
        mark += ", follows the distractor"
    return Picture(
        uri=uri,
        alt=f"{shows}." if uri else f"No picture ({reason}): {shows}.",
        caption=f"{SUBTASKS[row['subtask']]} ({mark}):",
        answer=answer if len(answer) <= _ANSWER else answer[: _ANSWER - 1] + "…",
        credit=f"Picture: {variant.get('author') or 'unknown author'}, "
        f"{variant.get('licence') or 'unknown licence'}",
    )
