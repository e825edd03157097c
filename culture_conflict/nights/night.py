"""One night of one model: asked, and compared with the model's last night before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.benchmarks.confused_tourist.canary import ask_canary
from culture_conflict.home import Home
from culture_conflict.nights.history import earlier_night
from culture_conflict.nights.settings import evaluation_of, load_night_settings
from culture_conflict.nights.webhook import notify
from culture_conflict.tables.variants import VARIANTS

if TYPE_CHECKING:
    from culture_conflict.models.engine import Report

__all__ = ["ask_night", "compare_night", "tell"]

BENCHMARK = "confused_tourist"


def ask_night(
    home: Home, model: str, day: str, run_id: str, log: Callable[[str], None]
) -> tuple[pl.DataFrame, Sequence[Report]]:
    """CANARY_PREDICTIONS of the night by `nights.yaml`, and what each time of asking took.

    Raises:
        RegistryError: `nights.yaml` or the model's row can't be used.
        MissingTableError: the source has no variants yet.
        Others as `ask_canary`.
    """
    settings = load_night_settings(home.nights_file)
    return ask_canary(
        home,
        home.tables.read(VARIANTS, BENCHMARK, settings.source),
        model,
        run_id,
        log,
        day=day,
        evaluation=evaluation_of(day),
        limit=settings.sample,
        seed=settings.seed,
        repeats=settings.repeats,
    )


def compare_night(home: Home, model: str, day: str, night: pl.DataFrame) -> pl.DataFrame:
    """EVALUATION_DRIFT of a night's CANARY_PREDICTIONS.

    Raises:
        InvalidTableError: the night before was written for another version of its schema.
    """
    from culture_conflict.statistics.nights import drift_table

    settings = load_night_settings(home.nights_file)
    source = night["source"][0] if night.height else settings.source
    variants = home.tables.read(VARIANTS, BENCHMARK, source)
    return drift_table(night, earlier_night(home.tables, BENCHMARK, model, day), variants)


def tell(home: Home, text: str, facts: Mapping[str, object], log: Callable[[str], None]) -> bool:
    """Call the webhook of `nights.yaml`, if there is one; a webhook that fails is only logged.

    Raises:
        RegistryError: `nights.yaml` can't be used.
    """
    variable = load_night_settings(home.nights_file).webhook
    return notify(variable, text, {"benchmark": BENCHMARK, **facts}, log)
