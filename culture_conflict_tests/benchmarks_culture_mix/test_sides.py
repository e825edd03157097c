"""Answers that go through both sides of a picture, or speak of what is behind the dish."""

from __future__ import annotations

import pytest

from culture_conflict.benchmarks.culture_mix.parsing import parse, parse_right
from culture_conflict.models.protocol import Answer, Parsed

LAKSA = ("ok", "Laksa", "MYS")

BOTH = [
    "**Left dish:** Laksa\n- Country: Malaysia\n\n**Right dish:** Tacos\n- Country: Mexico",
    "### Left Dish\nName: Laksa\nCountry: Malaysia\n### Right Dish\nName: Tacos\nCountry: Mexico",
    (
        "Left Dish Name: Laksa\nLeft Dish Country: Malaysia\nRight Dish Name: Tacos\n"
        "Right Dish Country: Mexico"
    ),
    "Dish on the left: Laksa\nCountry: Malaysia\nDish on the right: Tacos\nCountry: Mexico",
    "Left bowl: Laksa, Malaysia\nRight bowl: Tacos, Mexico",
    "Left: Laksa, Malaysia; Right: Tacos, Mexico",
    "Left side \u2013 Laksa (Malaysia); right side \u2013 Tacos (Mexico)",
    "Left → Laksa (Malaysia)\nRight → Tacos (Mexico)",
    "(Left) Laksa / Malaysia\n(Right) Tacos / Mexico",
    (
        "| Side | Name | Country |\n|---|---|---|\n| Left | Laksa | Malaysia |\n"
        "| Right | Tacos | Mexico |"
    ),
    "The dish on the left is Laksa from Malaysia, and the dish on the right is tacos from Mexico.",
    "The left dish is Laksa (Malaysia). The right dish is tacos (Mexico).",
    "I see two dishes. The left one is Laksa, a Malaysian soup; the right one is a Mexican taco.",
    "On the left is Laksa, from Malaysia. On the right are tacos, from Mexico.",
    "The left dish is Laksa, from Malaysia. (The right dish is a taco from Mexico.)",
    (
        '[{"position": "left", "name": "Laksa", "country": "Malaysia"}, '
        '{"position": "right", "name": "Tacos", "country": "Mexico"}]'
    ),
    (
        '{"dishes": [{"side": "right", "name": "Tacos", "country": "Mexico"}, '
        '{"side": "left", "name": "Laksa", "country": "Malaysia"}]}'
    ),
    (
        '{"left_name": "Laksa", "left_country": "Malaysia", "right_name": "Tacos", '
        '"right_country": "Mexico"}'
    ),
    '{"left": ["Laksa", "Malaysia"], "right": ["Tacos", "Mexico"]}',
    (
        'Left dish:\n{"name": "Laksa", "country": "Malaysia"}\n\n'
        'Right dish:\n{"name": "Tacos", "country": "Mexico"}'
    ),
    (
        '{"name": "Laksa", "country": "Malaysia"}\n'
        '(The right is {"name": "Taco", "country": "Mexico"}.)'
    ),
    "Laksa / Malaysia\n\nThe right side shows tacos (Mexico).",
    "Gauche : Laksa, Malaisie\nDroite : Tacos, Mexique",
    "1) Left - Laksa (Malaysia) 2) Right - Taco (Mexico)",
    "The left plate has Laksa, from Malaysia; the right plate has tacos, from Mexico.",
    "Laksa, Malaysia.\nThe dish on the right (a taco) is from Mexico.",
    (
        "Name (left dish): Laksa\nCountry (left dish): Malaysia\nName (right dish): Tacos\n"
        "Country (right dish): Mexico"
    ),
    "Izquierda: Laksa (Malasia)\nDerecha: Tacos (México)",
    (
        "1. The dish on the left: noodles in a broth.\n2. The right side shows a Mexican taco.\n"
        '3. Soto (Indonesia).\n{"name": "Laksa", "country": "Malaysia"}'
    ),
    "Left: noodles in a broth.\nRight: tortillas.\nName: Laksa\nCountry: Malaysia",
    (
        "Step 1: On the left are noodles; on the right are tacos (Mexico).\n"
        "Final answer: Laksa, Malaysia"
    ),
]
BEHIND = [
    "Laksa, Malaysia. The background shows Tokyo, Japan.",
    "The dish is Laksa from Malaysia. In the background is the Eiffel Tower in France.",
    "Laksa, which is from Malaysia, with the pyramids of Egypt in the background.",
    "The background shows Mexico, but the dish is Laksa from Malaysia.",
    "Based on the picture, the left dish is Laksa, a dish from Malaysia. The backdrop is in Japan.",
    '{"name": "Laksa", "country": "Malaysia (the background shows Japan)"}',
]
ALONE = [
    "Left food: Laksa, Malaysia",
    "Red box: Laksa, Malaysia",
    "In the red bounding box: Laksa (Malaysia)",
    "This is Laksa, a spicy noodle soup from Malaysia.",
    "Laksa is a noodle soup from Malaysia.",
    "The dish appears to be Laksa. It's most closely associated with Malaysia.",
    "The food is called Laksa and it is a dish from Malaysia.",
    '{"dishName": "Laksa", "associatedCountry": "Malaysia"}',
    "Name: Laksa (left), Country: Malaysia",
]


def found(parsed: Parsed) -> tuple[str, str | None, str | None]:
    return parsed.state, parsed.fields["item"], parsed.fields["country"]


@pytest.mark.parametrize("text", [*BOTH, *BEHIND, *ALONE])
def test_only_what_is_said_of_the_target_is_read(text: str) -> None:
    assert found(parse(Answer(text=text))) == LAKSA


@pytest.mark.parametrize(
    "text",
    [
        "The left dish is a taco (Mexico). The right dish is Laksa (Malaysia).",
        "On the left: tacos (Mexico). On the right: Laksa (Malaysia).",
        "The right dish is Laksa, from Malaysia. (The left dish is a taco from Mexico.)",
        (
            '{"left_name": "Taco", "left_country": "Mexico", "right_name": "Laksa", '
            '"right_country": "Malaysia"}'
        ),
        "左の料理\uff1aタコス、メキシコ\n右の料理\uff1aLaksa、マレーシア",
    ],
)
def test_the_right_one_is_read_where_it_was_asked_about(text: str) -> None:
    assert found(parse_right(Answer(text=text))) == LAKSA


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("Left: a spicy noodle soup\nRight: Tacos (Mexico)", "unparsed"),
        ("Left: Laksa\nLeft: Pho\nRight: Tacos, Mexico", "unparsed"),
        ('{"left": "", "right": "Taco (Mexico)"}', "abstained"),
        ('{"left": null, "right": {"name": "Taco", "country": "Mexico"}}', "abstained"),
        ("The right dish is pizza (Italy). The left dish cannot be identified.", "abstained"),
    ],
)
def test_the_other_dish_is_no_answer(text: str, state: str) -> None:
    assert found(parse(Answer(text=text))) == (state, None, None)


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("Judging by the background, this is from Mexico.", "MEX"),
        ("Right, this is a taco from Mexico.", "MEX"),
        ("The food is Pad Thai and the country is Thailand.", "THA"),
    ],
)
def test_words_that_only_look_like_a_side_or_a_remark(text: str, country: str) -> None:
    assert found(parse(Answer(text=text)))[2] == country


def test_a_name_with_a_country_in_it_is_a_name() -> None:
    text = "The food is Pad Thai and the country is Thailand."
    assert found(parse(Answer(text=text))) == ("ok", "Pad Thai", "THA")
