"""A small warehouse made of rows written by hand, and a parser of finished reports."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

HOSTILE = "</script><img src=x onerror=alert(1)>"
RATES = (
    "country_accuracy_original",
    "item_accuracy_original",
    "country_accuracy_stacked",
    "item_accuracy_stacked",
    "distraction_stacked",
    "country_drop_stacked",
)
Row = dict[str, Any]


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def setting(model: str, source: str = "sample", **more: Any) -> Row:
    """What every measured row begins with."""
    return {
        "origin": "measured",
        "comparable": False,
        "comparable_reason": "illustrations",
        "benchmark": "confused_tourist",
        "source": source,
        "source_version": "v1",
        "model": model,
        "prompt_id": "base-v1",
        "evaluation": "main",
        "editor": "stacking",
    } | more


def board_row(model: str, source: str = "sample", *, drawn: bool = False, **more: Any) -> Row:
    """A row of the leaderboard; `drawn` gives its rates an interval."""
    row = setting(model, source) | {
        "kind": "reference",
        "rule": "guarded",
        "weighting": "over pictures",
        "rank": 1,
        "n_variants": 200,
        "n_answered": 200,
        "coverage": 1.0,
    }
    for n, rate in enumerate(RATES):
        row |= {rate: 0.125 * n + 0.0625, f"{rate}_n": 16, f"{rate}_numerator": 1}
        row |= {f"{rate}_ci_low": 0.05, f"{rate}_ci_high": 0.95} if drawn else {}
    return row | more


def accuracy_rows(model: str, source: str = "sample") -> list[Row]:
    cells = [("none", "none", "none", "none"), ("stacked", "geo", "hard", "flag")]
    names = ("perturb_method", "pair_method", "difficulty", "perturb_context")
    made = product(cells, ("country", "item"), ("guarded", "as_published"))
    return [
        setting(model, source)
        | dict(zip(names, cell, strict=True))
        | {
            "target": target,
            "rule": rule,
            "category": "all",
            "n_variants": 40,
            "n": 37,
            "n_errors": 3,
            "n_correct": 12 if rule == "guarded" else 13,
            "accuracy": 12 / 37 if rule == "guarded" else 13 / 37,
            "accuracy_all": 0.3,
            "coverage": 0.925,
            "n_paired": 35,
            "drop_paired": -0.0286 if cell[0] == "stacked" else None,
        }
        for cell, target, rule in made
    ]


def coverage_row(model: str, source: str = "sample", **more: Any) -> Row:
    states = ("hedged", "refused", "abstained", "unparsed", "truncated", "empty", "filtered")
    counts = {f"n_{state}": 0 for state in (*states, "out_of_range", "error", "missing", "stale")}
    row = setting(model, source) | counts | {"n_ok": 200, "n_variants": 200, "n_asked": 200}
    row |= {"n_answered": 200, "coverage": 1.0, "error_rate": 0.0, "n_unscored": 0, "n_repeats": 0}
    return row | more


@dataclass
class Made:
    """Rows by table, each with the columns it needs; `write` makes a warehouse of them."""

    tables: dict[str, list[Row]] = field(default_factory=dict)

    def write(self, path: Path) -> Path:
        with duckdb.connect(str(path)) as connection:
            connection.execute(Path(__file__).with_name("warehouse.sql").read_text("utf-8"))
            for name, rows in self.tables.items():
                made = pl.DataFrame(rows, infer_schema_length=None)
                connection.register("made", made.to_arrow())
                connection.execute(f"insert into {name} by name select * from made")
        return path


@dataclass
class Parsed(HTMLParser):
    """What a reader of the file's data sees: tables by mart, and every text and element."""

    tables: list[tuple[str, str, list[str], list[list[Any]]]] = field(default_factory=list)
    elements: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    _panel: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.elements.append((tag, found))
        if tag == "article":
            self._panel = str(found["id"])
        if tag == "table":
            self.tables.append((self._panel, str(found["data-mart"]), [], []))
        if "data-column" in found:
            self.tables[-1][2].append(str(found["data-column"]))
        if tag == "tr" and self.tables:
            self.tables[-1][3].append([])
        if "data-value" in found:
            self.tables[-1][3][-1].append(json.loads(str(found["data-value"])))


def parsed(html: str) -> Parsed:
    parser = Parsed()
    parser.feed(html)
    return parser


def everything() -> Made:
    """Two sources, an unranked model with a hostile name, an evaluation that does not rank."""
    other = {"evaluation": "canary", "rank": None, "rank_note": "evaluation canary does not rank"}
    partial = {"rank": None, "coverage": 0.975, "rank_note": "coverage 0.9750 is below 0.99"}
    published = {"origin": "published", "source": "published", "rule": "as_published"}
    board = [
        board_row("model-a"),
        board_row(HOSTILE, **partial),
        board_row("model-a", **other),
        board_row("model-a", "dishes", drawn=True),
        board_row("Printed-1", **published, prompt_id="published", evaluation="published"),
    ]
    models = [("model-a", "sample"), (HOSTILE, "sample"), ("model-a", "dishes")]
    return Made(
        {
            "marts.leaderboard": board,
            "marts.confused_tourist_accuracy": [r for m in models for r in accuracy_rows(*m)],
            "marts.answer_coverage": [
                *(coverage_row(*m) for m in models),
                coverage_row("model-a", evaluation="canary", n_variants=20),
            ],
            "staging.stg_sources": [_source("sample", "sample"), _source("dishes", "folder")],
        }
    )


def _source(name: str, kind: str) -> Row:
    return {"benchmark": "confused_tourist", "source": name, "kind": kind, "title": f"All {name}"}
