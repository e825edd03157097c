"""An answer's coordinates are read as they were meant, or not at all (ruling 9)."""

from __future__ import annotations

import math
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from culture_conflict.benchmarks.signpost.parsing import parse
from culture_conflict.models.protocol import Answer, Parsed
from culture_conflict.tables._columns import STATES

PARIS = (48.8584, 2.2945)
SYDNEY = (-33.8688, 151.2093)


def point(parsed: Parsed) -> tuple[float, float]:
    assert parsed.state == "ok"
    latitude, longitude = parsed.fields["latitude"], parsed.fields["longitude"]
    assert latitude is not None
    assert longitude is not None
    return float(latitude), float(longitude)


def state(text: str | None, finish_reason: str = "stop") -> str:
    return parse(Answer(text=text, finish_reason=finish_reason)).state


@pytest.mark.parametrize(
    "text",
    [
        "48.8584, 2.2945",
        "(48.8584, 2.2945)",
        "[48.8584, 2.2945]",
        "48.8584 2.2945",
        "48.8584;2.2945",
        "`48.8584, 2.2945`",
        "**Latitude:** 48.8584\n**Longitude:** 2.2945",
        "lat=48.8584, lon=2.2945",
        "Longitude: 2.2945, Latitude: 48.8584",
        "2.2945 E, 48.8584 N",
        "N48.8584 E2.2945",
        "48.8584n, 2.2945e",
        "48,8584; 2,2945",
        "Latitude: 48,8584 Longitude: 2,2945",
        "The latitude is approximately 48.8584 and the longitude is approximately 2.2945.",
        "Latitude: 48.8584 (confidence 0.9), Longitude: 2.2945 (confidence 0.8)",
        "Coordinates (lat, lon): 48.8584, 2.2945",
        "Coordinates (lon, lat): 2.2945, 48.8584",
        "| Latitude | Longitude |\n|---|---|\n| 48.8584 | 2.2945 |",
        "$48.8584^\\circ$ N, $2.2945^\\circ$ E",
        "\\boxed{48.8584, 2.2945}",
        "<answer>48.8584, 2.2945</answer>",
        "<lat>48.8584</lat><lon>2.2945</lon>",
        "坐标为48.8584, 2.2945",
        "Final answer: (48.8584, 2.2945) \u2014 at first I thought of (45.764, 4.8357).",
        '{"lat": 48.8584, "lon": 2.2945, "heading": "W", "direction": "S"}',
        "48.8584, 2.2945, West of the river",
        "48.8584, 2.2945 (South of the river)",
        "云南48.8584, 2.2945",
        "Việt Nam 48.8584, 2.2945",
        '{"coordinates": [48.8584, 2.2945]}',
        '{"type": "Point", "coordinates": [2.2945, 48.8584]}',
        '{"location": {"lat": 48.8584, "lng": 2.2945}, "confidence": 0.9}',
        '{"reasoning": "maybe 40.71, -74.0", "latitude": 48.8584, "longitude": 2.2945}',
        "At first I thought of 40.71, -74.0.\nFinal answer: 48.8584, 2.2945",
        "Final answer: 48.8584, 2.2945 (and not 45.7640, 4.8357)",
        "I'm sorry that I can't be sure; if I had to guess: 48.8584, 2.2945",
        "48.8584\u00b0 \u00b1 0.01, 2.2945\u00b0 \u00b1 0.02",
        "\u0664\u0668\u066b\u0668\u0665\u0668\u0664\u060c \u0662\u066b\u0662\u0669\u0664\u0665",
        "\uff14\uff18.\uff18\uff15\uff18\uff14\uff0c\uff12.\uff12\uff19\uff14\uff15",
        "широта 48.8584, долгота 2.2945",
        "48.8584\u00b0 \u0441. \u0448., 2.2945\u00b0 \u0432. \u0434.",
        "北纬48.8584\u00b0\uff0c东经2.2945\u00b0",
        "Latitud: 48.8584, Longitud: 2.2945",
        "The location is at 48.8584 latitude and 2.2945 longitude.",
        "2.2945 E longitude, 48.8584 N latitude",
        "48.8584 (latitude), 2.2945 (longitude)",
        "48.8584\n2.2945",
        "48.8584, 2.2945\n10 km north of Paris",
        "48.8584, 2.2945\n48.8584, 2.2945",
        "1. Paris: 48.8584, 2.2945\n2. No other place fits.",
        "Final answer: 48.8584, 2.2945\nI had also thought of 45.7640, 4.8357",
        "The answer can't be exact. A branch is at 41.9028, 12.4964. Answer: 48.8584, 2.2945",
    ],
)
def test_one_place_in_many_forms(text: str) -> None:
    assert point(parse(Answer(text=text))) == pytest.approx(PARIS, abs=1e-9)


