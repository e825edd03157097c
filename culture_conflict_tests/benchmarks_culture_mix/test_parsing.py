"""Answers about the left of two foods."""

from __future__ import annotations

import pytest

from culture_conflict.benchmarks.culture_mix.parsing import parse, parser_id
from culture_conflict.models.protocol import Answer

LAKSA = {"item": "Laksa", "country_answer": "Malaysia", "country": "MYS"}


@pytest.mark.parametrize(
    "text",
    [
        "Answer | Laksa / Malaysia",
        "Laksa / Malaysia",
        '{"food": "Laksa", "country": "Malaysia"}',
        "Food: Laksa\nCountry: Malaysia",
        "Left food: Laksa, Malaysia\nRight food: Tacos, Mexico",
        "**Left:** Laksa (Malaysia)\n**Right:** Tacos (Mexico)",
        "- The left dish: Laksa, Malaysia\n- The right dish: Tacos, Mexico",
        "1. Right side: Tacos, Mexico\n2. Left side: Laksa, Malaysia",
    ],
)
def test_the_target_is_read(text: str) -> None:
    parsed = parse(Answer(text=text))
    assert (parsed.state, parsed.fields) == ("ok", LAKSA)


def test_two_countries_without_sides_stay_hedged() -> None:
    assert parse(Answer(text="Food: Laksa\nCountry: Malaysia or Peru")).state == "hedged"


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        (Answer(error="no route"), "error"),
        (Answer(text=""), "empty"),
        (Answer(text="x", finish_reason="content_filter"), "filtered"),
        (Answer(text="Left: Laksa\nLeft: Pho\nRight: Tacos, Mexico"), "ok"),
    ],
)
def test_other_states_are_those_of_the_shared_parser(answer: Answer, state: str) -> None:
    assert parse(answer).state == state


def test_the_parser_has_a_name_of_its_own() -> None:
    assert parser_id().startswith("culture_mix-")
