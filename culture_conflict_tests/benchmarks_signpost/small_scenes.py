"""SIGNPOST's tables from a few plain rows, and from the golden ones."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import polars as pl

from culture_conflict.places.nearest import country_at
from culture_conflict.tables.signpost_predictions import SIGNPOST_PREDICTIONS
from culture_conflict.tables.signpost_variants import SIGNPOST_VARIANTS

GOLDEN = Path(__file__).parents[1] / "golden"
VARIANTS = ("original", "blank", "similar", "random", "adversarial")
Row = dict[str, Any]
Point = tuple[float, float] | None


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def scene(
    source: str, group: str, truth: Point = (0.0, 0.0), trap: Point = None, tier: str | None = "T2"
) -> list[Row]:
    """The five pictures of one group."""
    blank = f"{source}-{group}-blank"
    assert truth is not None
    return [
        {
            "variant_id": f"{source}-{group}-{variant}",
            "external_id": group,
            "benchmark": "signpost",
            "source": source,
            "source_version": "v1",
            "group_id": group,
            "variant": variant,
            "reference_variant": None if variant in ("original", "blank") else blank,
            "latitude": truth[0],
            "longitude": truth[1],
            "country": None,
            "tier": tier,
            "trap_latitude": trap and trap[0],
            "trap_longitude": trap and trap[1],
            "trap": trap and "Centre Court",
            "trap_country": trap and country_at(*trap),
            "other_traps": None,
            "native_language": None,
            "injected_language": None,
            "editor": "none" if variant == "original" else "qwen",
            "recipe": "{}",
            "picture": sha(f"{source}-{group}-{variant}"),
            "width": 9,
            "height": 9,
            "gates": None,
            "review": "not_needed",
            "licence": "CC0-1.0",
            "author": None,
            "medium": "photograph",
        }
        for variant in VARIANTS
    ]


def said(variant: Row, place: Point, model: str = "m", state: str | None = None) -> Row:
    """One answer to a picture: `ok` with a place, `unparsed` without, or any other state."""
    row = dict.fromkeys(SIGNPOST_PREDICTIONS.schema) | {
        name: variant[name] for name in ("variant_id", "benchmark", "source", "picture")
    }
    return row | {
        "picture_sent": variant["picture"],
        "model": model,
        "prompt_id": "base-v1",
        "evaluation": "main",
        "repeat": 0,
        "request_key": sha(model + variant["variant_id"]),
        "state": state or ("ok" if place else "unparsed"),
        "latitude": place and place[0],
        "longitude": place and place[1],
        "attempts": 1,
        "parameters": "{}",
        "model_revision": "1",
        "latency_s": 0.1,
        "asked_at": "2026-01-01T00:00:00+00:00",
    }


def variants_of(rows: Iterable[Row]) -> pl.DataFrame:
    return SIGNPOST_VARIANTS.validate(SIGNPOST_VARIANTS.frame(list(rows)))


def predictions_of(rows: Iterable[Row]) -> pl.DataFrame:
    return SIGNPOST_PREDICTIONS.validate(SIGNPOST_PREDICTIONS.frame(list(rows)))


def golden_tables() -> tuple[pl.DataFrame, pl.DataFrame]:
    """The golden scenes as variants and as answers of one model; sources are `a` and `b`."""
    rows = _csv("localization_rows")
    traps = {row["group_id"]: _point(row, "trap") for row in rows if row["trap_lat"]}
    scenes, answers = [], []
    for group in dict.fromkeys(row["group_id"] for row in rows):
        mine = {row["variant"]: row for row in rows if row["group_id"] == group}
        source = mine["blank"]["dataset"].lower()
        made = scene(source, group, _point(mine["blank"], "gt"), traps.get(group))
        scenes += made
        answers += [said(one, _point(mine[one["variant"]], "pred")) for one in made]
    return variants_of(scenes), predictions_of(answers)


def golden_expected() -> list[Row]:
    return _csv("localization_expected")


def mcrs_cases() -> list[Row]:
    return _csv("mcrs_cases")


def _csv(name: str) -> list[Row]:
    with (GOLDEN / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _point(row: Row, name: str) -> Point:
    values = row[f"{name}_lat"], row[f"{name}_lon"]
    return (float(values[0]), float(values[1])) if all(values) else None
