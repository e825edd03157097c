"""Two evaluations of ConfusedTourist side by side, by the names a user gives them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from culture_conflict.benchmarks.confused_tourist.parser_id import parser_id
from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.errors import CultureConflictError
from culture_conflict.home import Home
from culture_conflict.models.ledger import Ledger
from culture_conflict.models.past import Past, past_evaluations
from culture_conflict.models.settings import is_slug
from culture_conflict.tables.evaluations import EVALUATIONS
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.tables.variants import VARIANTS

__all__ = ["ComparisonError", "Side", "load_side"]

_BENCHMARK = "confused_tourist"
_NAME = re.compile(r"(?P<model>[^@:]+)(?:@(?P<source>[^@:]+))?(?::(?P<key>[^@:]+))?")


class ComparisonError(CultureConflictError):
    """A name stands for no evaluation, or for several."""


@dataclass(frozen=True)
class Side:
    """One evaluation: its name, columns of EVALUATIONS, and rows with columns of PREDICTIONS."""

    name: str
    facts: Mapping[str, Any]
    answers: pl.DataFrame


def load_side(home: Home, name: str) -> Side:
    """The evaluation that `MODEL`, `MODEL@SOURCE` or `MODEL@SOURCE:KEY` names.

    Without a key it is the one in the tables. A key is the beginning of a run's id, or what the
    message of an unknown key lists: then it is the evaluation as the ledger holds it, with the
    answers to pictures still in force, read by the parser in force.

    Raises:
        ComparisonError: the name fits no evaluation, or several.
        MissingTableError: the model was never evaluated on this source.
    """
    if not (parts := _NAME.fullmatch(name)) or not is_slug(parts["model"]):
        raise ComparisonError(f"{name!r}: expected MODEL, MODEL@SOURCE or MODEL@SOURCE:KEY.")
    model, source = parts["model"], parts["source"] or _only_source(home, parts["model"])
    if parts["key"] is not None:
        return _from_ledger(home, model, source, parts["key"])
    rows = home.tables.read(EVALUATIONS, _BENCHMARK, model, source)
    answers = home.tables.read(PREDICTIONS, _BENCHMARK, model, source)
    if rows.is_empty():
        raise ComparisonError(f"{model}@{source}: the evaluation is empty. Evaluate it first.")
    return Side(f"{model}@{source}", rows.row(0, named=True), answers)


def _only_source(home: Home, model: str) -> str:
    folder = home.tables.path(EVALUATIONS, _BENCHMARK, model, "any").parent
    sources = sorted(path.stem for path in folder.glob("*.parquet"))
    if len(sources) == 1:
        return sources[0]
    if not sources:
        raise ComparisonError(
            f"{model} has no evaluation. Run `culture-conflict evaluate --model {model}` first."
        )
    raise ComparisonError(f"{model} has several: name one of {_named(model, sources)}.")


def _from_ledger(home: Home, model: str, source: str, key: str) -> Side:
    variants = home.tables.read(VARIANTS, _BENCHMARK, source)
    held = Ledger(home.ledger, _BENCHMARK, model, source).read(lambda entry: entry.error is None)
    known = past_evaluations([*held.answers.values()])
    found = [past for past in known if past.key == key] or [
        past for past in known if any(run.startswith(key) for run in past.runs)
    ]
    if len(found) != 1:
        raise ComparisonError(_several(f"{model}@{source}", key, found or known, len(found)))
    answers = found[0].answers(variants, parse)
    return Side(f"{model}@{source}:{key}", found[0].facts(answers, variants, parser_id()), answers)


def _several(where: str, key: str, pasts: Sequence[Past], n: int) -> str:
    listed = "".join(f"\n  {past.describe()}" for past in pasts) or " none"
    what = f"fits {n} evaluations" if n else "is unknown"
    return f"{where}: key {key!r} {what}. The ledger holds:{listed}"


def _named(model: str, sources: Sequence[str]) -> str:
    return ", ".join(f"{model}@{source}" for source in sources)
