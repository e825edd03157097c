"""Answers become states and fields; nothing in an answer raises."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.models.protocol import Answer
from culture_conflict.places.countries import countries
from culture_conflict.tables._columns import STATES


def fields(text: str, finish_reason: str | None = None) -> tuple[str | None, ...]:
    parsed = parse(Answer(text=text, finish_reason=finish_reason))
    return (parsed.state, *parsed.fields.values())


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "Phở bò", "country": "Vietnam"}',
        '```json\n{"name": "Phở bò", "country": "Vietnam"}\n```',
        'Sure! Here it is:\n```\n{"country": "Vietnam", "name": "Phở bò",}\n```\nEnjoy.',
        '{"answer": {"name": "Phở bò", "country": "Vietnam"}}',
        '[{"name": "Phở bò", "country": "Vietnam"}]',
        "{'name': 'Phở bò', 'country': 'Vietnam'}",
        "{name: Phở bò, country: Vietnam}",
        "{\u201cname\u201d: \u201cPhở bò\u201d, \u201ccountry\u201d: \u201cVietnam\u201d}",
        '{"name": "Phở bò", "country": "Vietnam"',
        '{"Original name": "Phở bò", "Country of Origin": "Vietnam", "confidence": 0.9}',
        '{"name": ["Phở bò"], "country": {"name": "Vietnam", "code": "VN"}}',
        '{"name": "Phở\nbò", "country": "Vietnam"}'.replace("\n", " "),
        '{"note": "{x}"} then {"name": "Phở bò", "country": "Vietnam"}',
        "**Name:** Phở bò\n**Country of origin:** Vietnam",
        "- Name: Phở bò\n- Country: Vietnam",
        "Country: Vietnam\nOriginal name: Phở bò",
        "Name: Phở bò, Country: Vietnam",
        "Name: Phở bò; Country: Vietnam.",
        "Dish name: Phở bò | Country name: Vietnam",
        "The original name of this dish: Phở bò\nThe country of origin: Vietnam\nIt is eaten hot.",
        "\u201cname\u201d: \u201cPhở bò\u201d, \u201ccountry\u201d: \u201cVietnam\u201d",
        "Phở bò / Vietnam",
        "Phở bò, Vietnam",
        "Phở bò\nVietnam",
        "1. Phở bò\n2. Vietnam",
        "Phở bò (Vietnam)",
        "Phở bò - Vietnam",
        "Phở bò \u2014 Vietnam.",
        "**Phở bò**: Vietnam",
        "Phở bò from Vietnam",
        "This dish is called Phở bò and it is from Vietnam.",
        "The dish is Phở bò, which originates from Vietnam.",
        "The dish is Phở bò and is most closely associated with Vietnam.",
        "The dish is Phở bò, which is native to Vietnam.",
        "The name is Phở bò. It's associated with Vietnam.",
        "Final answer: Phở bò, Vietnam",
        "<think>A flag of Brazil, so Brazil / Brazil?</think>Phở bò / Vietnam",
        "no tag</think>\nPhở bò / Vietnam",
        "<think>a</think>Sushi / Japan<think>no</think>Phở bò / Vietnam",
        '<think>{"name": "x", "country": "Brazil"}</think>{"name": "Phở bò", "country": "Vietnam"}',
    ],
)
def test_forms_of_one_answer(text: str) -> None:
    state, item, country_answer, country = fields(text)
    assert (state, item, country) == ("ok", "Phở bò", "VNM")
    assert country_answer is not None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"name": "X", "country": "Japan or China"}', ("hedged", "X", "Japan or China", None)),
        ('{"name": "X", "country": ["Japan", "China"]}', ("hedged", "X", "Japan / China", None)),
        ("Name: X\nCountry: Japan\nCountry: Peru", ("hedged", "X", "Japan / Peru", None)),
        ("Sushi / Japan or China", ("hedged", "Sushi", "Japan or China", None)),
        ('{"name": "X", "country": "UK (England)"}', ("ok", "X", "UK (England)", "GBR")),
        ('{"name": "X", "country": "Hong Kong, China"}', ("ok", "X", "Hong Kong, China", "HKG")),
        ('{"name": "X", "country": "West Africa"}', ("ok", "X", "West Africa", None)),
        ('{"name": "unknown", "country": "Japan"}', ("ok", None, "Japan", "JPN")),
        ('{"name": "Sushi", "country": "N/A"}', ("ok", "Sushi", None, None)),
        ("Japan", ("ok", None, "Japan", "JPN")),
        ('{"name": null, "country": null}', ("abstained", None, None, None)),
        ('{"name": "", "country": "  "}', ("abstained", None, None, None)),
        ("I don\u2019t know.", ("abstained", None, None, None)),
        ("It cannot be determined from the picture.", ("abstained", None, None, None)),
        ("unknown", ("abstained", None, None, None)),
        ("I'm sorry, but I can't help with that.", ("refused", None, None, None)),
        ("As an AI, I won't answer this.", ("refused", None, None, None)),
        ("I'm sorry for the delay. Name: Sushi\nCountry: Japan", ("ok", "Sushi", "Japan", "JPN")),
        ("Katsudon", ("unparsed", None, None, None)),
        ("A bowl of rice with egg, eaten by many people at noon.", ("unparsed", None, None, None)),
        ("<think>Japan, I would say", ("unparsed", None, None, None)),
        ("<think>Japan</think>", ("empty", None, None, None)),
        ("", ("empty", None, None, None)),
        (" \n", ("empty", None, None, None)),
    ],
)
def test_states(text: str, expected: tuple[str | None, ...]) -> None:
    assert fields(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The original name of this dish is", ("truncated", None, None, None)),
        ('{"name": "Sushi", "country": "Jap', ("truncated", None, None, None)),
        ("<think>It may be", ("truncated", None, None, None)),
        ("", ("truncated", None, None, None)),
        ("Sushi / Papua New", ("truncated", None, None, None)),
        ("Name: Sushi\nCountry: Papua New", ("truncated", None, None, None)),
        ('{"name": "Sushi", "country": "Japan"} It is', ("ok", "Sushi", "Japan", "JPN")),
        ("Name: Sushi\nCountry: Japan\nIt is", ("ok", "Sushi", "Japan", "JPN")),
    ],
)
@pytest.mark.parametrize("reason", ["length", "MAX_TOKENS"])
def test_cut_off_answers_count_as_far_as_they_are_whole(
    text: str, expected: tuple[str | None, ...], reason: str
) -> None:
    assert fields(text, reason) == expected


def test_the_providers_word_comes_first() -> None:
    whole = '{"name": "Sushi", "country": "Japan"}'
    assert parse(Answer(text=whole, error="timeout")).state == "error"
    assert parse(Answer(error="timeout", finish_reason="content_filter")).state == "error"
    assert parse(Answer(finish_reason="content_filter")).state == "filtered"
    assert parse(Answer(text=whole, finish_reason="SAFETY")).state == "filtered"
    assert parse(Answer(text=whole, finish_reason="refusal")).state == "refused"
    assert parse(Answer()).state == "empty"


def test_reasoning_beside_the_text_is_never_read() -> None:
    answer = Answer(text="", reasoning='{"name": "Sushi", "country": "Japan"}')
    assert parse(answer).state == "empty"


names = st.text(st.characters(categories=["L"]), min_size=2, max_size=30)
known = st.sampled_from(sorted(row.name for row in countries().values()))


@given(names, known)
def test_any_json_answer_comes_back(name: str, country: str) -> None:
    parsed = parse(Answer(text=json.dumps({"name": name, "country": country})))
    assert parsed.fields["country_answer"] == country
    assert parsed.fields["country"] is not None
    assert parsed.fields["item"] in {name, None}


@given(st.text(st.sampled_from("{}[]\":',/| \n\\abcnameountryJpN<>think*-(0)")), st.booleans())
def test_no_text_raises(text: str, cut: bool) -> None:
    parsed = parse(Answer(text=text, finish_reason="length" if cut else None))
    assert parsed.state in STATES
    assert set(parsed.fields) == {"item", "country_answer", "country"}


@pytest.mark.parametrize("verb", ["is from", "is associated with", "belongs to"])
def test_what_is_said_of_a_flag_is_not_said_of_the_dish(verb: str) -> None:
    assert fields(f"The flag in the background {verb} Japan.")[0] == "unparsed"


@pytest.mark.parametrize(
    "piece", ['{"a":', "{", "[", "name:", "name ", "(", '"', "/ Japan ", "<think>", " ", "it is "]
)
def test_long_nonsense_is_read_in_no_time(piece: str) -> None:
    started = time.process_time()
    parse(Answer(text=piece * 50_000))
    parse(Answer(text="name" + piece * 50_000, finish_reason="length"))
    assert time.process_time() - started < 5
