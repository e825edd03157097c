"""Why two evaluations differ: what made them, and which answers are not the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

__all__ = ["Compared", "Difference", "changed_parameters", "compare_answers", "differences"]

_ABSENT = "-"
_PLAIN = {
    "model": "model",
    "source": "source",
    "source_version": "source version",
    "evaluation": "evaluation",
    "repeat": "repeat",
    "prompt_id": "prompt",
    "provider": "provider",
    "model_revision": "revision",
    "served_models": "served by",
    "pictures": "pictures",
    "parser": "parser",
    "sample_limit": "sample limit",
    "sample_seed": "sample seed",
    "imported": "imported",
    "imported_from": "imported from",
}
# Columns of JSON, of which each name is compared by itself.
_NESTED = {"prompts": "prompt words", "parameters": "parameter", "versions": "version"}
# What was read; a benchmark's predictions have some of these.
_READ = (
    *("state", "item_answer", "country_answer", "country", "latitude", "longitude"),
    *("conflict", "trusts", "language"),
)


@dataclass(frozen=True)
class Difference:
    """One thing that is not the same, as text; `-` where one side has none."""

    what: str
    a: str
    b: str


@dataclass(frozen=True)
class Compared:
    """Answers of two evaluations to the same variants.

    Of `n_common` variants `n_read` were read differently (state, name or place), `n_worded` read
    the same in other words; `n_pictures` had another picture. `n_only_a` and `n_only_b` have a row
    on one side. `differing` holds `variant_id` and, as `a_*` and `b_*`, what was read.
    """

    n_common: int
    n_read: int
    n_worded: int
    n_pictures: int
    n_only_a: int
    n_only_b: int
    differing: pl.DataFrame


def changed_parameters(a: str, b: str) -> list[str]:
    """Names of the parameters (canonical JSON) that are not the same."""
    left, right = json.loads(a), json.loads(b)
    return sorted(name for name in {*left, *right} if left.get(name, ...) != right.get(name, ...))


def differences(a: Mapping[str, Any], b: Mapping[str, Any]) -> list[Difference]:
    """What is recorded of two evaluations (columns of EVALUATIONS) and is not the same."""
    plain = [Difference(told, _text(a[name]), _text(b[name])) for name, told in _PLAIN.items()]
    nested = [each for name, told in _NESTED.items() for each in _nested(told, a[name], b[name])]
    return [each for each in plain + nested if each.a != each.b]


def _nested(told: str, a: str | None, b: str | None) -> Iterator[Difference]:
    left, right = json.loads(a or "{}"), json.loads(b or "{}")
    for name in sorted({*left, *right}):
        values = (_text(each.get(name)) for each in (left, right))
        yield Difference(f"{told} {name}", *values)


def _text(value: Any) -> str:
    if value is None or value == []:
        return _ABSENT
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def compare_answers(a: pl.DataFrame, b: pl.DataFrame) -> Compared:
    """PREDICTIONS of two evaluations, joined on the variant."""
    known = [name for name in _READ if name in a.columns and name in b.columns]
    columns = ("variant_id", "picture", "answer", *known)
    left = a.select(columns).rename({name: f"a_{name}" for name in columns[1:]})
    right = b.select(columns).rename({name: f"b_{name}" for name in columns[1:]})
    both = left.join(right, on="variant_id", maintain_order="left")
    read = pl.any_horizontal(_unlike(name) for name in known)
    differing = both.filter(read)
    return Compared(
        n_common=both.height,
        n_read=differing.height,
        n_worded=both.filter(~read & _unlike("answer")).height,
        n_pictures=both.filter(_unlike("picture")).height,
        n_only_a=left.height - both.height,
        n_only_b=right.height - both.height,
        differing=differing,
    )


def _unlike(name: str) -> pl.Expr:
    return pl.col(f"a_{name}").ne_missing(pl.col(f"b_{name}"))
