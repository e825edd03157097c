"""VARIANTS: names, references, truths, distractors and credits."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from culture_conflict.benchmarks.confused_tourist.recipes import EDITOR
from culture_conflict.benchmarks.confused_tourist.stacking import stack_images
from culture_conflict.benchmarks.confused_tourist.variants import make_variants
from culture_conflict.errors import InvalidTableError
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.benchmarks_confused_tourist import small_world
from culture_conflict_tests.benchmarks_confused_tourist.small_world import png


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> tuple[pl.DataFrame, ...]:
    """Items, pairs and stacked images: a stew with two pairs, a soup whose picture is broken."""
    store = PictureStore(Path(tmp_path_factory.mktemp("pictures")))
    good, bad, cue = store.put(png((64, 64))), store.put(png((64, 64))[:50]), store.put(png((9, 6)))
    items = small_world.items(
        {
            "item_id": "stew",
            "country": "PER",
            "other_countries": ["BOL"],
            "picture": good,
            "aliases": ["Stew", "pot"],
        },
        {"item_id": "soup", "country": "PER", "picture": bad},
    )
    cues = small_world.cues(
        {"cue_id": "own", "kind": "flag", "country": "PER", "picture": cue, "author": None},
        {"cue_id": "f", "kind": "flag", "country": "NPL", "picture": cue, "licence": "A OR B"},
        {"cue_id": "l", "kind": "landmark", "country": "NPL", "picture": cue, "author": "Lee"},
    )
    npl = {"adversarial_country": "NPL", "flag": "f", "landmark": "l"}
    pairs = small_world.pairs(
        {"item_id": "stew", **npl},
        {"item_id": "stew", **npl, "method": "desc", "difficulty": "easy", "landmark": None},
        {"item_id": "soup", **npl},
    )
    return items, pairs, stack_images(items, cues, pairs, store)


@pytest.fixture(scope="module")
def variants(given: tuple[pl.DataFrame, ...]) -> pl.DataFrame:
    return VARIANTS.validate(make_variants(*given))


def test_made_pictures_only_each_with_a_readable_name(variants: pl.DataFrame) -> None:
    assert variants["variant"].to_list() == [
        "original",
        "stacked/desc/easy/flag",
        "stacked/geo/hard/flag",
        "stacked/geo/hard/landmark",
        "stacked/geo/hard/flag_landmark",
        "control/congruent_flag",
        "control/grey_patch",
    ]
    assert set(variants["group_id"]) == {"stew"}
    assert variants["external_id"][2] == "own-stew/stacked/geo/hard/flag"


def test_the_original_is_everybodys_reference(variants: pl.DataFrame) -> None:
    original = variants["variant_id"][0]
    assert variants["reference_variant"].to_list() == [None, *[original] * 6]


def test_truths_and_distractors(variants: pl.DataFrame) -> None:
    assert variants["truth_items"][0].to_list() == ["Stew", "pot"]
    assert set(variants["truth_country"]) == {"PER"}
    assert variants["other_countries"].to_list() == [["BOL"]] * 7
    assert variants["distractor_country"].to_list() == [None, *["NPL"] * 4, None, None]


def test_factors(variants: pl.DataFrame) -> None:
    factors = ["perturb_method", "pair_method", "difficulty", "perturb_context", "editor"]
    assert variants.select(factors).rows()[0] == ("none", "none", "none", "none", "none")
    assert variants.select(factors).rows()[1] == ("stacked", "desc", "easy", "flag", EDITOR)
    assert variants.select(factors).rows()[6] == ("control", "none", "none", "grey_patch", EDITOR)
    assert set(variants["review"]) == {"not_needed"}


def test_all_that_is_visible_is_credited(variants: pl.DataFrame) -> None:
    by_name = {row["variant"]: row for row in variants.iter_rows(named=True)}
    credited = {name: (row["licence"], row["author"]) for name, row in by_name.items()}
    assert credited["original"] == ("CC-BY-4.0", "Ann")
    assert credited["stacked/geo/hard/flag"] == ("CC-BY-4.0 AND (A OR B)", "Ann")
    assert credited["stacked/geo/hard/landmark"] == ("CC-BY-4.0", "Ann AND Lee")
    assert credited["control/congruent_flag"] == ("CC-BY-4.0", "Ann")
    assert credited["control/grey_patch"] == ("CC-BY-4.0", "Ann")


def test_pictures_and_recipes_are_those_that_were_made(
    given: tuple[pl.DataFrame, ...], variants: pl.DataFrame
) -> None:
    shared = ["variant_id", "picture", "recipe", "width", "height"]
    assert variants.select(shared).equals(given[2].filter(outcome="made").select(shared))


def test_pictures_of_other_items_or_pairs_are_refused(given: tuple[pl.DataFrame, ...]) -> None:
    items, pairs, stacked = given
    with pytest.raises(InvalidTableError, match="stacked_images: 1 values of item_id"):
        make_variants(items.head(1), pairs, stacked)
    with pytest.raises(InvalidTableError, match="stacked_images: 1 values of pair_id"):
        make_variants(items, pairs.tail(2), stacked)


def test_nothing_gives_nothing(given: tuple[pl.DataFrame, ...]) -> None:
    assert make_variants(*given[:2], given[2].clear()).equals(VARIANTS.empty())