@pytest.mark.parametrize(
    "text",
    [
        "\u221233.8688, 151.2093",
        "\u201333.8688, 151.2093",
        "-33.8688\u00b0 S, 151.2093\u00b0 E",
        "33.8688 degrees South, 151.2093 degrees East",
        "lat: -33.8688 S, lon: 151.2093 E",
        '{"latitude": "33.8688\u00b0 S", "longitude": "151.2093\u00b0 E"}',
        '{"latitude": 33.8688, "lat_dir": "S", "longitude": 151.2093, "lon_dir": "E"}',
        '{"lat": 33.8688, "latHemisphere": "south", "lon": 151.2093}',
        "Latitude: minus 33.8688, Longitude: 151.2093",
        "Latitude: negative 33.8688, Longitude: 151.2093",
        "South latitude: 33.8688, East longitude: 151.2093",
        "Southern latitude 33.8688, eastern longitude 151.2093",
        "Latitude (S): 33.8688, Longitude (E): 151.2093",
        "Latitude: 33.8688 (South), Longitude: 151.2093 (East)",
        "Latitude: 33.8688\u00b0 (S), Longitude: 151.2093\u00b0 (E)",
        "Latitude: 33.8688, S; Longitude: 151.2093, E",
        "33.8688,S,151.2093,E",
        "33.8688\u00b0 südlich, 151.2093\u00b0 östlich",
        "南纬\uff1a33.8688\uff0c东经\uff1a151.2093",
        "纬度\uff1a33.8688°\uff08南\uff09\uff0c经度\uff1a151.2093°\uff08东\uff09",
        "纬度\uff1a负33.8688\uff0c经度\uff1a151.2093",
        "남위: 33.8688, 동경: 151.2093",
        "Lintang Selatan: 33.8688, Bujur Timur: 151.2093",
        "33.8688° LS dan 151.2093° BT",
        "33.8688° Güney, 151.2093° Doğu",
        "vĩ độ Nam 33.8688, kinh độ Đông 151.2093",
        "33.8688 độ Nam, 151.2093 độ Đông",
        "33.8688° jižní šířky, 151.2093° východní délky",
        "33.8688° दक्षिण, 151.2093° पूर्व",
        "33.8688 جنوب\u060c 151.2093 شرق",
        "ละติจูด 33.8688 องศาใต้ ลองจิจูด 151.2093 องศาตะวันออก",
    ],
)
def test_the_hemisphere_is_never_lost(text: str) -> None:
    assert point(parse(Answer(text=text))) == pytest.approx(SYDNEY, abs=1e-9)


@pytest.mark.parametrize(
    "text",
    [
        "22\u00b057'07\"S 43\u00b012'38\"W",
        "22\u00b057\u203207\u2033S 43\u00b012\u203238\u2033W",
        "22 57 07 S, 43 12 38 W",
        "22:57:07 S, 43:12:38 W",
        "南緯22度57分07秒 西経43度12分38秒",
    ],
)
def test_degrees_minutes_and_seconds(text: str) -> None:
    assert point(parse(Answer(text=text))) == pytest.approx((-22.951944, -43.210556), abs=1e-6)


@pytest.mark.parametrize(
    "text",
    [
        "48,2",
        "48.8584, 2.2945, 35",
        "48.85\u00b0 N",
        "lat=48.85",
        "N 22 57 07, W 43 12 38",
        "48\u00b0 75' N, 2\u00b0 E",
        "-33.86\u00b0 N, 151.2\u00b0 E",
        "43.2\u00b0 O, 5.1\u00b0 N",
        "48.8566, 2.3522 or 45.7640, 4.8357",
        "48.8584\u00b0 N, 2.2945\u00b0 E. Alternative: 45.764\u00b0 N, 4.8357\u00b0 E",
        '[{"lat": 48.8, "lon": 2.3}, {"lat": 45.7, "lon": 4.8}]',
        '{"latitude": true, "longitude": false}',
        '{"latitude": NaN, "longitude": Infinity}',
        '{"latitude": 48.8584, "longitude": null}',
        "The sign shows 12.5, 30.25 km away",
        "1. Paris: 48.8566, 2.3522\n2. Lyon: 45.7640, 4.8357",
        "1. Paris (48.8566, 2.3522)\n2. Lyon (45.7640, 4.8357)\n3. Nice (43.7102, 7.2620)",
        "Latitude: 48.8566 N or 45.76 N, Longitude: 2.3522 E or 4.83 E",
        "Latitude: between 35.1 and 35.9\nLongitude: between 139.1 and 139.8",
        "48.8-48.9, 2.3-2.4",
        "Between 48.8 and 48.9 N and 2.3 and 2.4 E",
        '{"lat": -33.8, "lat_dir": "N", "lon": 151.2, "lon_dir": "E"}',
        "48.8 to 48.9\u00b0 N, 2.3 to 2.4\u00b0 E",
        "33.45\u00b0 S, 70.66\u00b0 O",
        "33\u00b026\u2032S 70\u00b040\u2032O",
        "Latitud: 19.43 N, Longitud: 99.13 O",
        "Final answer: 48.8566, 2.3522 or 45.7640, 4.8357",
        "The coordinates are (10.5, 20.5) or (30.5, 40.5).",
        "The answer can't be exact: 41.9028, 12.4964; or this picture, 48.8566, 2.3522.",
        "Open 24/7 on Route 66, built in 1998, house no. 12, 30 m from the road.",
        "Paris, France",
    ],
)
def test_what_can_be_read_in_two_ways_is_not_read(text: str) -> None:
    assert state(text) == "unparsed"


