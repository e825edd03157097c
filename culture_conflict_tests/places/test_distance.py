"""Distances agree with hand-checked values and with geopy."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import numpy as np
import pytest
from geopy.distance import great_circle
from hypothesis import given
from hypothesis import strategies as st

from culture_conflict.places.distance import EARTH_RADIUS_KM, haversine_km

GOLDEN = Path(__file__).parents[1] / "golden" / "haversine.csv"
RADII = {"km_r6371": 6371.0, "km_r6371_0088": 6371.0088, "km_r6378_137": 6378.137}
latitudes = st.floats(-90, 90)
longitudes = st.floats(-180, 180)


def golden() -> list[dict[str, str]]:
    with GOLDEN.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("row", golden(), ids=lambda row: row["case"])
@pytest.mark.parametrize("column", RADII)
def test_golden(row: dict[str, str], column: str) -> None:
    ends = [float(row[name]) for name in ("lat1", "lon1", "lat2", "lon2")]
    got = haversine_km(*ends, radius_km=RADII[column])
    assert got == pytest.approx(float(row[column]), rel=1e-10, abs=1e-6)


@given(latitudes, longitudes, latitudes, longitudes)
def test_agrees_with_geopy(lat1: float, lon1: float, lat2: float, lon2: float) -> None:
    oracle = great_circle((lat1, lon1), (lat2, lon2), radius=EARTH_RADIUS_KM).km
    assert haversine_km(lat1, lon1, lat2, lon2) == pytest.approx(oracle, abs=1e-3)


@given(latitudes, longitudes, latitudes, longitudes)
def test_symmetric_finite_and_never_beyond_half_way_round(
    lat1: float, lon1: float, lat2: float, lon2: float
) -> None:
    there = haversine_km(lat1, lon1, lat2, lon2)
    assert there == pytest.approx(haversine_km(lat2, lon2, lat1, lon1), abs=1e-6)
    assert 0 <= there <= math.pi * EARTH_RADIUS_KM


@given(latitudes, longitudes)
def test_opposite_points_are_half_the_circumference(lat: float, lon: float) -> None:
    far = haversine_km(lat, lon, -lat, lon + 180)
    assert far == pytest.approx(math.pi * EARTH_RADIUS_KM, abs=1e-3)


@pytest.mark.parametrize(("lat", "lon"), [(74.66, -110.76), (3.56, -108.61)])
def test_h_may_exceed_1_by_rounding(lat: float, lon: float) -> None:
    assert haversine_km(lat, lon, -lat, lon + 180) == pytest.approx(math.pi * EARTH_RADIUS_KM)


def test_arrays_broadcast_and_numbers_give_a_float() -> None:
    lat, lon = np.array([0.0, 10.0, -33.9]), np.array([0.0, 20.0, 18.4])
    matrix = haversine_km(lat[:, None], lon[:, None], lat, lon)
    assert matrix.shape == (3, 3)
    assert np.allclose(np.diag(matrix), 0)
    assert matrix[0, 1] == haversine_km(0, 0, 10, 20)
    assert isinstance(haversine_km(0, 0, 10, 20), float)
    assert math.isnan(haversine_km(math.nan, 0, 0, 0))
