"""Answers are joined on the named columns; what is not one to one is listed, not taken."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from culture_conflict.errors import AnswersError
from culture_conflict.models.replay.joining import match_answers
from culture_conflict_tests.models.asking_kit import World


@pytest.fixture
def variants(tmp_path: Path) -> pl.DataFrame:
    """Four variants with ids v0 ... v3 and x0 ... x3; the last two have one picture."""
    return World(tmp_path).variants([1, 2, 3, 3])


def answers(key: str, *rows: tuple[str | None, str | None, str | None]) -> pl.DataFrame:
    given = [(number, *row) for number, row in enumerate(rows, start=1)]
    schema = {"row": pl.Int64, key: pl.String, "answer": pl.String, "reject": pl.String}
    return pl.DataFrame(given, schema=schema, orient="row")


def test_every_line_and_every_variant_is_accounted_for(variants: pl.DataFrame) -> None:
    given = answers(
        "external_id",
        ("x0", "one", None),
        ("x9", "nobody's", None),
        ("x1", "twice", None),
        ("x1", "twice", None),
        (None, "no key", None),
        (None, None, "is no JSON"),
        ("", "blank key", None),
    )
    matched = match_answers(variants, given, ["external_id"])
    assert matched.entries.select("variant_id", "answer", "row").rows() == [("v0", "one", 1)]
    assert matched.unmatched.select("external_id", "row").rows() == [("x9", 2)]
    assert matched.duplicates.select("row", "reason").rows() == [
        (3, "2 lines have this key"),
        (4, "2 lines have this key"),
    ]
    assert matched.rejects.rows() == [
        (5, "has no external_id"),
        (6, "is no JSON"),
        (7, "has no external_id"),
    ]
    assert matched.missing["variant_id"].to_list() == ["v1", "v2", "v3"]
    lines = (matched.entries, matched.unmatched, matched.duplicates, matched.rejects)
    assert sorted(row for frame in lines for row in frame["row"]) == [1, 2, 3, 4, 5, 6, 7]


def test_a_key_that_several_variants_share_is_not_guessed(variants: pl.DataFrame) -> None:
    one, other = variants["picture"][0], variants["picture"][2]
    matched = match_answers(
        variants, answers("picture", (one, "a", None), (other, "b", None)), ["picture"]
    )
    assert matched.entries["variant_id"].to_list() == ["v0"]
    assert matched.duplicates["reason"].to_list() == ["2 variants have this key"]


@pytest.mark.parametrize(
    "key", [["variant_id"], ["group_id", "variant"], ["variant_id", "picture"]]
)
def test_any_columns_can_be_the_key(variants: pl.DataFrame, key: list[str]) -> None:
    given = variants.select(*key).with_columns(
        pl.int_range(1, 5, dtype=pl.Int64).alias("row"),
        pl.lit("x").alias("answer"),
        pl.lit(None, pl.String).alias("reject"),
    )
    matched = match_answers(variants, given.sort("row", descending=True), key)
    assert matched.entries["variant_id"].to_list() == ["v3", "v2", "v1", "v0"]
    assert matched.missing.is_empty()
    assert matched.describe().startswith("4 answers joined, 0 lines without")


def test_keys_are_text_and_never_numbers(variants: pl.DataFrame) -> None:
    numbered = variants.with_columns(external_id=pl.Series(["7", "07", "7.0", "8"]))
    matched = match_answers(numbered, answers("external_id", ("7", "a", None)), ["external_id"])
    assert matched.entries["variant_id"].to_list() == ["v0"]


@pytest.mark.parametrize(
    ("key", "message"),
    [
        (["externalid"], "no column `externalid` .did you mean `external_id`"),
        (["truth_items"], "no column `truth_items`"),
        (["picture"], "`picture` was not read from the file"),
        ([], "No key was named"),
    ],
)
def test_keys_that_can_not_be(variants: pl.DataFrame, key: list[str], message: str) -> None:
    with pytest.raises(AnswersError, match=message):
        match_answers(variants, answers("external_id"), key)
