"""The last nights in the terminal: what was asked, what is missing, what changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any

import polars as pl
from rich import box
from rich.console import Console
from rich.table import Table

from culture_conflict.home import Home
from culture_conflict.models.registry import load_registry
from culture_conflict.nights.history import describe, real_changes, stored_models, stored_nights
from culture_conflict.nights.settings import NightSettings, load_night_settings
from culture_conflict.tables.canary_predictions import CANARY_PREDICTIONS
from culture_conflict.tables.evaluation_drift import DRIFT_METRICS, EVALUATION_DRIFT

__all__ = ["print_nights"]

BENCHMARK = "confused_tourist"

_HEADINGS = ("night", "against", "countries", "items", "distraction", "answers", "n", "change")
# One line: the terminal breaks it where it ends.
_LEGEND = (
    "countries, items: right answers in %, guarded; distraction: wrong countries that are the "
    "cue's; answers: % that differ between the nights, in brackets within a night: the model's own "
    "noise. n: pictures answered every time on both nights. A change is real where p is below 0.05 "
    "after Holm's correction over the four; whole items are exchanged between the nights, never "
    "answers."
)
_ABSENT = "missing: it was never asked, or failed; materialize its partition to ask or go on"


def print_nights(home: Home, model: str | None, last: int, console: Console) -> None:
    """A table of the last nights per model, and a sentence for each real change in them.

    Raises:
        RegistryError: the model is unknown, or `models.yaml` or `nights.yaml` can't be used.
        InvalidTableError: a night was written for another version of its schema.
    """
    settings = load_night_settings(home.nights_file)
    console.print(_schedule(settings), markup=False, highlight=False, soft_wrap=True)
    models = _models(home, model)
    if not models:
        console.print(
            "No model is asked at night: write `nightly: true` into its row of models.yaml.",
            markup=False,
        )
    for key in models:
        _print_model(home, key, last, console)
    if models:
        console.print(_LEGEND, style="dim", markup=False)


def _schedule(settings: NightSettings) -> str:
    state = "on" if settings.enabled else "off, unless it was switched on in the UI"
    return (
        f"Nights: {settings.cron} in {settings.time_zone} ({state}); at most {settings.sample:,} "
        f"pictures of {settings.source}, each asked {settings.repeats} times."
    )


def _models(home: Home, model: str | None) -> list[str]:
    registry = load_registry(home.models_file)
    if model is not None:
        return [registry.get(model).key]
    nightly = {row.key for row in registry.enabled() if row.nightly}
    return sorted(nightly | set(stored_models(home.tables, BENCHMARK)))


def _print_model(home: Home, model: str, last: int, console: Console) -> None:
    asked = stored_nights(home.tables, CANARY_PREDICTIONS, BENCHMARK, model)
    compared = set(stored_nights(home.tables, EVALUATION_DRIFT, BENCHMARK, model))
    table = Table(title=model, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in _HEADINGS:
        table.add_column(heading, justify="left" if heading == "change" else "right")
    sentences: list[str] = []
    for day in _days(asked)[-last:]:
        if day in compared:
            drift = home.tables.read(EVALUATION_DRIFT, BENCHMARK, day, model)
            table.add_row(*_cells(day, drift))
            sentences += describe(drift)
        else:
            told = "asked, not compared yet" if day in asked else _ABSENT
            table.add_row(day, *["-"] * (len(_HEADINGS) - 2), told)
    console.print(table if asked else f"{model}: no night yet", highlight=False)
    for sentence in sentences:
        console.print(f"  {sentence}", markup=False, highlight=False, soft_wrap=True)


def _days(asked: Sequence[str]) -> list[str]:
    """Every day from the first night to the last."""
    if not asked:
        return []
    first, end = date.fromisoformat(asked[0]), date.fromisoformat(asked[-1])
    return [(first + timedelta(days=n)).isoformat() for n in range((end - first).days + 1)]


def _cells(day: str, drift: pl.DataFrame) -> tuple[str, ...]:
    if drift.is_empty():
        return (day, *["-"] * (len(_HEADINGS) - 2), "no picture of it is in force any more")
    rows = {row["metric"]: row for row in drift.iter_rows(named=True)}
    first = rows[DRIFT_METRICS[0]]
    answers = f"{_percent(rows['answers'], 'value')} ({_percent(rows['answers'], 'flip_rate')})"
    values = [_percent(rows[metric], "value") for metric in DRIFT_METRICS[:-1]]
    change = "; ".join(_change(drift))
    return (day, first["previous"] or "-", *values, answers, str(first["n"]), change)


def _percent(row: dict[str, Any], name: str) -> str:
    return "-" if row[name] is None else f"{100 * row[name]:.1f}"


def _change(drift: pl.DataFrame) -> Iterator[str]:
    row, real = drift.row(0, named=True), real_changes(drift)
    if not row["n"]:
        yield str(row["reason"])
    elif real.is_empty():
        yield "none shown"
    else:
        yield f"real: {', '.join(real['metric'].to_list())}"
    if row["changed"]:
        yield str(row["changed"])