@pytest.mark.parametrize(
    ("text", "finish_reason", "expected"),
    [
        ("12.0, 190.0", "stop", "out_of_range"),
        ("151.2093, -33.8688", "stop", "out_of_range"),
        ('{"latitude": 481.2, "longitude": 2.3}', "stop", "out_of_range"),
        ('{"latitude": null, "longitude": null}', "stop", "abstained"),
        ("latitude: unknown, longitude: unknown", "stop", "abstained"),
        ("I cannot determine. Confidence 0.95 0.12", "stop", "abstained"),
        ("I'm sorry, but I can't help with that.", "stop", "refused"),
        ('{"latitude": 48.8584, "longitude": 2.', "length", "truncated"),
        ("48\u00b0 51' 24\" N, 2\u00b0 17'", "length", "truncated"),
        ("48.8584, 2.2", "length", "truncated"),
        ("It might be Paris (48.8584, 2.2945).\nBut the trams", "length", "truncated"),
        ("Paris: 48.8584\u00b0 N, 2.2945\u00b0 E?\nOr rather", "length", "truncated"),
        ("48.8584, 2.2945\nThe trams", "length", "ok"),
        ("**Latitude:** 48.8584\n- Longitude: 2.2945\nThe", "length", "ok"),
        ("Coordinates: 48.8584, 2.2945\nThe", "length", "ok"),
        ("Paris (45.76, 4.83)?\nFinal answer: 48.8584, 2.2945\nThe", "length", "ok"),
        ('{"latitude": 48.8584, "longitude": 2.2945}\nBecause the', "length", "ok"),
        (None, "length", "truncated"),
        (None, "stop", "empty"),
        ("", "stop", "empty"),
        ("<think>48.8584, 2.2945", "stop", "unparsed"),
        ("48.8584, 2.2945", "content_filter", "filtered"),
    ],
)
def test_states(text: str | None, finish_reason: str, expected: str) -> None:
    assert state(text, finish_reason) == expected


@given(
    st.floats(-90, 90, allow_nan=False).map(lambda x: round(x, 5)),
    st.floats(-180, 180, allow_nan=False).map(lambda x: round(x, 5)),
    st.sampled_from(["{0:.5f}, {1:.5f}", '{{"latitude": {0!r}, "longitude": {1!r}}}', "dms"]),
)
def test_every_point_is_read_back(latitude: float, longitude: float, form: str) -> None:
    text = spelled(latitude, longitude) if form == "dms" else form.format(latitude, longitude)
    assert point(parse(Answer(text=text))) == pytest.approx((latitude, longitude), abs=2e-4)


def spelled(latitude: float, longitude: float) -> str:
    def angle(value: float, letters: str) -> str:
        seconds = round(abs(value) * 3600)
        minutes, rest = divmod(seconds, 60)
        side = letters[math.copysign(1, value) < 0]
        return f"{minutes // 60}\u00b0{minutes % 60}'{rest}\"{side}"

    return f"{angle(latitude, 'NS')} {angle(longitude, 'EW')}"


@given(st.text(alphabet="lat on48.,;-\u00b0'\"NSEW{}[]:\n\\é纬", max_size=80))
def test_nothing_in_an_answer_raises(text: str) -> None:
    parsed = parse(Answer(text=text))
    assert parsed.state in STATES
    assert (parsed.state == "ok") == (parsed.fields["latitude"] is not None)


@pytest.mark.parametrize(
    "text", ["lat ", "1 ", "1.1,", "{", '{"a":', "1\u00b01'", "answer: ", '"', "lat" + " " * 400]
)
def test_long_answers_take_no_time(text: str) -> None:
    started = time.process_time()
    parse(Answer(text=text * (20_000 // len(text))))
    assert time.process_time() - started < 2


@pytest.mark.parametrize("digits", [309, 4000])
def test_a_number_without_bound_is_no_coordinate(digits: int) -> None:
    huge = "9" * digits
    assert state(f'{{"latitude": {huge}, "longitude": 2.5}}') == "unparsed"
    assert state(f'{{"latitude": 2.5, "longitude": -{huge}}}') == "unparsed"
    assert state(f'{{"coordinates": [{huge}, 2.5]}}') == "unparsed"
