"""Photographs of several foods (§5) are counted apart from the benchmark's own pictures."""

from __future__ import annotations

import polars as pl

from culture_conflict.benchmarks.culture_mix.answered import answers
from culture_conflict.benchmarks.culture_mix.conflicts import as_variants
from culture_conflict.benchmarks.culture_mix.mart_rates import entropy_tally, mart_tallies
from culture_conflict.benchmarks.culture_mix.scoring import score
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict_tests.benchmarks_culture_mix.kit import answer, picture, tables


def test_crops_and_boxes_are_no_part_of_the_tables_cells() -> None:
    """Four right answers about a food alone, three wrong ones about crops."""
    shown = [picture(f"sf{n}", "a", augmentation=n) for n in range(4)]
    shown += [picture(f"crop{n}", f"photo{n}", framing="crop") for n in range(3)]
    shown += [picture("box", "photo0", "mf", food2=("Pizza", "ITA"), framing="box")]
    said = [answer(f"sf{n}", said="Japan", country="JPN") for n in range(4)]
    said += [answer(f"crop{n}", said="Peru", country="PER") for n in range(3)]
    said += [answer("box", said="Italy", country="ITA")]
    variants, mixed = tables(shown)
    predictions = PREDICTIONS.frame(said)
    rows = answers(predictions, score(predictions, variants, mixed), variants, mixed)
    tallies = pl.concat(mart_tallies(rows)).filter(target="country", rule="guarded")
    right = {
        (mart, level): (hits, of)
        for mart, level, hits, of in tallies.filter(metric="accuracy")
        .group_by("mart", "level")
        .agg(pl.col("hits", "of").sum())
        .iter_rows()
    }
    assert right == {
        ("culture_mix_accuracy", "all"): (4, 4),
        ("culture_mix_real", "alone"): (0, 3),
        ("culture_mix_real", "several countries"): (0, 1),
    }
    assert set(tallies.filter(pl.col("mart") != "culture_mix_real")["group_id"]) == {"a"}
    assert set(entropy_tally(rows)["group_id"]) == {"a"}
    assert as_variants(variants, mixed)["variant_id"].to_list() == ["sf0"]
