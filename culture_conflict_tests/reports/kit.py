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
SETTING = ("benchmark", "source", "model", "prompt_id", "evaluation")
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


def common_row(model: str, source: str = "sample", **more: Any) -> Row:
    """A row of the mart that spans the benchmarks."""
    row = setting(model, source) | {"kind": "reference", "rule": "guarded", "imported": False}
    row |= {"rank": 1, "n_variants": 200, "n_answered": 200, "coverage": 1.0}
    for n, name in enumerate(("score", "score_without", "followed")):
        row |= {f"{name}_name": name, name: 0.125 * n + 0.25, f"{name}_n": 16}
        row |= {f"{name}_ci_low": 0.125, f"{name}_ci_high": 0.75}
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


def distraction_row(model: str, source: str = "sample", **more: Any) -> Row:
    """One cell of the distraction mart, the one of `accuracy_rows`."""
    return (
        setting(model, source)
        | {"target": "country", "rule": "guarded", "category": "all", "perturb_method": "stacked"}
        | {"pair_method": "geo", "difficulty": "hard", "perturb_context": "flag"}
        | {"n_variants": 40, "n": 37, "coverage": 0.925, "n_wrong": 25, "n_distracted": 10}
        | {"distraction": 0.4, "n_wrong_original": 20, "n_distracted_original": 1}
        | {"distraction_original": 0.05, "n_paired": 35, "difference": 0.25}
        | more
    )


def place_row(model: str, region: str, name: str, drop: float | None, **more: Any) -> Row:
    """A row of the sub-region mart."""
    return (
        setting(model)
        | {"target": "country", "rule": "guarded", "perturb_method": "stacked", "level": "country"}
        | {"region": region, "region_name": name, "drop_paired": drop, "n_paired": 4, "n": 4}
        | {"n_variants": 4, "coverage": 1.0, "n_wrong": 1, "accuracy_original": 0.5}
        | more
    )


def fallback_row(model: str, name: str, share: float, rank: int) -> Row:
    return (
        setting(model)
        | {"rule": "guarded", "perturb_method": "stacked", "answered_country": "FRA"}
        | {"country_name": name, "n": 20, "n_answers": round(20 * share), "share": share}
        | {"rank": rank}
    )


def answer_row(model: str, variant: str, truth: str, answer: str | None, **more: Any) -> Row:
    """A row of int_answers: a wrong country answer to a stacked picture."""
    return (
        {name: setting(model)[name] for name in SETTING}
        | {"variant_id": variant, "target": "country", "rule": "guarded", "truth_country": truth}
        | {"answer_country": answer, "distractor_country": "PER", "perturb_method": "stacked"}
        | {"wrong": True, "correct": False, "distracted": answer == "PER", "paired": True}
        | {"reference_correct": True}
        | more
    )


def score_row(model: str, variant: str, answer: str | None, country: str | None) -> Row:
    return {name: setting(model)[name] for name in SETTING} | {
        "variant_id": variant,
        "repeat": 0,
        "target": "country",
        "state": "ok" if country else "refused",
        "answer": answer,
        "answer_country": country,
    }


def variant_row(variant: str, picture: str, reference: str | None = None) -> Row:
    """A row of stg_variants."""
    named = {"variant_id": variant, "picture": picture, "reference_variant": reference}
    return named | {"variant": "stacked/geo/hard/flag" if reference else "original"}


def everything() -> Made:
    """Two sources, an unranked model with a hostile name, an evaluation that does not rank."""
    other = {"evaluation": "canary", "rank": None, "rank_note": "evaluation canary does not rank"}
    partial = {"rank": None, "coverage": 0.975, "rank_note": "coverage 0.9750 is below 0.99"}
    published = {"origin": "published", "source": "published", "rule": "as_published"}
    printed = published | {"prompt_id": "published", "evaluation": "published"}
    models = [("model-a", "sample"), (HOSTILE, "sample"), ("model-a", "weddings")]
    scenes = {"benchmark": "signpost", "source": "four", "score": 0.875, "score_name": "MCRS / 100"}
    boards = [
        common_row("model-b", **scenes, rank=2),
        common_row("model-a", **scenes | {"score": 0.9375}),
        common_row("model-a"),
        common_row(HOSTILE, **partial),
        common_row("model-a", **other),
        common_row("model-a", "weddings"),
        common_row("Printed-1", **printed),
    ]
    board = [
        board_row("model-a"),
        board_row(HOSTILE, **partial),
        board_row("model-a", **other),
        board_row("model-a", "weddings", drawn=True),
        board_row("Printed-1", **printed),
    ]
    accuracies = [row for model in models for row in accuracy_rows(*model)]
    as_printed = [row | printed for row in accuracy_rows("Printed-1") if row["rule"] != "guarded"]
    canary = coverage_row("model-a", evaluation="canary", n_variants=20)
    return Made(
        {
            "marts.confused_tourist_leaderboard": board,
            "marts.leaderboard": boards,
            "marts.confused_tourist_accuracy": accuracies + as_printed,
            "marts.confused_tourist_distraction": [
                *(distraction_row(*model) for model in models),
                distraction_row("Printed-1", **printed),
            ],
            "marts.confused_tourist_subregion": [
                place_row("model-a", "JPN", "Japan", 0.25),
                place_row("model-a", "SGP", "Singapore", -0.5),
                place_row("model-a", "Eastern Asia", "Eastern Asia", 0.125, level="sub_region"),
                place_row("model-a", "BRA", "Brazil", None),
            ],
            "marts.confused_tourist_fallback": [
                fallback_row("model-a", "France", 0.75, 1),
                fallback_row("model-a", HOSTILE, 0.25, 2),
            ],
            "marts.answer_coverage": [*(coverage_row(*model) for model in models), canary],
            "staging.stg_sources": [_source("sample", "sample"), _source("weddings", "folder")],
            "seeds.known_differences": [
                dict.fromkeys(("place", "printed", "recomputed", "explanation", "here"), paper)
                | {"benchmark": paper, "kind": "differs"}
                for paper in ("confused_tourist", "signpost", "culture_mix")
            ],
            "staging.stg_countries": [
                {"iso3": "JPN", "name": "Japan"},
                {"iso3": "PER", "name": "Peru"},
            ],
            "staging.stg_variants": [
                variant_row("original", sha("original")),
                *(variant_row(f"copy{n}", sha(f"copy{n}"), "original") for n in range(13)),
            ],
            "staging.stg_scores": [
                score_row("model-a", "original", "Japan", "JPN"),
                score_row("model-a", "copy0", HOSTILE, "PER"),
                score_row("model-a", "copy1", "Japan", "JPN"),
                score_row("model-a", "copy2", None, None),
                *(score_row("model-a", f"copy{n}", "Chad", "TCD") for n in range(3, 13)),
            ],
            "intermediate.int_answers": [
                answer_row("model-a", "copy0", "JPN", "PER"),
                answer_row("model-a", "copy1", "JPN", "JPN", wrong=False, correct=True),
                answer_row("model-a", "copy2", "JPN", None),
                *(
                    answer_row("model-a", f"copy{n}", "JPN", "TCD", reference_correct=False)
                    for n in range(3, 13)
                ),
            ],
        }
    )


def _source(name: str, kind: str) -> Row:
    return {"benchmark": "confused_tourist", "source": name, "kind": kind, "title": f"All {name}"}
