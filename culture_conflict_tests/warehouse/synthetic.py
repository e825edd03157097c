"""Small made-up tables of every kind, with answers that depend on nothing but a seed."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.storage import TableStore

BENCHMARK, SOURCE = "confused_tourist", "sample"
COUNTRIES = ("NAM", "PER", "JPN", "FRA", "IDN")
CATEGORIES = ("cuisine", "attire", "music")
Row = dict[str, Any]


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

    def write(self, root: Path) -> TableStore:
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
        store.write(TABLES["sources"], TABLES["sources"].frame([_source()]), None)
        for model in self.models:
            predictions, scores = self.answers(model)
            for name, these in (("predictions", predictions), ("scores", scores)):
                store.write(TABLES[name], TABLES[name].frame(these), BENCHMARK, model, SOURCE)
        return store

    @staticmethod
    def write_models(store: TableStore, models: tuple[str, ...]) -> None:
        rows: list[Row] = [
            {"model": m, "provider": "reference", "kind": "reference", "name": m, "revision": "1"}
            for m in models
        ]
        store.write(TABLES["models"], TABLES["models"].frame(rows), None)

    def answers(self, model: str) -> tuple[list[Row], list[Row]]:
        """Mostly parsed answers; every tenth is hedged, unparsed or an error."""
        draw = random.Random(model)
        given = {
            v["variant_id"]: (
                draw.choices(["ok", "hedged", "unparsed", "error"], [90, 4, 3, 3])[0],
                draw.choice(COUNTRIES),
            )
            for v in self.variants
        }
        predictions = [_prediction(v, model, *given[v["variant_id"]]) for v in self.variants]
        return predictions, [score for v in self.variants for score in _scores(v, model, given)]

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


def _key(variant: Row, model: str, state: str) -> Row:
    return {
        "variant_id": variant["variant_id"],
        "benchmark": BENCHMARK,
        "source": SOURCE,
        "model": model,
        "prompt_id": "base-v1",
        "evaluation": "main",
        "repeat": 0,
        "state": state,
    }


def _prediction(variant: Row, model: str, state: str, country: str) -> Row:
    read = country if state == "ok" else None
    nothing = ("reasoning", "finish_reason", "served_model", "input_tokens", "output_tokens")
    return (
        _key(variant, model, state)
        | dict.fromkeys((*nothing, "cost_usd"))
        | {
            "picture": variant["picture"],
            "picture_sent": variant["picture"],
            "request_key": sha(model + variant["variant_id"]),
            "answer": json.dumps({"country": country}),
            "item_answer": read and "thing",
            "country_answer": read,
            "country": read,
            "error": "no route" if state == "error" else None,
            "attempts": 1,
            "parameters": "{}",
            "model_revision": "1",
            "latency_s": 0.1,
            "asked_at": "2026-01-01T00:00:00+00:00",
        }
    )


def _scores(variant: Row, model: str, given: dict[str, tuple[str, str]]) -> Iterator[Row]:
    state, country = given[variant["variant_id"]]
    reference = given.get(variant["reference_variant"])
    for target in ("country", "item"):
        cue = variant["distractor_country"] if target == "country" else None
        truth = variant["truth_country"] if target == "country" else country
        judged: Row = {
            "correct": state == "ok" and country == truth,
            "distracted": None if cue is None else state == "ok" and country == cue,
            "reference_correct": reference and reference[0] == "ok" and reference[1] == truth,
            "reference_distracted": cue and reference and reference == ("ok", cue),
        }
        rules = ("as_published", "guarded")
        yield (
            _key(variant, model, state)
            | {f"{name}_{rule}": value for name, value in judged.items() for rule in rules}
            | {
                "target": target,
                "answer": country if state == "ok" else None,
                "answer_country": country if state == "ok" and target == "country" else None,
                "reference_state": reference and reference[0],
            }
        )
