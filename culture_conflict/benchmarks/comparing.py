"""Two evaluations of one benchmark side by side, by the names a user gives them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from culture_conflict.benchmarks.benchmark import Benchmark
from culture_conflict.benchmarks.catalog import asked_benchmarks, benchmark_of, get_benchmark
from culture_conflict.benchmarks.prompts import BASE
from culture_conflict.errors import CultureConflictError
from culture_conflict.home import Home
from culture_conflict.models.ledger import Ledger
from culture_conflict.models.past import Past, past_evaluations
from culture_conflict.models.settings import is_slug
from culture_conflict.tables.catalog import table_of
from culture_conflict.tables.evaluations import EVALUATIONS

__all__ = ["ComparisonError", "Side", "load_side"]

_NAME = re.compile(r"(?P<model>[^@:]+)(?:@(?P<source>[^@:]+))?(?::(?P<key>[^@:]+))?")


class ComparisonError(CultureConflictError):
    """A name stands for no evaluation, or for several."""


@dataclass(frozen=True)
class Side:
    """One evaluation: its name, columns of EVALUATIONS, and rows with columns of PREDICTIONS."""

    name: str
    benchmark: Benchmark
    facts: Mapping[str, Any]
    answers: pl.DataFrame


def load_side(home: Home, name: str, benchmark: str | None = None) -> Side:
    """The evaluation that `MODEL`, `MODEL@SOURCE` or `MODEL@SOURCE:KEY` names.

    Without a key it is the one in the tables; of several prompts the base, or else the last that
    was asked. A key is the beginning of a run's id, or what the
    message of an unknown key lists: then it is the evaluation as the ledger holds it, with the
    answers to pictures still in force, read by the parser in force. A `benchmark` is needed only
    where several have a source of this name.

    Raises:
        ComparisonError: the name fits no evaluation, or several.
        RegistryError: no such benchmark, or none has this source.
        MissingTableError: the model was never evaluated on this source.
    """
    if not (parts := _NAME.fullmatch(name)) or not is_slug(parts["model"]):
        raise ComparisonError(f"{name!r}: expected MODEL, MODEL@SOURCE or MODEL@SOURCE:KEY.")
    model, source = parts["model"], parts["source"]
    if source is None:
        asked, source = _only_source(home, model, benchmark)
    else:
        asked = benchmark_of(home, source, benchmark)
    if parts["key"] is not None:
        return _from_ledger(home, asked, model, source, parts["key"])
    rows = home.tables.read(EVALUATIONS, asked.name, model, source)
    answers = home.tables.read(table_of(asked.name, "predictions"), asked.name, model, source)
    if rows.is_empty():
        raise ComparisonError(f"{model}@{source}: the evaluation is empty. Evaluate it first.")
    base = rows.filter(prompt_id=asked.library(home).get(BASE).prompt_id)
    facts = (rows if base.is_empty() else base).row(0, named=True)
    return Side(f"{model}@{source}", asked, facts, answers.filter(prompt_id=facts["prompt_id"]))


def _only_source(home: Home, model: str, benchmark: str | None) -> tuple[Benchmark, str]:
    among = asked_benchmarks() if benchmark is None else [get_benchmark(benchmark).name]
    found = [
        (get_benchmark(name), path.stem)
        for name in among
        for path in sorted(
            home.tables.path(EVALUATIONS, name, model, "any").parent.glob("*.parquet")
        )
    ]
    if len(found) == 1:
        return found[0]
    if not found:
        raise ComparisonError(
            f"{model} has no evaluation. Run `culture-conflict evaluate --model {model}` first."
        )
    raise ComparisonError(
        f"{model} has several: name one of {_named(model, found)}, and where sources of two "
        f"benchmarks share a name, say --benchmark."
    )


def _from_ledger(home: Home, asked: Benchmark, model: str, source: str, key: str) -> Side:
    variants = asked.ready(home, home.tables.read(asked.variants, asked.name, source))
    held = Ledger(home.ledger, asked.name, model, source).read(lambda entry: entry.error is None)
    known = past_evaluations([*held.answers.values()])
    found = [past for past in known if past.key == key] or [
        past for past in known if any(run.startswith(key) for run in past.runs)
    ]
    if len(found) != 1:
        raise ComparisonError(_several(f"{model}@{source}", key, found or known, len(found)))
    answers = found[0].answers(variants, asked.parsers(asked.library(home)))
    facts = found[0].facts(answers, variants, asked.parser_id())
    return Side(f"{model}@{source}:{key}", asked, facts, answers)


def _several(where: str, key: str, pasts: Sequence[Past], n: int) -> str:
    listed = "".join(f"\n  {past.describe()}" for past in pasts) or " none"
    what = f"fits {n} evaluations" if n else "is unknown"
    return f"{where}: key {key!r} {what}. The ledger holds:{listed}"


def _named(model: str, found: Sequence[tuple[Benchmark, str]]) -> str:
    return ", ".join(f"{model}@{source} ({benchmark.name})" for benchmark, source in found)
