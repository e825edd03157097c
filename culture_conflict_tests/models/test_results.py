"""Answers become rows of their benchmark's table, with its own parsed fields."""

from __future__ import annotations

from culture_conflict.benchmarks.signpost.parsing import parse
from culture_conflict.models.entry import Entry
from culture_conflict.models.protocol import Answer
from culture_conflict.models.results import predictions_table
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.tables.signpost_predictions import SIGNPOST_PREDICTIONS
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.benchmarks_signpost.small_scenes import (
    Row,
    said,
    scene,
    sha,
    variants_of,
)


def _entry(variant: Row, text: str) -> Entry:
    row = said(variant, None) | {"answer": text, "key": sha(text)}
    return Entry(**{name: row.get(name) for name in Entry.__dataclass_fields__})


def test_places_are_numbers_in_signposts_own_table() -> None:
    pictures = scene("s", "g")[:3]
    texts = ["48.85, 2.35", '{"lat": 481.2, "lon": 2.3}', "I cannot tell."]
    entries = [_entry(one, text) for one, text in zip(pictures, texts, strict=True)]
    made = predictions_table(variants_of(pictures), entries, [parse(Answer(t)) for t in texts])
    SIGNPOST_PREDICTIONS.validate(made)
    assert made["state"].to_list()[:2] == ["ok", "out_of_range"]
    assert made["latitude"].to_list() == [48.85, None, None]
    assert made["longitude"].to_list() == [2.35, None, None]


def test_other_benchmarks_keep_the_shared_table() -> None:
    made = predictions_table(VARIANTS.empty(), [], [])
    assert made.schema == PREDICTIONS.schema
