"""GCJ-02 and BD-09 against pairs that other converters publish, and back again."""

from __future__ import annotations

import pytest

from culture_conflict.places.datums import DATUMS, to_wgs84, wgs84_to_bd09, wgs84_to_gcj02
from culture_conflict.places.distance import haversine_km

# WGS 84 and GCJ-02 of the tests of eviltransform, then what coordtransform makes of (39.915,
# 116.404) as WGS 84 to GCJ-02.
PAIRS = [
    ((31.1774276, 121.5272106), (31.17530398364597, 121.531541859215)),
    ((22.543847, 113.912316), (22.540796131694766, 113.9171764808363)),
    ((39.911954, 116.377817), (39.91334545536069, 116.38404722455657)),
    ((39.915, 116.404), (39.91640428150164, 116.41024449916938)),
]
# BD-09 and GCJ-02, of coordtransform.
BAIDU = [
    ((39.92133699351022, 116.41036949371029), (39.915, 116.404)),
    ((39.915, 116.404), (39.90865673957631, 116.39762729119315)),
]
PLACES = [(39.9, 116.4), (31.2, 121.5), (23.1, 113.3), (43.8, 87.6), (29.65, 91.1), (45.8, 126.5)]


@pytest.mark.parametrize(("wgs84", "gcj02"), PAIRS)
def test_known_pairs_of_gcj02(wgs84: tuple[float, float], gcj02: tuple[float, float]) -> None:
    assert wgs84_to_gcj02(*wgs84) == pytest.approx(gcj02, abs=1e-9)
    assert to_wgs84(*gcj02, "gcj02") == pytest.approx(wgs84, abs=1e-9)


@pytest.mark.parametrize(("bd09", "gcj02"), BAIDU)
def test_known_pairs_of_bd09(bd09: tuple[float, float], gcj02: tuple[float, float]) -> None:
    assert to_wgs84(*bd09, "bd09") == pytest.approx(to_wgs84(*gcj02, "gcj02"), abs=2e-6)


@pytest.mark.parametrize("place", PLACES)
def test_there_and_back_and_the_shift_is_what_maps_show(place: tuple[float, float]) -> None:
    assert to_wgs84(*wgs84_to_gcj02(*place), "gcj02") == pytest.approx(place, abs=1e-9)
    assert to_wgs84(*wgs84_to_bd09(*place), "bd09") == pytest.approx(place, abs=1e-5)
    assert 0.1 < haversine_km(*place, *wgs84_to_gcj02(*place)) < 0.9
    assert 0.3 < haversine_km(*place, *wgs84_to_bd09(*place)) < 1.8


def test_outside_the_rectangle_gcj02_is_wgs84() -> None:
    for place in ((48.85, 2.35), (-33.9, 151.2), (0.0, 0.0)):
        assert wgs84_to_gcj02(*place) == place == to_wgs84(*place, "gcj02")
        assert to_wgs84(*place, "wgs84") == place
    assert DATUMS == ("wgs84", "gcj02", "bd09")
