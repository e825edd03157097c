"""Intervals pair answers with what is in force now, as the marts do, whatever was scored before."""

from __future__ import annotations

import polars as pl

from culture_conflict.benchmarks.confused_tourist.answered import answers
from culture_conflict.benchmarks.culture_mix.answered import answers as mix_answers
from culture_conflict.benchmarks.culture_mix.scoring import score as mix_score
from culture_conflict.statistics.signpost_tallies import answers_of
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict_tests.benchmarks_culture_mix.kit import answer, picture, tables
from culture_conflict_tests.statistics.small_source import Small
from culture_conflict_tests.statistics.small_streets import scored, streets

NEW = pl.lit("f" * 64)


def replaced(variants: pl.DataFrame, variant_id: str) -> pl.DataFrame:
    """The same pictures but for one, which is another now."""
    other = pl.when(variant_id=variant_id).then(NEW).otherwise("picture")
    return variants.with_columns(other.alias("picture"))


def test_a_replaced_original_pairs_with_nothing() -> None:
    small = Small(n_items=2, models=("alpha",))
    variants, predictions, scores = (
        small.tables[name] for name in ("variants", "predictions", "scores")
    )
    before = answers(predictions, scores, variants)
    after = answers(predictions, scores, replaced(variants, "item0-original"))
    others = before.filter(pl.col("variant_id") != "item0-original", group_id="item0")
    assert others.filter("paired").height > 0
    stale = after.filter(group_id="item0")
    assert stale.filter("paired").is_empty()
    assert stale["reference_correct"].null_count() == stale.height
    assert not stale["reference_wrong"].any()
    assert stale.filter("answered").height == others.filter("answered").height
    same = [rows.filter(group_id="item1") for rows in (before, after)]
    assert same[0].equals(same[1])


def test_a_replaced_single_picture_is_no_baseline() -> None:
    shown = [picture(f"sf-{f}", f) for f in "ab"]
    shown += [picture(f"mf-{f}", f, "mf", food2=("Pizza", "ITA")) for f in "ab"]
    said = [answer(f"sf-{f}", said="Japan", country="JPN") for f in "ab"]
    said += [answer(f"mf-{f}", said="Italy", country="ITA") for f in "ab"]
    variants, mixed = tables(shown)
    predictions = PREDICTIONS.frame(said)
    scores = mix_score(predictions, variants, mixed)
    made = mix_answers(predictions, scores, replaced(variants, "sf-a"), mixed)
    found = {row["variant_id"]: row for row in made.filter(target="country").to_dicts()}
    assert set(found) == {"sf-b", "mf-a", "mf-b"}
    assert (found["mf-a"]["shift"], found["mf-a"]["food_pull"]) == ("no_baseline", None)
    assert (found["mf-b"]["shift"], found["mf-b"]["food_pull"]) == ("shifted", "distractor")


def test_a_replaced_blank_or_original_pairs_with_nothing() -> None:
    variants = streets("one", n_groups=3)
    scores = scored(variants, ["model"])
    group = "one-0"
    for pair in ("blank", "original"):
        which = variants.filter(group_id=group, variant=pair)["variant_id"][0]
        for now, is_there in ((variants, True), (replaced(variants, which), False)):
            rows = answers_of(now, scores).filter(variant="adversarial")
            mine, others = rows.filter(group_id=group), rows.filter(pl.col("group_id") != group)
            assert (mine[f"{pair}_state"].null_count() == 0) is is_there
            assert others[f"{pair}_state"].null_count() == 0
            if pair == "blank" and not is_there:
                assert mine["tbs_km"].null_count() == mine["tdr_km"].null_count() == mine.height
