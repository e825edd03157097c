"""Nearest and farthest by country, with exact ties."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import numpy as np
import pytest

from culture_conflict.benchmarks.confused_tourist.extremes import geographic_extremes
from culture_conflict.places.distance import haversine_km

GOLDEN = Path(__file__).parents[1] / "golden" / "geo_pairing.csv"


def golden() -> list[dict[str, str]]:
    with GOLDEN.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    "row", golden(), ids=lambda row: f"{row['item']}-{row['exclude_same_country']}"
)
@pytest.mark.parametrize("difficulty", ["hard", "easy"])
def test_golden_cases(row: dict[str, str], difficulty: str) -> None:
    places = {one["item"]: one for one in golden()}
    ids, countries = list(places), [one["country"] for one in places.values()]
    centroids = {one["country"]: (float(one["lat"]), float(one["lon"])) for one in golden()}
    found = geographic_extremes(
        countries,
        ids,
        centroids,
        exclude_same_country=row["exclude_same_country"] == "1",
        radius_km=6371,
    )[difficulty]
    at = ids.index(row["item"])
    tied = row[f"{difficulty}_candidates"].split("|")
    assert ids[found.other[at]] == min(tied)
    assert found.n_tied[at] == len(tied)
    assert found.score[at] == pytest.approx(float(row[f"{difficulty}_km"]), abs=1e-6)


@pytest.mark.parametrize("several", [1, 3])
@pytest.mark.parametrize("exclude", [True, False])
def test_same_as_trying_all(exclude: bool, several: int) -> None:
    draw = random.Random(4)
    for n_items in (1, 2, 3, 30, 90):
        places = {
            f"C{n}": (draw.randint(-3, 3) * 20.0, draw.randint(-3, 3) * 30.0) for n in range(9)
        }
        countries = [
            tuple(draw.sample(sorted(places), draw.randint(1, several))) for _ in range(n_items)
        ]
        ids = [f"i{n:02}" for n in draw.sample(range(n_items), n_items)]
        found = geographic_extremes(countries, ids, places, exclude_same_country=exclude)
        for at in range(n_items):
            others = [
                (haversine_km(*places[countries[at][0]], *places[countries[other][0]]), ids[other])
                for other in range(n_items)
                if other != at and not (exclude and {*countries[other]} & {*countries[at]})
            ]
            for name, extreme in found.items():
                assert extreme.n_candidates[at] == len(others)
                if not others:
                    assert extreme.other[at] == -1
                    assert np.isnan(extreme.score[at])
                    continue
                end = (min if name == "hard" else max)(km for km, _ in others)
                tied = [id_ for km, id_ in others if km == end]
                assert extreme.score[at] == end
                assert extreme.n_tied[at] == len(tied)
                assert ids[extreme.other[at]] == min(tied)


def test_two_items_of_one_country_have_nobody() -> None:
    found = geographic_extremes(["PER", "PER"], ["a", "b"], {"PER": (0.0, 0.0)})
    assert [extreme.other.tolist() for extreme in found.values()] == [[-1, -1], [-1, -1]]


def test_nothing_gives_nothing() -> None:
    assert len(geographic_extremes([], [], {})["hard"].other) == 0
