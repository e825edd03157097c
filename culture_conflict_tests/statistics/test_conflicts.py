"""What cues do: paired with the original, and with the controls that hide as much."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from culture_conflict.statistics.conflicts import conflict_effects
from culture_conflict.tables.conflict_effect import CONFLICT_EFFECT
from culture_conflict_tests.statistics.small_source import Small


def decided(right: dict[str, bool], distracted: tuple[str, ...] = ()) -> Small:
    """One model, right or wrong about the country by the cue alone; every answer is given."""
    small = Small(n_items=15, models=("alpha",))
    cues = small.tables["variants"].select("variant_id", "perturb_context", "distractor_country")
    scores = small.tables["scores"].join(cues, on="variant_id")
    verdict = pl.col("perturb_context").replace_strict(right, return_dtype=pl.Boolean)
    follows = pl.col("perturb_context").is_in(distracted) & ~verdict
    shown = (pl.col("target") == "country") & pl.col("distractor_country").is_not_null()
    changed = scores.with_columns(
        state=pl.lit("ok"),
        reference_state=pl.when(pl.col("reference_state").is_not_null()).then(pl.lit("ok")),
        correct_guarded=verdict,
        distracted_guarded=pl.when(shown).then(follows),
        reference_distracted_guarded=pl.when(shown).then(pl.lit(False)),
    )
    small.tables["scores"] = changed.select(small.tables["scores"].columns)
    return small


def effect(rows: pl.DataFrame, **of: str) -> dict[str, Any]:
    chosen = {"pair_method": "all", "difficulty": "all", "outcome": "right", "rule": "guarded"}
    return rows.filter(**({"target": "country"} | chosen | of)).row(0, named=True)


def test_a_flag_that_misleads_beyond_what_it_hides() -> None:
    right = {"none": True, "grey_patch": True, "flag": False, "landmark": True}
    rows = conflict_effects(decided(right, ("flag",)).answers())
    assert CONFLICT_EFFECT.broken(rows) == {}
    against_original = effect(rows, cue="flag", against="original")
    assert (against_original["value_with"], against_original["value_without"]) == (0.0, 1.0)
    assert against_original["effect"] == -1.0
    assert against_original["p_holm"] < 0.05
    assert effect(rows, cue="flag", against="grey_patch")["effect"] == -1.0
    assert effect(rows, cue="grey_patch", against="original")["effect"] == 0.0
    assert effect(rows, cue="landmark", against="original")["effect"] == 0.0
    assert effect(rows, cue="flag", against="original", outcome="distracted")["effect"] == 1.0


def test_a_flag_that_only_hides() -> None:
    right = {"none": True, "grey_patch": False, "flag": False, "landmark": True}
    rows = conflict_effects(decided(right).answers())
    assert effect(rows, cue="flag", against="original")["effect"] == -1.0
    assert effect(rows, cue="grey_patch", against="original")["effect"] == -1.0
    occlusion_taken_out = effect(rows, cue="flag", against="grey_patch")
    assert occlusion_taken_out["effect"] == 0.0
    assert occlusion_taken_out["p"] == 1.0


def test_each_cue_pooled_by_difficulty_and_by_method() -> None:
    rows = conflict_effects(Small(n_items=20).answers()).filter(
        model="alpha", rule="guarded", cue="flag", against="original", target="item"
    )
    assert sorted(rows.select("pair_method", "difficulty").rows()) == [
        ("all", "all"),
        ("all", "easy"),
        ("all", "hard"),
        ("desc", "all"),
        ("geo", "all"),
    ]
    pooled = rows.filter(pair_method="all", difficulty="all")["n_common"].item()
    assert pooled == rows.filter(pl.col("pair_method") != "all")["n_common"].sum()
    assert pooled == rows.filter(pl.col("difficulty") != "all")["n_common"].sum()


def test_a_pair_counts_only_where_both_pictures_were_answered() -> None:
    small = Small(n_items=40, models=("alpha",))
    scores = small.tables["scores"].filter(target="country")
    row = effect(conflict_effects(small.answers()), cue="flag", against="original")
    cues = small.tables["variants"].filter(perturb_context="flag").select("variant_id")
    paired = scores.join(cues, on="variant_id").filter(
        pl.col("state") != "error", pl.col("reference_state") != "error"
    )
    assert row["n_common"] == paired.height < row["n_variants"]
    assert row["value_with"] == pytest.approx(paired["correct_guarded"].mean())
    assert row["value_without"] == pytest.approx(paired["reference_correct_guarded"].mean())
