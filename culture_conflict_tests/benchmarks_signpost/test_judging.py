"""Whose country and whose language an answer names, worked by hand."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from culture_conflict.benchmarks.signpost.judging import judge_answers
from culture_conflict.benchmarks.signpost.languages import language_of, text_language
from culture_conflict.places.languages import named_languages
from culture_conflict.places.nearest import country_at
from culture_conflict.tables.signpost_judgements import SIGNPOST_JUDGEMENTS
from culture_conflict_tests.benchmarks_signpost.small_scenes import (
    predictions_of,
    said,
    scene,
    variants_of,
)

# In the middle of Vietnam: the nearest city of the gazetteer is one of Laos.
INLAND = (16.5173, 105.9134)


def judged(answers: list[dict[str, Any]], **scene_has: Any) -> pl.DataFrame:
    """Judgements of one model each, of answers to the Adversarial of one scene in Peru."""
    pictures = [one | scene_has for one in scene("s", "g", (-12.0, -77.0), INLAND)]
    rows = [
        said(pictures[4], None, f"m{n}", "ok") | {"prompt_id": "p"} | answer
        for n, answer in enumerate(answers)
    ]
    return SIGNPOST_JUDGEMENTS.validate(judge_answers(predictions_of(rows), variants_of(pictures)))


def test_a_trap_lies_in_the_country_that_its_geocoder_says() -> None:
    assert country_at(*INLAND) == "LAO"
    answers = [{"task": "country", "country": country} for country in ("VNM", "LAO", "PER", None)]
    told = judged(answers, trap_country="VNM")
    assert told["names"].to_list() == ["trap", "elsewhere", "truth", None]
    assert told["foreign_trap"].all()
    assert told["has_truth"].all()
    unknown = judged(answers, trap_country=None)
    assert unknown["names"].to_list() == ["elsewhere", "elsewhere", "truth", None]
    assert not unknown["foreign_trap"].any()


def test_a_language_is_the_native_texts_or_the_injected_ones() -> None:
    words = ("english", "mandarin chinese", "fr", "none", "english, french")
    answers = [{"task": "language", "language": each} for each in words]
    told = judged(answers, native_language="zh", injected_language="en")
    assert told["names"].to_list() == ["trap", "truth", "elsewhere", None, None]
    assert told["foreign_trap"].all()
    assert told["has_truth"].all()
    same = judged(answers, native_language="en", injected_language="en")
    assert same["names"].to_list() == ["truth", "elsewhere", "elsewhere", None, None]
    assert not same["foreign_trap"].any()
    untold = judged(answers, native_language=None, injected_language="en")
    assert not untold["has_truth"].any()
    assert not untold["foreign_trap"].any()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("\u4e2d\u5c71\u8def", "zh"),
        ("Rue de Rivoli", "fr"),
        ("Lonsdale St", "en"),
        ("Rua Augusta", "pt"),
        ("K\u00e4rntner Stra\u00dfe", "de"),
        ("Avenue Foch", None),  # a word of English and French
        ("Nairobi", None),
        ("St Mary", None),
        ("42", None),
    ],
)
def test_a_text_tells_its_language_by_letters_or_a_street_word(
    text: str, language: str | None
) -> None:
    assert text_language(text) == language
    assert language_of(["Nairobi", text, "Via Roma"]) == (language or "it")


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Japanese", ("ja",)),
        ("ja", ("ja",)),
        ("zh-CN", ("zh",)),
        ("Simplified Chinese (Mandarin)", ("zh",)),
        ("English and Thai", ("en", "th")),
        ("Thailand", ()),
        ("no", ()),
        ("none", ()),
        ("", ()),
    ],
)
def test_languages_are_named_by_whole_words(text: str, codes: tuple[str, ...]) -> None:
    assert named_languages(text) == codes
