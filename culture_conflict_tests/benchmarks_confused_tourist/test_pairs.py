"""PAIRS: hard and easy by both methods, never of one country, ties counted."""

from __future__ import annotations

import polars as pl
import pytest

from culture_conflict.benchmarks.confused_tourist.pairs import make_pairs
from culture_conflict.embedders.protocol import VectorError
from culture_conflict.places.countries import UnknownCountryError, countries
from culture_conflict.places.distance import haversine_km
from culture_conflict.tables.pairs import PAIRS
from culture_conflict_tests.benchmarks_confused_tourist import small_world
from culture_conflict_tests.benchmarks_confused_tourist.small_world import FakeEmbedder

ITEMS = small_world.items(
    {"item_id": "a", "country": "IDN", "description": "red"},
    {"item_id": "b", "country": "IDN", "description": "red"},
    {"item_id": "c", "country": "MYS", "description": "blue"},
    {"item_id": "d", "country": "CHL", "description": "pink"},
    {"item_id": "e", "country": "CHL", "description": "pink"},
    {"item_id": "drum", "country": "MYS", "description": "red", "category": "music"},
)
CUES = small_world.cues(
    {"cue_id": "f-mys", "kind": "flag", "country": "MYS"},
    {"cue_id": "f-idn", "kind": "flag", "country": "IDN"},
    *({"cue_id": f"l-chl-{n}", "kind": "landmark", "country": "CHL"} for n in range(5)),
)
VECTORS = {"red": [1.0, 0.0], "pink": [2.0, 1.0], "blue": [0.0, 1.0]}


def paired(**settings: int) -> pl.DataFrame:
    return PAIRS.validate(make_pairs(ITEMS, CUES, FakeEmbedder(VECTORS), **settings))


def one(item: str, method: str, difficulty: str) -> dict[str, object]:
    rows = paired().filter(item_id=item, method=method, difficulty=difficulty)
    return rows.row(0, named=True)


def test_hard_is_most_similar_and_easy_least() -> None:
    hard, easy = one("a", "desc", "hard"), one("a", "desc", "easy")
    assert (hard["other_id"], hard["n_tied"], hard["n_candidates"]) == ("d", 2, 3)
    assert hard["score"] == pytest.approx(2 / 5**0.5, abs=1e-7)
    assert (easy["other_id"], easy["score"], easy["n_tied"]) == ("c", 0.0, 1)
    assert hard["embedder"] == "fake 1, prefix ''"


def test_hard_is_nearest_and_easy_farthest() -> None:
    hard, easy = one("a", "geo", "hard"), one("a", "geo", "easy")
    assert (hard["other_id"], easy["other_id"], easy["n_tied"]) == ("c", "d", 2)
    indonesia, malaysia = countries()["IDN"], countries()["MYS"]
    km = haversine_km(
        indonesia.latitude, indonesia.longitude, malaysia.latitude, malaysia.longitude
    )
    assert hard["score"] == pytest.approx(km, abs=1e-9)
    assert hard["embedder"] is None


def test_never_of_one_country_nor_of_another_category() -> None:
    made = paired()
    where = {row["item_id"]: (row["country"], row["category"]) for row in ITEMS.rows(named=True)}
    assert made.height == 20
    for row in made.rows(named=True):
        item, other = where[row["item_id"]], where[row["other_id"]]
        assert item[0] != other[0] == row["adversarial_country"]
        assert item[1] == other[1]


def test_no_candidate_no_pair() -> None:
    assert paired().filter(item_id="drum").is_empty()
    assert make_pairs(ITEMS.clear(), CUES, FakeEmbedder({})).equals(PAIRS.empty())


def test_cues_are_the_adversarial_countrys_or_none() -> None:
    for row in paired().rows(named=True):
        code = str(row["adversarial_country"]).lower()
        assert row["flag"] == {"mys": "f-mys", "idn": "f-idn"}.get(code)
        landmarks = {f"l-chl-{n}" for n in range(3)} if code == "chl" else {None}
        assert row["landmark"] in landmarks


def test_seed_changes_the_draw_and_nothing_else() -> None:
    drawn = [paired(seed=seed) for seed in range(6)]
    assert paired(seed=3).equals(drawn[3])
    assert len({tuple(made["landmark"]) for made in drawn}) > 1
    rest = [made.drop("landmark", "seed") for made in drawn]
    assert all(one.equals(rest[0]) for one in rest)


def test_a_pairs_draw_does_not_depend_on_other_items() -> None:
    fewer = make_pairs(ITEMS.filter(pl.col("item_id") != "b"), CUES, FakeEmbedder(VECTORS))
    assert fewer.equals(
        paired()
        .filter(pl.col("item_id") != "b")
        .with_columns(
            n_candidates=fewer["n_candidates"], n_tied=fewer["n_tied"], other_id=fewer["other_id"]
        )
    )


def test_order_of_items_does_not_matter() -> None:
    backwards = make_pairs(ITEMS.reverse(), CUES.reverse(), FakeEmbedder(VECTORS))
    assert backwards.equals(paired())


def test_a_shared_description_is_embedded_once() -> None:
    embedder = FakeEmbedder(VECTORS)
    make_pairs(ITEMS, CUES, embedder)
    assert embedder.asked == ["red", "blue", "pink"]


def test_a_vector_without_direction_is_named() -> None:
    with pytest.raises(VectorError, match="items d, e"):
        make_pairs(ITEMS, CUES, FakeEmbedder(VECTORS | {"pink": [0.0, 0.0]}))


def test_a_country_without_centroid_is_named() -> None:
    with pytest.raises(UnknownCountryError, match="'XXX'"):
        make_pairs(ITEMS.with_columns(country=pl.lit("XXX")), CUES, FakeEmbedder(VECTORS))


def test_the_shown_country_is_none_of_several_truths() -> None:
    items = small_world.items(
        {"item_id": "a", "country": "IDN", "other_countries": ["MYS"], "description": "red"},
        {"item_id": "b", "country": "MYS", "description": "red"},
        {"item_id": "c", "country": "CHL", "other_countries": ["IDN"], "description": "red"},
        {"item_id": "d", "country": "PER", "description": "blue"},
    )
    made = make_pairs(items, CUES, FakeEmbedder(VECTORS)).filter(item_id="a")
    assert set(made["other_id"]) == {"d"}
    assert set(made["adversarial_country"]) == {"PER"}
    assert set(made["n_candidates"]) == {1}
