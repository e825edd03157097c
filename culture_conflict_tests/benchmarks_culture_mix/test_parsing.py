"""Answers about the left of two foods."""

from __future__ import annotations

import pytest

from culture_conflict.benchmarks.culture_mix.parsing import parse, parse_right, parser_id
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
        "The dish is called Laksa and is most closely associated with Malaysia.",
        (
            '{"left": {"name": "Laksa", "country": "Malaysia"}, '
            '"right": {"name": "Taco", "country": "Mexico"}}'
        ),
        (
            '{"right_dish": {"name": "Taco", "country": "Mexico"}, '
            '"left_dish": {"name": "Laksa", "country": "Malaysia"}}'
        ),
        '{"left": "Laksa (Malaysia)", "right": "Taco (Mexico)"}',
        '{"left": "soup", "right": "tortilla", "name": "Laksa", "country": "Malaysia"}',
        "1. Right side: Tacos, Mexico\n2. Left side: Laksa, Malaysia",
    ],
)
def test_the_target_is_read(text: str) -> None:
    parsed = parse(Answer(text=text))
    assert (parsed.state, parsed.fields) == ("ok", LAKSA)


@pytest.mark.parametrize(
    "reasoning",
    [
        "\nLeft: probably sushi, Japan\nRight: taco, Mexico\n",
        '{"left": {"name": "Sushi", "country": "Japan"}, "right": {"name": "Taco"}}',
    ],
)
def test_sides_in_the_reasoning_are_no_answer(reasoning: str) -> None:
    text = f'<think>{reasoning}</think>{{"name": "Laksa", "country": "Malaysia"}}'
    assert parse(Answer(text=text)).fields == LAKSA
    assert parse(Answer(text=f"<think>{reasoning}", finish_reason="length")).state == "truncated"


def test_the_right_dish_is_read_in_an_object_of_both() -> None:
    text = (
        '{"left": {"name": "Taco", "country": "Mexico"}, '
        '"right": {"name": "Laksa", "country": "Malaysia"}}'
    )
    assert parse_right(Answer(text=text)).fields == LAKSA


def test_two_countries_without_sides_stay_hedged() -> None:
    assert parse(Answer(text="Food: Laksa\nCountry: Malaysia or Peru")).state == "hedged"


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        (Answer(error="no route"), "error"),
        (Answer(text=""), "empty"),
        (Answer(text="x", finish_reason="content_filter"), "filtered"),
        (Answer(text="Laksa"), "unparsed"),
    ],
)
def test_other_states_are_those_of_the_shared_parser(answer: Answer, state: str) -> None:
    assert parse(answer).state == state


def test_the_parser_has_a_name_of_its_own() -> None:
    assert parser_id().startswith("culture_mix-")
