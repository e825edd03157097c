"""What stands around the numbers of an answer never turns them into another place (ruling 9)."""

from __future__ import annotations

import pytest

from culture_conflict.benchmarks.signpost.parsing import parse
from culture_conflict.models.protocol import Answer
from culture_conflict_tests.benchmarks_signpost.test_coordinates import PARIS, SYDNEY, point, state

NEW_YORK = (40.7128, -74.006)


@pytest.mark.parametrize(
    "text",
    [
        "Paris - 48.8584, 2.2945",
        "Paris, France \u2014 48.8584\u00b0 N, 2.2945\u00b0 E",
        "**Paris** \u2013 48.8584, 2.2945",
        "Eiffel Tower (Paris) - 48.8584, 2.2945",
        "- 48.8584, 2.2945",
        "- 48.8584\u00b0 N, 2.2945\u00b0 E",
        "Coordinates:\n- 48.8584\n- 2.2945",
        "Latitude - 48.8584\nLongitude - 2.2945",
        "48.8584\u00b0 N \u2013 2.2945\u00b0 E",
    ],
)
def test_a_dash_behind_a_word_or_before_a_line_is_no_minus(text: str) -> None:
    assert point(parse(Answer(text))) == pytest.approx(PARIS)


@pytest.mark.parametrize(
    "text",
    [
        "Latitude: - 33.8688, Longitude: 151.2093",
        "Latitude - -33.8688\nLongitude - 151.2093",
        "Latitude - 33.8688, Longitude 151.2093",
        "The latitude is - 33.8688 and the longitude is 151.2093",
        "Sydney \u2013 \u221233.8688, 151.2093",
        "Latitude: \u2212 33.8688, Longitude: 151.2093",
        '{"latitude": "- 33.8688", "longitude": "151.2093"}',
        "(- 33.8688, 151.2093)",
        "Latitude \u2013 33.8688\u00b0 S, Longitude \u2013 151.2093\u00b0 E",
        "-33.8688, 151.2093 \u00b1 25 km",
        "-33.8688\u00b0\u00b10.5\u00b0, 151.2093\u00b0\u00b10.5\u00b0",
        "-33.8688 S 151.2093 E 35 m",
        "33,8688\u00b0 de latitude sul e 151,2093\u00b0 de longitude leste",
        '{"latitude": "-33,8688", "longitude": "151,2093"}',
        "φ = -33.8688, λ = 151.2093",
        "Földrajzi szélesség: -33.8688, földrajzi hosszúság: 151.2093",
        "অক্ষাংশ: -33.8688, দ্রাঘিমাংশ: 151.2093",
    ],
)
def test_a_minus_stays_one(text: str) -> None:
    assert point(parse(Answer(text))) == pytest.approx(SYDNEY)


@pytest.mark.parametrize(
    "text",
    [
        "-74.0060, 40.7128 (longitude, latitude)",
        "-74.0060 40.7128 (lng/lat)",
        "(-74.0060, 40.7128) (lon, lat)",
        "[-74.0060, 40.7128] as (lon, lat)",
        '{"lon_lat": [-74.0060, 40.7128]}',
        '{"lngLat": [-74.0060, 40.7128]}',
        '{"lat_lon": [40.7128, -74.0060]}',
        "40.7128, -74.0060 (latitude, longitude)",
        '{"predicted_latitude": 40.7128, "predicted_longitude": -74.0060}',
        '{"lat_deg": 40.7128, "lon_deg": -74.0060}',
        '{"guessLat": 40.7128, "guessLng": -74.0060}',
        "final_latitude: 40.7128\nfinal_longitude: -74.0060",
        "40.7128 of latitude and -74.0060 of longitude",
        "First thought: 42.3601, -71.0589.\nFinal: 40.7128, -74.0060",
        "Final: 40.7128, -74.0060 (at first I had 42.3601, -71.0589)",
        "Boston, 42.3601, -71.0589? Final location: 40.7128, -74.0060",
        "$$40.7128^{\\circ}\\text{N}, 74.006^{\\circ}\\text{W}$$",
        "$\\boxed{40.7128,\\ -74.0060}$",
        "$\\phi=40.7128$, $\\lambda=-74.0060$",
        "$40.7128, -74.0060$",
        "40\u00b0 42.768 N, 74\u00b0 0.36 W",
        "40\u00b0 42 46.08 N, 74\u00b0 0 21.6 W",
    ],
)
def test_names_orders_and_formulas(text: str) -> None:
    assert point(parse(Answer(text))) == pytest.approx(NEW_YORK)


@pytest.mark.parametrize(
    "text",
    [
        "$12.99, $24.99 on the board",
        "Tickets cost US$12.99, US$24.99.",
        "\u20ac12.99, \u20ac24.99",
        "The prices are 12.99, 24.99.",
        "The price on the board reads 1.25, 2.50.",
        "Opening hours 9.00, 18.00",
        "A temperature of 21.5, 22.5 C",
        "Version 1.2, 3.4",
        '{"bbox": [12, 44]}',
        '{"confidence": [0.4, 0.6]}',
        '{"latitude_confidence": 0.4, "longitude_confidence": 0.5}',
        "48.8584'N 2.2945'E",
        "N 48\u00b0 51.504, E 2\u00b0 17.67",
        "...",
    ],
)
def test_other_numbers_are_no_place(text: str) -> None:
    assert state(text) == "unparsed"


@pytest.mark.parametrize(
    "text",
    [
        "Unknown",
        "None",
        "(null, null)",
        "The exact location cannot be pinpointed.",
        "I am unable to geolocate this image.",
        "There is not enough information to estimate the coordinates.",
    ],
)
def test_nothing_said_is_no_riddle(text: str) -> None:
    assert state(text) == "abstained"
