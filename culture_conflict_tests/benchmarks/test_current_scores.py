"""Scores of answers that were replaced, or are read in another way since, are left out."""

from __future__ import annotations

import polars as pl
import pytest

from culture_conflict.benchmarks.current_scores import current_scores
from culture_conflict.benchmarks.signpost.judging import judge_answers
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.schema import Table
from culture_conflict_tests.statistics.small_streets import answered, asked_more, scored, streets
from culture_conflict_tests.warehouse.synthetic import Synthetic

Made = tuple[Table, pl.DataFrame, pl.DataFrame]
# By table: a column of predictions that a parser gives, and what it might read another time.
READ = {
    "scores": ("country_answer", pl.lit("Chad")),
    "mix_scores": ("item_answer", pl.lit("Soup")),
    "signpost_scores": ("longitude", pl.lit(-3.5)),
    "signpost_judgements": ("country", pl.lit("JPN")),
}


def _made(name: str) -> Made:
    """A table of scores, its rows and the answers they are of."""
    if name.startswith("signpost"):
        scenes = streets("one", n_groups=3)
        if name == "signpost_scores":
            return TABLES[name], scored(scenes, ["m"]), answered(scenes, "m")
        told = asked_more(scenes, ["m"])
        return TABLES[name], judge_answers(told, scenes), told
    said, scores = Synthetic(n_items=3, models=("m",)).answers("m")
    # Tables of the two benchmarks say alike what was asked and read.
    return TABLES[name], scores, said


@pytest.mark.parametrize("name", READ)
def test_a_score_is_of_the_answer_that_stands(name: str) -> None:
    table, scores, said = _made(name)
    assert current_scores(table, scores, said).equals(scores)
    one = said.filter(state="ok").row(0, named=True)
    this = (pl.col("variant_id") == one["variant_id"]) & (pl.col("prompt_id") == one["prompt_id"])
    column, other = READ[name]
    for changed, value, n_left in (
        ("request_key", pl.lit("f" * 64), 0),
        ("state", pl.lit("refused"), 0),
        # Of two questions the other one's answer is what it was.
        (column, other, scores.filter(this).height - 1),
    ):
        now = said.with_columns(pl.when(this).then(value).otherwise(changed).alias(changed))
        kept = current_scores(table, scores, now)
        assert kept.filter(this).height == n_left, changed
        assert kept.filter(~this).equals(scores.filter(~this))
    assert current_scores(table, scores, said.filter(~this)).equals(scores.filter(~this))
    assert current_scores(table, scores, said.clear()).is_empty()
