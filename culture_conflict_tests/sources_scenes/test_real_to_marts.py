"""Real photos of signs through every stage: from the folder to the marts of a model's answers."""

from __future__ import annotations

import math
from typing import Any

import dagster as dg
import polars as pl
import pytest

from culture_conflict.benchmarks.signpost.quintuplets import CONTROL, EDITED
from culture_conflict.defs import intervals, registry, signpost
from culture_conflict.defs.partitions import editor_by_source, missing_partitions, model_by_source
from culture_conflict.defs.runs import open_instance
from culture_conflict.home import Home
from culture_conflict.pictures.open import open_picture
from culture_conflict.places.distance import haversine_km
from culture_conflict.tables.catalog import table_of
from culture_conflict.warehouse.build import build
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.defs.test_materialize import materialize
from culture_conflict_tests.sources_scenes.test_real import KEYS, built

MODEL, SOURCE = "reference-text-reader", "signs"
ASSETS = [*signpost.ASSETS, *intervals.ASSETS, *registry.ASSETS]
PICTURES = ("original", *EDITED, CONTROL)
SETS = "photos: {benchmark: signpost, sources: [signs]}\n"


def _run(home: Home, *keys: str, partition: Any = None) -> dg.ExecuteInProcessResult:
    names = [key if "/" in key or not partition else f"signpost/{key}" for key in keys]
    made = materialize(home, ASSETS, *names, partition=partition)
    assert made.success
    return made


def _read(home: Home, name: str, *partition: str) -> pl.DataFrame:
    return home.tables.read(table_of("signpost", name), "signpost", *partition)


@pytest.mark.slow
def test_photographed_signs_come_out_of_the_marts(home: Home) -> None:
    home.source_sets_file.write_text(SETS)
    texts = built(home, SOURCE, steps=KEYS)
    _texts_and_traps_are_made(texts)
    with open_instance(home) as instance:
        for partitions, keys in missing_partitions(instance, home):
            instance.add_dynamic_partitions(str(partitions.name), keys)
    _run(home, "edited_images", "edit_gates", partition=editor_by_source("local", SOURCE))
    _run(home, "variants", partition=SOURCE)
    variants = _read(home, "variants", SOURCE)
    _every_picture_is_there(home, texts, variants)
    asked = model_by_source(MODEL, SOURCE)
    _run(home, "predictions", "evaluations", "scores", "judgements", partition=asked)
    predictions = _read(home, "predictions", MODEL, SOURCE)
    assert set(predictions["variant_id"]) == set(variants["variant_id"])
    assert set(predictions["state"]) == {"ok"}
    told = predictions.select("variant_id", said_latitude="latitude", said_longitude="longitude")
    scores = (
        _read(home, "scores", MODEL, SOURCE)
        .join(variants, on="variant_id")
        .join(told, on="variant_id")
    )
    _scores_are_what_the_answers_say(scores)
    # It goes where the writing points, whichever of a scene's texts that is.
    targets = texts["trap_targets"]
    assert _lured(scores, targets, "adversarial") >= 3
    assert _lured(scores, targets, "blank") == _lured(scores, targets, "original") == 0
    _run(home, "models", "sources", "source_sets")
    _run(home, "signpost/intervals")
    build(tables=home.tables.root, warehouse=home.warehouse, work=home.work, log=lambda _: None)
    _marts_hold_them(home, scores)


def _texts_and_traps_are_made(made: dict[str, pl.DataFrame]) -> None:
    kept = made["screenings"].filter(state="kept")
    tiers = dict(kept.select("external_id", "tier").iter_rows())
    assert tiers.keys() == {"chinese.jpg", "french.jpg", "japanese.jpg", "korean.png"}
    assert tiers["chinese.jpg"] == tiers["french.jpg"] == "T3"
    groups = dict(made["items"].select("external_id", "group_id").iter_rows())
    texts = made["ocr_spans"].filter(state="kept", group_id=groups["chinese.jpg"])["text"]
    assert "愚园路" in texts.to_list()
    ready = made["replacements"].filter(state="ok")
    assert set(ready["group_id"]) == set(kept["group_id"])
    assert ready["span_rank"].max() == 3
    assert set(ready["random_geocodes"]) == {False}
    traps = made["trap_targets"].filter("is_trap")
    assert set(traps["group_id"]) == set(kept["group_id"])
    assert set(traps["other_continent"]) == {True}


def _every_picture_is_there(
    home: Home, texts: dict[str, pl.DataFrame], variants: pl.DataFrame
) -> None:
    kept = set(texts["screenings"].filter(state="kept")["group_id"])
    assert len(kept) == 4
    cells = set(variants.select("group_id", "variant").iter_rows())
    assert cells == {(group, variant) for group in kept for variant in PICTURES}
    assert variants["picture"].n_unique() == variants.height
    assert variants["trap"].null_count() == 0
    sizes = {row["group_id"]: (row["width"], row["height"]) for row in texts["items"].to_dicts()}
    for row in variants.to_dicts():
        image = open_picture(home.pictures.get(row["picture"])).image
        assert image.size == sizes[row["group_id"]]


def _scores_are_what_the_answers_say(scores: pl.DataFrame) -> None:
    for row in scores.to_dicts():
        said = row["said_latitude"], row["said_longitude"]
        off = haversine_km(*said, row["latitude"], row["longitude"])
        assert row["error_km"] == pytest.approx(off, abs=1e-3)
        assert row["wla"] == pytest.approx(math.exp(-0.005 * off))


def _lured(scores: pl.DataFrame, targets: pl.DataFrame, variant: str) -> int:
    """How many answers name a place that one of the scene's adversarial texts names."""
    said = scores.filter(variant=variant).select("group_id", "said_latitude", "said_longitude")
    near = [
        row["group_id"]
        for row in said.join(targets.filter(status="hit"), on="group_id").to_dicts()
        if haversine_km(
            row["said_latitude"], row["said_longitude"], row["latitude"], row["longitude"]
        )
        < 50
    ]
    return len(set(near))


def _marts_hold_them(home: Home, scores: pl.DataFrame) -> None:
    mine = (pl.col("source") == SOURCE) & (pl.col("model") == MODEL)
    wla = read_mart(home.warehouse, "signpost_wla").filter(mine)
    assert set(wla["variant"]) == {*PICTURES}
    for row in wla.to_dicts():
        assert row["n"] == 4
        assert row["wla"] == pytest.approx(scores.filter(variant=row["variant"])["wla"].mean())
    shift = read_mart(home.warehouse, "signpost_shift").filter(mine)
    hits = (scores.filter(variant="adversarial")["trap_km"] < 50).mean()
    assert hits in shift["tfr"].drop_nulls().to_list()
    funnel = read_mart(home.warehouse, "construction_funnel").filter(source=SOURCE)
    assert funnel.height
    board = read_mart(home.warehouse, "signpost_leaderboard").filter(source_set="photos")
    assert board.filter(model=MODEL)["mcrs"].is_between(0, 100).to_list() == [True]
