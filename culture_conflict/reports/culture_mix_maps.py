"""Which country a dish is taken for, and how countries of many words draw answers."""

from __future__ import annotations

import polars as pl

from culture_conflict.reports.culture_mix_words import (
    country_name,
    measured,
    subtask_words,
)
from culture_conflict.reports.model import Chart, Column, Panel, Table
from culture_conflict.reports.numbers import percent, show
from culture_conflict.reports.specs import Json, choose, heat_map, nominal, quantity, tooltip
from culture_conflict.reports.views import View

__all__ = ["mix_confusion"]

_COLUMNS = (
    Column("model", "model"),
    Column("subtask", "pictures"),
    Column("truth_country", "target"),
    Column("truth_level", "its level"),
    Column("answered_name", "answered"),
    Column("answered_level", "its level"),
    Column("share", "share (%)", "rate"),
    Column("", "95 %", "ends"),
    Column("n_answers", "answers", "count"),
    Column("n", "n", "count"),
)
_LEVELS = ("high", "middle", "low", "unknown", "none")
_MOST = 14
_ABOUT = (
    "Shares of the countries that are answered, of all answers about targets of one country. "
    "Resource levels are those of the language that most people speak at home: the paper takes "
    "them for how well pictures of a country are known, and names six countries; the others are "
    "our reading."
)


def mix_confusion(mart: pl.DataFrame, view: View) -> Panel:
    """Two heat maps of one model at a time: countries, and resource levels."""
    rows = measured(mart, view)
    by = {level: rows.filter(level=level) for level in ("country", "resource")}
    n = int(by["country"]["n_answers"].sum())
    settings = list(dict.fromkeys(_settings(by["country"])))
    return Panel(
        name="mix-confusion",
        title="Which country a dish is taken for",
        about=_ABOUT,
        scope=view.scope(f"n = {show(n, 'count')} answers, all models"),
        charts=[
            _map(_frequent(by["country"]), settings, "Targets and answers", "target"),
            _map(
                _in_levels(by["resource"]), settings, "The same by resource level", "target's level"
            ),
        ]
        if n
        else [],
        tables=[
            Table(
                "culture_mix_confusion",
                "By resource level",
                _COLUMNS,
                by["resource"],
                folded="All levels",
            ),
            Table(
                "culture_mix_confusion",
                "By country",
                _COLUMNS,
                by["country"],
                folded="All countries",
            ),
        ],
        missing=None if n else "No country was answered in this setting.",
    )


def _frequent(rows: pl.DataFrame) -> pl.DataFrame:
    """Answers that are frequent over all models and pictures; a few keep the map legible."""
    counted = rows.group_by("answered_country").agg(pl.col("n_answers").sum())
    frequent = counted.sort("n_answers", "answered_country", descending=[True, False]).head(_MOST)
    kept = rows.filter(pl.col("answered_country").is_in(frequent["answered_country"].implode()))
    return kept.sort("truth_country", "answered_name", maintain_order=True)


def _in_levels(rows: pl.DataFrame) -> pl.DataFrame:
    places = [
        pl.col(name).replace_strict(_LEVELS, range(len(_LEVELS)), default=9)
        for name in ("truth_country", "answered_country")
    ]
    return rows.sort(places, maintain_order=True)


def _settings(rows: pl.DataFrame) -> list[str]:
    """Model and kind of picture of each row, in words."""
    found = rows.select("model", "subtask").iter_rows()
    return [f"{model}, {subtask_words(subtask)}" for model, subtask in found]


def _map(rows: pl.DataFrame, settings: list[str], title: str, axis: str) -> Chart:
    values: list[Json] = [
        {
            "model": name,
            "truth": country_name(row["truth_country"]),
            "answer": row["answered_name"],
            "value": percent(row["share"]),
            "shown": show(row["share"], "rate"),
            "n": f"{show(row['n_answers'], 'count')} of {show(row['n'], 'count')}",
        }
        for name, row in zip(_settings(rows), rows.iter_rows(named=True), strict=True)
    ]
    param, chosen = choose("model", settings)
    spec = heat_map(
        values,
        x=nominal("answer", "answered", axis={"labelAngle": -40, "labelLimit": 150}),
        y=nominal("truth", axis, axis={"labelLimit": 150}),
        colour=quantity("value", "%", scale={"scheme": "blues", "domain": [0, 100]}, legend=None),
        text="shown",
        light_above=55,
        says=tooltip(truth="target", answer="answered", shown="%", n="answers"),
    )
    spec |= {"params": [param], "transform": [chosen]}
    alt = f"{title}: heat map of one model and kind of picture at a time; the tables have all."
    return Chart(title, alt, spec, min_width=560 if axis == "target" else 320)
