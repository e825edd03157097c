"""Models compared on common pictures: what is counted, what is left out, what stays apart."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from culture_conflict.statistics.comparisons import compare_models, compare_prompts
from culture_conflict.statistics.conflicts import conflict_effects
from culture_conflict.statistics.groups import group_draws, seed_of
from culture_conflict.statistics.ratios import percentile_bounds
from culture_conflict.tables.model_comparison import MODEL_COMPARISON
from culture_conflict.tables.prompt_effect import PROMPT_EFFECT
from culture_conflict_tests.statistics.small_source import Small

BASE = {"base-v1"}
ONE = {"model_a": "alpha", "model_b": "beta", "rule": "guarded"}


def both(small: Small, target: str, method: str) -> pl.DataFrame:
    """The pictures that alpha and beta answered, one row each, recomputed plainly."""
    scores = small.tables["scores"].filter(pl.col("target") == target, pl.col("state") != "error")
    variants = small.tables["variants"].filter(pl.col("perturb_method") == method)
    alpha, beta = (scores.filter(pl.col("model") == name) for name in ("alpha", "beta"))
    joined = variants.select("variant_id", "group_id").join(alpha, on="variant_id")
    return joined.join(beta, on="variant_id", suffix="_b")


@pytest.mark.parametrize("target", ["country", "item"])
@pytest.mark.parametrize("method", ["none", "stacked"])
def test_accuracy_is_over_the_pictures_that_both_answered(target: str, method: str) -> None:
    small = Small()
    row = compare_models(small.answers(), BASE).row(
        by_predicate=pl.all_horizontal(
            *(pl.col(k) == v for k, v in ONE.items()),
            pl.col("metric") == "accuracy",
            pl.col("target") == target,
            pl.col("perturb_method") == method,
        ),
        named=True,
    )
    common = both(small, target, method)
    assert row["n_common"] == common.height < row["n_variants"] or method == "none"
    assert row["coverage"] == pytest.approx(common.height / row["n_variants"])
    assert row["n_groups"] == common["group_id"].n_unique()
    assert row["value_a"] == pytest.approx(common["correct_guarded"].mean())
    assert row["value_b"] == pytest.approx(common["correct_guarded_b"].mean())
    assert row["delta"] == pytest.approx(row["value_a"] - row["value_b"])


def test_drop_and_distraction_are_the_rulings() -> None:
    small = Small(n_items=40)
    rows = compare_models(small.answers(), BASE).filter(
        **ONE, target="country", perturb_method="stacked"
    )
    common = both(small, "country", "stacked")
    drop = rows.row(by_predicate=pl.col("metric") == "drop", named=True)
    paired = common.filter(
        pl.col("reference_state") != "error", pl.col("reference_state_b") != "error"
    )
    assert drop["n_common"] == paired.height < common.height
    for side, suffix in (("value_a", ""), ("value_b", "_b")):
        before = paired[f"reference_correct_guarded{suffix}"].mean()
        after = paired[f"correct_guarded{suffix}"].mean()
        assert drop[side] == pytest.approx(before - after)
    distraction = rows.row(by_predicate=pl.col("metric") == "distraction", named=True)
    for side, suffix in (("value_a", ""), ("value_b", "_b")):
        wrong = common.filter(
            ~pl.col(f"correct_guarded{suffix}"),
            pl.col(f"distracted_guarded{suffix}").is_not_null(),
        )
        assert distraction[side] == pytest.approx(wrong[f"distracted_guarded{suffix}"].mean())


def test_the_interval_is_of_the_difference_drawn_once_for_both_sides() -> None:
    small = Small(n_items=12)
    rows = compare_models(small.answers(), BASE).filter(**ONE, target="country", metric="accuracy")
    row = rows.row(by_predicate=pl.col("perturb_method") == "stacked", named=True)
    by_group = (
        both(small, "country", "stacked")
        .group_by("group_id")
        .agg(
            pl.len().alias("n"),
            pl.col("correct_guarded").sum().alias("a"),
            pl.col("correct_guarded_b").sum().alias("b"),
        )
        .sort("group_id")
    )
    draws = group_draws(12, seed=seed_of("confused_tourist|sample")).astype(float)
    n, a, b = (draws @ by_group[name].to_numpy() for name in ("n", "a", "b"))
    low, high = percentile_bounds((a / n - b / n)[:, None], np.array([12]))
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((low[0], high[0]))


def test_a_model_against_its_copy_differs_in_nothing() -> None:
    small = Small(models=("alpha",))
    small.tables["models"] = small.tables["models"].vstack(
        small.tables["models"].with_columns(model=pl.lit("beta"))
    )
    small.again(model="beta")
    rows = compare_models(small.answers(), BASE)
    assert rows["delta"].drop_nulls().unique().to_list() == [0.0]
    assert rows["p"].drop_nulls().unique().to_list() == [1.0]


def test_every_pair_once_and_the_table_keeps_its_promises() -> None:
    rows = compare_models(Small().answers(), BASE)
    assert MODEL_COMPARISON.broken(rows) == {}
    assert rows.select("model_a", "model_b").unique().sort(pl.all()).rows() == [
        ("alpha", "beta"),
        ("alpha", "gamma"),
        ("beta", "gamma"),
    ]
    assert rows.filter(pl.col("perturb_method") == "control").is_empty()


def test_p_after_holm_counts_all_tests_of_either_model() -> None:
    rows = compare_models(Small().answers(), BASE).filter(rule="guarded")
    per_model = 2 * rows.filter(model_a="alpha", model_b="beta").height
    assert set(rows["n_tests"]) == {per_model}
    assert (rows["p_holm"] >= rows["p"]).all()
    smallest = rows.sort("p").row(0, named=True)
    assert smallest["p_holm"] == pytest.approx(min(1.0, smallest["p"] * per_model))


def test_the_family_of_a_model_spans_its_prompts_and_evaluations() -> None:
    small = Small(models=("alpha", "beta"))
    one = compare_models(small.answers(), BASE).filter(rule="guarded")
    effects = conflict_effects(small.answers()).filter(rule="guarded", model="alpha")
    small.again(prompt_id="second-v1")
    small.again(evaluation="later")
    many = compare_models(small.answers(), BASE).filter(rule="guarded")
    tested = many["p"].is_not_null().sum()
    assert tested == 4 * one["p"].is_not_null().sum()
    assert set(many["n_tests"]) == {tested}
    later = conflict_effects(small.answers()).filter(rule="guarded", model="alpha")
    assert set(later["n_tests"]) == {4 * effects["n_tests"][0]}


def test_a_second_source_is_compared_apart_and_the_sample_corrected_apart() -> None:
    small = Small()
    alone = compare_models(small.answers(), BASE)
    small.again(source="mine")
    of_mine = small.tables["variants"].with_columns(source=pl.lit("mine"))
    small.tables["sources"] = pl.concat(
        [
            small.tables["sources"],
            small.tables["sources"].with_columns(source=pl.lit("mine"), kind=pl.lit("folder")),
        ]
    )
    # A source of its own has variants of its own.
    for name in ("predictions", "scores"):
        small.tables[name] = small.tables[name].with_columns(
            variant_id=pl.col("source") + pl.col("variant_id")
        )
    small.tables["variants"] = pl.concat([small.tables["variants"], of_mine]).with_columns(
        variant_id=pl.col("source") + pl.col("variant_id"),
        reference_variant=pl.col("source") + pl.col("reference_variant"),
    )
    together = compare_models(small.answers(), BASE)
    assert together.height == 2 * alone.height
    assert (
        together.filter("is_sample")
        .drop("ci_low", "ci_high")
        .equals(alone.drop("ci_low", "ci_high"))
    )
    assert together.filter(~pl.col("is_sample"))["source"].unique().to_list() == ["mine"]


def test_stale_unregistered_rejected_and_repeated_answers_count_not() -> None:
    small = Small()
    before = compare_models(small.answers(), BASE).filter(
        metric="accuracy", perturb_method="stacked"
    )
    variants = small.tables["variants"]
    changed = pl.when(pl.col("group_id") == "item0").then(pl.lit("f" * 64))
    small.tables["variants"] = variants.with_columns(
        picture=changed.otherwise(pl.col("picture")),
        review=pl.when(pl.col("group_id") == "item1")
        .then(pl.lit("rejected"))
        .otherwise(pl.col("review")),
    )
    small.tables["models"] = small.tables["models"].filter(pl.col("model") != "gamma")
    once = compare_models(small.answers(), BASE)
    small.again(repeat=1)
    again = (pl.col("repeat") == 1) | pl.col("correct_guarded")
    small.tables["scores"] = small.tables["scores"].with_columns(correct_guarded=again)
    assert compare_models(small.answers(), BASE).equals(once)
    after = compare_models(small.answers(), BASE).filter(
        metric="accuracy", perturb_method="stacked"
    )
    assert set(after["model_b"]) == {"beta"}
    assert (after["n_groups"] == before["n_groups"].max() - 2).all()


def test_nothing_in_common_is_a_row_with_a_reason() -> None:
    small = Small(models=("alpha", "beta"))
    first = pl.col("variant_id").str.starts_with("item0-")
    scores = small.tables["scores"]
    small.tables["scores"] = scores.filter(
        pl.when(pl.col("model") == "alpha").then(first).otherwise(~first)
    )
    rows = compare_models(small.answers(), BASE)
    assert set(rows["n_common"]) == {0}
    assert rows["p_holm"].is_null().all()
    assert set(rows["reason"]) == {"no picture is common to both sides"}


def test_prompts_are_compared_within_a_model_and_models_within_a_prompt() -> None:
    small = Small(models=("alpha", "beta"))
    models_before = compare_models(small.answers(), BASE)
    assert compare_prompts(small.answers()).is_empty()
    small.again(prompt_id="second-v1")
    rows = compare_prompts(small.answers())
    assert PROMPT_EFFECT.broken(rows) == {}
    assert set(rows.select("model", "prompt_id_a", "prompt_id_b").rows()) == {
        ("alpha", "base-v1", "second-v1"),
        ("beta", "base-v1", "second-v1"),
    }
    assert rows["delta"].drop_nulls().unique().to_list() == [0.0]
    assert compare_models(small.answers(), BASE).height == 2 * models_before.height


def test_imported_answers_stand_beside_the_base_prompt_only() -> None:
    small = Small(models=("alpha", "beta"))
    small.again(prompt_id="second-v1")
    named = pl.when(pl.col("model") == "beta").then(pl.lit("imported"))
    for name in ("predictions", "scores"):
        frame = small.tables[name].with_columns(prompt_id=named.otherwise(pl.col("prompt_id")))
        small.tables[name] = frame.unique(maintain_order=True)
    assert compare_models(small.answers(), BASE).is_empty()
    replay = pl.when(pl.col("model") == "beta").then(pl.lit("replay")).otherwise(pl.lit("p"))
    small.tables["models"] = small.tables["models"].with_columns(provider=replay)
    rows = compare_models(small.answers(), BASE)
    assert rows.select("prompt_id_a", "prompt_id_b").unique().rows() == [("base-v1", "imported")]


def test_no_answers_at_all() -> None:
    small = Small()
    small.tables["scores"] = small.tables["scores"].clear()
    assert compare_models(small.answers(), BASE).is_empty()
