"""Answers shaped for counting: one row per picture, question and rule, with what it counts as."""

from __future__ import annotations

import polars as pl

__all__ = ["RULES", "SETTING", "answers", "current_predictions"]

RULES = ("as_published", "guarded")
SETTING = ("benchmark", "source", "source_version", "model", "prompt_id", "evaluation")
_ASKED = ("variant_id", "model", "prompt_id", "evaluation", "repeat")
_FACTORS = (
    "variant_id",
    "source_version",
    "group_id",
    "reference_variant",
    "category",
    "truth_country",
    "distractor_country",
    "perturb_method",
    "pair_method",
    "difficulty",
    "perturb_context",
    "editor",
)
_COUNTED = (
    *("variant_id", "group_id", "target", "rule", "category", "truth_country"),
    *("distractor_country", "answer_country", "editor"),
    *("perturb_method", "pair_method", "difficulty", "perturb_context"),
    *("answered", "correct", "wrong", "distracted", "paired"),
    *("reference_correct", "reference_wrong", "reference_distracted"),
)


def current_predictions(predictions: pl.DataFrame, variants: pl.DataFrame) -> pl.DataFrame:
    """PREDICTIONS that are first answers to pictures now in force, with the pictures' factors."""
    in_force = variants.filter(pl.col("review") != "rejected").select(*_FACTORS, "picture")
    return predictions.filter(repeat=0).join(in_force, on=["variant_id", "picture"])


def answers(
    predictions: pl.DataFrame, scores: pl.DataFrame, variants: pl.DataFrame
) -> pl.DataFrame:
    """One model's PREDICTIONS and SCORES of one source to one row per answer, question and rule.

    Flags: answered (every state but error), correct, wrong and distracted (ruling 14: null where
    no foreign cue is shown), paired (the original was answered too), and the same of the original:
    reference_correct, reference_wrong, reference_distracted (null where it was not answered). An
    answer to a former picture of the original is none, whatever the scores were paired with.
    """
    asked = current_predictions(predictions, variants).select(*_ASKED, *_FACTORS[1:])
    scored = scores.join(asked, on=list(_ASKED))
    original = scored.select(
        pl.col("variant_id").alias("reference_variant"),
        "model",
        "prompt_id",
        "evaluation",
        "target",
        pl.col("answer").alias("reference_answer"),
        is_paired=pl.lit(value=True),
    )
    keys = ["reference_variant", "model", "prompt_id", "evaluation", "target"]
    rows = scored.join(original, on=keys, how="left").with_columns(
        pl.when("is_paired").then("reference_state")
    )
    return pl.concat([_by_rule(rows, rule).select(*SETTING, *_COUNTED) for rule in RULES])


def _by_rule(rows: pl.DataFrame, rule: str) -> pl.DataFrame:
    shown = (pl.col("target") == "country") & pl.col("distractor_country").is_not_null()
    flagged = rows.with_columns(
        rule=pl.lit(rule),
        answered=pl.col("state") != "error",
        reference_answered=(pl.col("reference_state") != "error").fill_null(False),
    ).with_columns(
        correct=pl.col("answered") & pl.col(f"correct_{rule}").fill_null(False),
        wrong=_wrong(rule, ""),
        paired=pl.col("answered") & pl.col("reference_answered"),
        reference_correct=pl.when("reference_answered").then(
            pl.col(f"reference_correct_{rule}").fill_null(False)
        ),
        reference_wrong=_wrong(rule, "reference_"),
    )
    follows = pl.col(f"distracted_{rule}").fill_null(False)
    followed = pl.col(f"reference_distracted_{rule}").fill_null(False)
    return flagged.with_columns(
        distracted=pl.when(shown).then(pl.col("wrong") & follows),
        reference_distracted=pl.when(shown & pl.col("reference_answered")).then(
            pl.col("reference_wrong") & followed
        ),
    )


def _wrong(rule: str, prefix: str) -> pl.Expr:
    """A wrong answer for the distraction likelihood; guarded: only where one could be read."""
    answered = pl.col(f"{prefix}answered")
    wrong = answered & ~pl.col(f"{prefix}correct_{rule}").fill_null(False)
    if rule == "as_published":
        return wrong
    state = pl.col(f"{prefix}state")
    named = (state == "ok") & pl.col(f"{prefix}answer").is_not_null()
    return wrong & ((state == "hedged") | named).fill_null(False)
