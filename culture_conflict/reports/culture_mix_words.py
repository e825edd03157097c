"""How the report calls the parts of CultureMix."""

from __future__ import annotations

import polars as pl

from culture_conflict.places.countries import countries
from culture_conflict.reports.views import View, in_order_of, of_view

__all__ = ["DISTANCES", "SUBTASKS", "country_name", "measured", "subtask_words"]

SUBTASKS = {
    "sf": "food alone",
    "mf": "beside a food",
    "sfb": "before a place",
    "mfb": "both",
    "mixed": "all mixed",
    "object": "beside a thing",
    "all": "all",
}
DISTANCES = {
    "same_country": "same country",
    "same_continent": "same continent",
    "other_continent": "other continent",
}

_TOLD = ("target", "cue", "level", "truth_country", "answered_country", "background_kind")


def subtask_words(subtask: str) -> str:
    """What the pictures of a subtask show."""
    return SUBTASKS.get(subtask, subtask)


def country_name(code: str) -> str:
    """The name of an alpha-3 code; what is none (a resource level, say) stays as it is."""
    known = countries().get(code)
    return known.name if known else code


def measured(mart: pl.DataFrame, view: View) -> pl.DataFrame:
    """The view's own rows, models in the view's order, subtasks and distances in the paper's."""
    rows = of_view(mart, view).filter(pl.col("origin") == "measured")
    place = {name: n for n, name in enumerate([*SUBTASKS, *DISTANCES])}
    order = [
        pl.col(name).replace_strict(place, default=len(place), return_dtype=pl.Int64)
        for name in ("subtask", "distance")
    ]
    known = [one for one in order if one.meta.root_names()[0] in rows.columns]
    told = [name for name in _TOLD if name in rows.columns]
    return in_order_of(rows.sort("model", *known, *told, maintain_order=True), view)
