"""Which dish is asked about, in which words, and how reasoned answers are read."""

from __future__ import annotations

import polars as pl
import pytest

from culture_conflict.benchmarks.culture_mix.asking import CULTURE_MIX
from culture_conflict.benchmarks.culture_mix.prompts import PROMPTS, WORDS, wording
from culture_conflict.errors import InvalidTableError
from culture_conflict.home import Home
from culture_conflict.models.protocol import Answer
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict_tests.benchmarks_culture_mix.kit import BENCHMARK, SOURCE, picture, tables

OTHER = ("Sushi", "JPN")
SHOWN = [
    picture("alone", "f"),
    picture("beside", "f", "mf", food2=OTHER),
    picture("before", "f", "sfb", background="PER"),
    picture("both", "f", "mfb", food2=OTHER, background="PER"),
    picture("mirrored", "f", "mf", food2=OTHER, control="flip", target_side="right"),
    picture("marked", "f", "mf", food2=OTHER, framing="box"),
    picture("cut", "f", framing="crop"),
    picture("apple", "f", "mf", control="agnostic", object="apple", target_side="left"),
]


def test_each_picture_is_asked_about_its_target() -> None:
    found = dict(wording(tables(SHOWN)[1]).rows())
    assert found == {
        **dict.fromkeys(("alone", "before", "cut"), "one"),
        **dict.fromkeys(("beside", "both", "apple"), "left"),
        "mirrored": "right",
        "marked": "boxed",
    }


def test_every_prompt_has_words_for_every_target() -> None:
    prompts = PROMPTS.packaged()
    assert [one.prompt_id for one in prompts] == ["base-v1", "chain-of-thought-v1", "direct-v1"]
    for prompt in prompts:
        texts = {prompt.render(which) for which in WORDS}
        assert len(texts) == 4
        assert all("{category}" not in text for text in texts)
    assert "red box" in PROMPTS.load("direct").render("boxed")


def test_variants_are_asked_by_what_their_pictures_show(home: Home) -> None:
    variants, mixed = tables(SHOWN)
    home.tables.write(MIXED_IMAGES, mixed, BENCHMARK, SOURCE)
    ready = CULTURE_MIX.ready(home, variants)
    assert ready.columns == variants.columns
    assert ready["variant_id"].equals(variants["variant_id"])
    assert ready["category"].to_list() == [dict(wording(mixed).rows())[v] for v, _ in _ids(ready)]
    home.tables.write(MIXED_IMAGES, mixed.head(3), BENCHMARK, SOURCE)
    with pytest.raises(InvalidTableError, match="Materialize"):
        CULTURE_MIX.ready(home, variants)


def _ids(frame: pl.DataFrame) -> list[tuple[str, str]]:
    return frame.select("variant_id", "picture").rows()


def test_a_reasoned_answer_is_read_by_its_conclusion() -> None:
    read = CULTURE_MIX.forms["reasoned"].parse
    text = (
        '{"reasoning": "Rice and fish; the street is French. Sushi, Japan; kimbap, South Korea.",'
        ' "name": "Kimbap", "country": "South Korea"}'
    )
    steps = f"1. Rice.\n2. A street in France.\n3. Sushi (Japan), kimbap (South Korea).\n{text}"
    for said in (text, steps, f"```json\n{text}\n```"):
        parsed = read(Answer(said, finish_reason="stop"))
        assert parsed.state == "ok"
        assert (parsed.fields["item"], parsed.fields["country"]) == ("Kimbap", "KOR")
