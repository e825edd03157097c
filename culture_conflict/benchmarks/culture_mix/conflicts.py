"""CultureMix in the shape of paired conflicts: a cue, the country it pulls to, a reference."""

from __future__ import annotations

import polars as pl

from culture_conflict.benchmarks.culture_mix.answered import own_pictures
from culture_conflict.tables.scores import SCORES
from culture_conflict.tables.variants import VARIANTS

__all__ = ["as_scores", "as_variants"]

_ASKED = ("model", "prompt_id", "evaluation", "repeat")
_RULES = ("as_published", "guarded")


def as_variants(variants: pl.DataFrame, mixed_images: pl.DataFrame) -> pl.DataFrame:
    """VARIANTS with the cue as perturb_context and the cue's country as distractor_country.

    Augmented copies, controls and photographs (§5) are left out. Where a food and a place are
    shown, the place's country is the distractor: backgrounds pull more (§4.1). A country that
    counts as right is none.
    """
    shown = own_pictures(mixed_images).filter(pl.col("augmentation") == 0)
    cue = {"sf": "none", "mf": "food", "sfb": "background", "mfb": "food_background"}
    facts = shown.select(
        "variant_id",
        perturb_context=pl.col("subtask").replace_strict(cue),
        distractor_country=pl.coalesce("background_country", "food2_country"),
    )
    joined = variants.drop("perturb_context", "distractor_country").join(
        facts, on="variant_id", maintain_order="left"
    )
    own = (pl.col("distractor_country") == pl.col("truth_country")) | pl.col(
        "other_countries"
    ).list.contains(pl.col("distractor_country"))
    return joined.with_columns(
        distractor_country=pl.when(~own.fill_null(False)).then("distractor_country"),
    ).select(VARIANTS.schema.names())


def as_scores(mix_scores: pl.DataFrame, shaped: pl.DataFrame) -> pl.DataFrame:
    """MIX_SCORES to SCORES for `as_variants`: an item is the dish's name.

    A wrong country answer is distracted where its label is the distractor's country.
    """
    facts = shaped.select("variant_id", "reference_variant", "distractor_country")
    rows = mix_scores.join(facts, on="variant_id").with_columns(
        target=pl.col("target").replace("name", "item"),
        answer_country=pl.when(pl.col("target") == "country", _is_code("label")).then("label"),
    )
    before = rows.select(
        *_ASKED,
        "target",
        reference_variant="variant_id",
        reference_state="state",
        reference_country="answer_country",
        reference_label="label",
        **{f"reference_correct_{rule}": f"correct_{rule}" for rule in _RULES},
    )
    beside = rows.join(before, on=[*_ASKED, "target", "reference_variant"], how="left")
    return beside.with_columns(
        *(_distracted(rule, "") for rule in _RULES),
        *(_distracted(rule, "reference_") for rule in _RULES),
    ).select(SCORES.schema.names())


def _is_code(column: str) -> pl.Expr:
    return pl.col(column).str.contains("^[A-Z]{3}$")


def _distracted(rule: str, side: str) -> pl.Expr:
    """Null where the question or the picture has no distractor, or no country was named."""
    country = pl.col(f"{side}country" if side else "answer_country")
    wrong = ~pl.col(f"{side}correct_{rule}")
    asked = (pl.col("target") == "country") & pl.col("distractor_country").is_not_null()
    named = pl.col(f"{side}label").is_not_null()
    read = pl.col(f"{side}state").is_in(["ok", "hedged"]) & named
    follows = wrong & (country == pl.col("distractor_country")).fill_null(False)
    return pl.when(asked & read).then(follows).alias(f"{side}distracted_{rule}")
