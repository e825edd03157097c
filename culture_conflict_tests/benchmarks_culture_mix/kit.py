"""Small tables of foods, pictures and answers, written by what differs."""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path
from typing import Any

import polars as pl

from culture_conflict.places.continents import cultural_distance
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.tables.variants import VARIANTS

GOLDEN = Path(__file__).parents[1] / "golden"
BENCHMARK, SOURCE = "culture_mix", "mixes"
Row = dict[str, Any]
_EMPTY = ("control", "control_of", "object", "target_side", "size_ratio", "framing")


def golden(name: str) -> list[dict[str, str]]:
    with (GOLDEN / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def picture(
    variant_id: str,
    item: str,
    subtask: str = "sf",
    *,
    name: str | None = None,
    aliases: tuple[str, ...] = (),
    country: str = "JPN",
    others: tuple[str, ...] = (),
    augmentation: int = 0,
    food2: tuple[str, str] | None = None,
    background: str | None = None,
    kind: str | None = None,
    **more: Any,
) -> tuple[Row, Row]:
    """A row of VARIANTS and one of MIXED_IMAGES, with `more` columns of the latter."""
    mixed: Row = dict.fromkeys(_EMPTY) | {
        "variant_id": variant_id,
        "external_id": variant_id,
        "benchmark": BENCHMARK,
        "source": SOURCE,
        "item_id": item,
        "subtask": subtask,
        "augmentation": augmentation,
        "food2_id": None,
        "food2_name": food2[0] if food2 else None,
        "food2_country": food2[1] if food2 else None,
        "background_country": background,
        "background_index": None,
        "background_kind": kind,
        "food_distance": cultural_distance(country, food2[1]) if food2 else None,
        "background_distance": cultural_distance(country, background) if background else None,
        **dict.fromkeys(("control", "control_of", "object", "target_side", "size_ratio")),
        "editor": "none" if subtask == "sf" else "imported",
        "recipe": "{}",
        "file": "metadata.csv",
        "row": 2,
        "picture": sha(variant_id),
        "width": 9,
        "height": 9,
    }
    mixed |= more
    shared = ("variant_id", "external_id", "benchmark", "source", "editor", "recipe")
    variant: Row = {name: mixed[name] for name in (*shared, "picture", "width", "height")}
    variant |= dict.fromkeys(("distractor_country", "trap", "gates", "author"))
    variant |= dict.fromkeys(("pair_method", "difficulty", "perturb_context"), "none") | {
        "source_version": "v1",
        "group_id": item,
        "variant": subtask,
        "reference_variant": None,
        "category": "cuisine",
        "truth_items": [name or f"dish of {item}", *aliases],
        "truth_country": country,
        "other_countries": list(others),
        "perturb_method": {"sf": "none", "mf": "stacked"}.get(subtask, "generative"),
        "review": "not_needed",
        "licence": "CC-BY-4.0",
        "medium": "generated",
    }
    columns = VARIANTS.schema.names()
    missing = {name: None for name in columns if name not in variant}
    return variant | missing, mixed


def tables(pictures: list[tuple[Row, Row]]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """VARIANTS and MIXED_IMAGES."""
    variants, mixed = zip(*pictures, strict=True)
    return VARIANTS.frame(list(variants)), MIXED_IMAGES.frame(list(mixed))


def answer(
    variant_id: str,
    *,
    state: str = "ok",
    item: str | None = None,
    said: str | None = None,
    country: str | None = None,
    model: str = "m",
    prompt_id: str = "base-v1",
) -> Row:
    """A row of PREDICTIONS; `said` are the country's words, `country` is its code."""
    nothing = dict.fromkeys(PREDICTIONS.schema.names())
    return nothing | {
        "variant_id": variant_id,
        "benchmark": BENCHMARK,
        "source": SOURCE,
        "picture": sha(variant_id),
        "picture_sent": sha(variant_id),
        "model": model,
        "prompt_id": prompt_id,
        "evaluation": "main",
        "repeat": 0,
        "request_key": sha(f"{model} {variant_id} {prompt_id}"),
        "state": state,
        "answer": said,
        "item_answer": item,
        "country_answer": said,
        "country": country,
        "error": "no route" if state == "error" else None,
        "attempts": 1,
        "parameters": "{}",
        "model_revision": "1",
        "latency_s": 0.1,
        "asked_at": "2026-01-01T00:00:00+00:00",
    }
