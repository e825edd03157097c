"""Small made-up tables of every kind, with answers that depend on nothing but a seed."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from culture_conflict.benchmarks.confused_tourist.scoring import score
from culture_conflict.sources.sets import named_sets
from culture_conflict.statistics.confused_tourist import confused_tourist_intervals
from culture_conflict.statistics.making import make_comparisons
from culture_conflict.statistics.set_averages import set_intervals
from culture_conflict.tables._columns import STATES
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.storage import TableStore
from culture_conflict_tests.warehouse import signpost_rows
from culture_conflict_tests.warehouse.nights import write_nights
from culture_conflict_tests.warehouse.synthetic_mixes import (
    SOURCE_ROWS,
    write_mix_comparisons,
    write_mix_intervals,
    write_mixes,
)

BENCHMARK, SOURCE = "confused_tourist", "sample"
NAMES = {"NAM": "Namibia", "PER": "Peru", "JPN": "Japan", "FRA": "France", "IDN": "Indonesia"}
COUNTRIES = tuple(NAMES)
CATEGORIES = ("cuisine", "attire", "music")
Row = dict[str, Any]
SETS: list[Row] = [
    {"benchmark": BENCHMARK, "source_set": name, "source": source}
    for name, source in (("alone", SOURCE), ("both", SOURCE), ("both", "nowhere"))
]


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass
class Synthetic:
    """The tables of one source, and one set of answers per model; `write` stores them."""

    n_items: int
    models: tuple[str, ...]
    pairs: list[Row] = field(default_factory=list)
    pictures: list[Row] = field(default_factory=list)
    variants: list[Row] = field(default_factory=list)

    def __post_init__(self) -> None:
        for n in range(self.n_items):
            item = f"item{n}"
            self._picture(n, f"{item}-original", ("none", "none", "none", "none"))
            self._picture(n, f"{item}-grey", ("control", "none", "none", "grey_patch"))
            for method in ("desc", "geo"):
                for difficulty in ("easy", "hard"):
                    self._pair(n, method, difficulty)

    def items(self) -> list[Row]:
        return [
            {
                "item_id": f"item{n}",
                "external_id": str(n),
                "benchmark": BENCHMARK,
                "source": SOURCE,
                "source_version": "v1",
                "category": CATEGORIES[n % 3],
                "name": f"thing {n}",
                "aliases": [],
                "other_countries": [],
                "country": COUNTRIES[n % 5],
                "description": "A thing.",
                "picture": sha(f"item{n}"),
                "url": None,
                "licence": "CC0-1.0",
                "author": None,
                "consent": None,
                "latitude": None,
                "longitude": None,
                "medium": "illustration",
            }
            for n in range(self.n_items)
        ]

    def write_shown(self, root: Path) -> TableStore:
        """Every table that is there before a model is asked, of ConfusedTourist."""
        store = TableStore(root)
        store.prepare(TABLES)
        self.write_models(store, self.models)
        rows = {
            "items": self.items(),
            "pairs": self.pairs,
            "stacked_images": self.pictures,
            "variants": self.variants,
        }
        for name, these in rows.items():
            store.write(TABLES[name], TABLES[name].frame(these), BENCHMARK, SOURCE)
        sources = [_source(), *SOURCE_ROWS, *signpost_rows.SOURCES]
        sets = [*SETS, *signpost_rows.SETS]
        store.write(TABLES["sources"], TABLES["sources"].frame(sources), None)
        store.write(TABLES["source_sets"], TABLES["source_sets"].frame(sets), None)
        return store

    def write(self, root: Path) -> TableStore:
        """Those, the answers of every model, and the other benchmarks."""
        store = self.write_shown(root)
        for model in self.models:
            predictions, scores = self.answers(model)
            evaluations = self.evaluations(model, predictions)
            frames = {"predictions": predictions, "scores": scores, "evaluations": evaluations}
            for name, frame in frames.items():
                store.write(TABLES[name], frame, BENCHMARK, model, SOURCE)
        write_mixes(store, self.models)
        self.write_intervals(store, self.models)
        self.write_comparisons(store)
        signpost_rows.write_signpost(store, self.models)
        variants = TABLES["variants"].frame(self.variants)
        write_nights(store, self.answers(self.models[0])[0], variants, self.models[0])
        return store

    @staticmethod
    def write_comparisons(store: TableStore) -> None:
        """As the assets do, from what is stored."""
        registry = (store.read(TABLES[name], None) for name in ("models", "sources"))
        made = make_comparisons(store, BENCHMARK, *registry, {"base-v1"})
        names = ("model_comparison", "conflict_effect", "prompt_effect")
        for name, frame in zip(names, made, strict=True):
            store.write(TABLES[name], frame, BENCHMARK)
        write_mix_comparisons(store)

    @staticmethod
    def write_intervals(
        store: TableStore, models: tuple[str, ...], sources: tuple[str, ...] = (SOURCE,)
    ) -> None:
        """As the assets do, from what is stored."""
        Synthetic.write_stacked_intervals(store, models, sources)
        write_mix_intervals(store, models)

    @staticmethod
    def write_stacked_intervals(
        store: TableStore, models: tuple[str, ...], sources: tuple[str, ...] = (SOURCE,)
    ) -> None:
        """Those of ConfusedTourist; few draws, since only their ends are random."""
        read = (TABLES["predictions"], TABLES["scores"])
        registered = store.read(TABLES["models"], None)
        made = []
        for source in sources:
            answered = [tuple(store.read(t, BENCHMARK, m, source) for t in read) for m in models]
            variants = store.read(TABLES["variants"], BENCHMARK, source)
            made.append(confused_tourist_intervals(variants, registered, answered, draws=50))
        sets = named_sets(store.read(TABLES["source_sets"], None), BENCHMARK)
        averages = set_intervals(BENCHMARK, [head for _, head in made if head], sets)
        rows = pl.concat([*(frame for frame, _ in made), averages])
        store.write(TABLES["intervals"], rows, BENCHMARK)

    @staticmethod
    def write_models(store: TableStore, models: tuple[str, ...]) -> None:
        rows: list[Row] = [
            {"model": m, "provider": "reference", "kind": "reference", "name": m, "revision": "1"}
            | dict.fromkeys(("base_model", "trained_on"))
            for m in models
        ]
        store.write(TABLES["models"], TABLES["models"].frame(rows), None)

    def answers(self, model: str) -> tuple[pl.DataFrame, pl.DataFrame]:
        """Mostly countries; every tenth answer is without one or an error. Scored as in use."""
        draw = random.Random(model)
        states = ("ok", "hedged", "unparsed", "refused", "error")
        rows = [
            _prediction(
                variant, model, draw.choices(states, [90, 3, 2, 2, 3])[0], draw.choice(COUNTRIES)
            )
            for variant in self.variants
        ]
        predictions = TABLES["predictions"].frame(rows)
        return predictions, score(predictions, TABLES["variants"].frame(self.variants))

    def evaluations(self, model: str, predictions: pl.DataFrame) -> pl.DataFrame:
        counts = dict.fromkeys((f"n_{state}" for state in STATES), 0)
        counts |= {f"n_{s}": n for s, n in predictions.group_by("state").len().iter_rows()}
        n = len(self.variants)
        nothing = ("prompts", "sample_limit", "sample_seed", "imported_at", "first_asked_at")
        unknown = ("last_asked_at", "input_tokens", "output_tokens", "cost_usd")
        row: Row = dict.fromkeys((*nothing, *unknown)) | {
            "benchmark": BENCHMARK,
            "source": SOURCE,
            "source_version": "v1",
            "model": model,
            "prompt_id": "base-v1",
            "evaluation": "main",
            "repeat": 0,
            "editor": "stacking",
            "provider": "reference",
            "model_revision": "1",
            "parameters": "{}",
            "versions": "{}",
            "served_models": [],
            "parser": "p",
            "pictures": sha("all"),
            "n_variants": n,
            "n_rows": n,
            "n_controls": 0,
            "coverage": 1 - counts["n_error"] / n,
            "imported": False,
            "imported_from": [],
            "n_requests": n,
            "n_attempts": n,
            "n_costs": 0,
        }
        return TABLES["evaluations"].frame([row | counts])

    def _pair(self, n: int, method: str, difficulty: str) -> None:
        pair = f"item{n}-{method}-{difficulty}"
        adversarial = COUNTRIES[(n + len(pair)) % 5]
        if adversarial == COUNTRIES[n % 5]:
            return
        self.pairs.append(
            {
                "pair_id": pair,
                "benchmark": BENCHMARK,
                "source": SOURCE,
                "item_id": f"item{n}",
                "other_id": f"item{(n + 1) % self.n_items}",
                "method": method,
                "difficulty": difficulty,
                "score": 0.5,
                "adversarial_country": adversarial,
                "flag": "flag",
                "landmark": None,
                "seed": 0,
                "n_candidates": 4,
                "n_tied": 1,
                "embedder": None,
            }
        )
        for context in ("flag", "landmark"):
            cell = ("stacked", method, difficulty, context)
            self._picture(n, f"{pair}-{context}", cell, pair, adversarial)

    def _picture(
        self,
        n: int,
        variant_id: str,
        cell: tuple[str, str, str, str],
        pair: str | None = None,
        adversarial: str | None = None,
    ) -> None:
        picture: Row = {
            "variant_id": variant_id,
            "benchmark": BENCHMARK,
            "source": SOURCE,
            "perturb_method": cell[0],
            "perturb_context": cell[3],
            "recipe": "{}",
            "picture": sha(variant_id),
            "width": 9,
            "height": 9,
        }
        made = {"outcome": "made", "reason": None, "n_bytes": 9, "enlarged": False}
        self.pictures.append(picture | made | {"item_id": f"item{n}", "pair_id": pair})
        self.variants.append(
            picture
            | {
                "external_id": str(n),
                "source_version": "v1",
                "group_id": f"item{n}",
                "variant": "/".join(cell),
                "reference_variant": None if cell[0] == "none" else f"item{n}-original",
                "category": CATEGORIES[n % 3],
                "truth_items": [f"thing {n}"],
                "truth_country": COUNTRIES[n % 5],
                "other_countries": [],
                "distractor_country": adversarial,
                "trap": None,
                "pair_method": cell[1],
                "difficulty": cell[2],
                "editor": "none" if cell[0] == "none" else "stacking",
                "gates": None,
                "review": "not_needed",
                "licence": "CC0-1.0",
                "author": None,
                "medium": "illustration",
            }
        )


def _source() -> Row:
    return {
        "benchmark": BENCHMARK,
        "source": SOURCE,
        "source_version": "v1",
        "kind": "sample",
        "title": "Sample",
        "medium": "illustration",
    }


def _prediction(variant: Row, model: str, state: str, country: str) -> Row:
    said = {"ok": NAMES[country], "hedged": "Peru or Chile"}.get(state)
    nothing = ("reasoning", "finish_reason", "served_model", "input_tokens", "output_tokens")
    nothing = (*nothing, "request_notes")
    return dict.fromkeys((*nothing, "cost_usd")) | {
        "variant_id": variant["variant_id"],
        "benchmark": BENCHMARK,
        "source": SOURCE,
        "picture": variant["picture"],
        "picture_sent": variant["picture"],
        "model": model,
        "prompt_id": "base-v1",
        "evaluation": "main",
        "repeat": 0,
        "request_key": sha(model + variant["variant_id"]),
        "state": state,
        "answer": said,
        "item_answer": variant["truth_items"][0] if country == "JPN" and said else None,
        "country_answer": said,
        "country": country if state == "ok" else None,
        "error": "no route" if state == "error" else None,
        "attempts": 1,
        "parameters": "{}",
        "model_revision": "1",
        "latency_s": 0.1,
        "asked_at": "2026-01-01T00:00:00+00:00",
    }
