"""Right, wrong or distracted: each answer under the published and the guarded rule."""

from __future__ import annotations

import polars as pl

from culture_conflict.benchmarks.confused_tourist.matching import (
    contained,
    country_names,
    same_item,
)
from culture_conflict.benchmarks.verdicts import verdicts
from culture_conflict.tables.scores import SCORES

__all__ = ["score"]

_ASKED = ("model", "prompt_id", "evaluation", "repeat")
_ANSWERED = ("state", "item_answer", "country_answer", "country")
_WANTED = ("category", "truth_items", "truth_country", "other_countries", "distractor_country")
_SEPARATOR = "\x1f"


def score(predictions: pl.DataFrame, variants: pl.DataFrame) -> pl.DataFrame:
    """PREDICTIONS and VARIANTS to SCORES: two rows per answer, for the country and for the item.

    An answer to a picture the variant no longer has is stale and left out.

    Any of several true countries is right (ruling 6).

    Correct: `as_published` looks at the parsed text whatever the state (ruling 3); `guarded` needs
    the state `ok`; the item may also be right where only the country was `hedged` (rulings 2, 4).

    Distracted (country only, null without a distractor; a right answer gives false): its nulls
    say which answers are no part of the distraction likelihood (ruling 14). `as_published` counts
    every answer but those of state `error`. `guarded` counts answers that name something as the
    country: `ok` with a country's text, resolved or not, and `hedged`, which is wrong and never
    distracted. In every other state, and where only the item was named, it is null. So the wrong
    answers of either rule are those with `not correct and distracted is not null`.

    `reference_*` judge the answer to the variant's reference (same model, prompt, evaluation and
    repeat): right by the reference's truths, distracted by this variant's distractor. Null
    without such an answer.
    """
    current = _current(predictions, variants)
    rows = current.join(
        _as_reference(current),
        on=["reference_variant", *_ASKED],
        how="left",
        maintain_order="left",
    )
    frames = [
        _scores(rows, "country", answer="country_answer", named=pl.col("country")),
        _scores(rows, "item", answer="item_answer", named=pl.lit(None, pl.String)),
    ]
    return pl.concat(frames)


def _current(predictions: pl.DataFrame, variants: pl.DataFrame) -> pl.DataFrame:
    wanted = variants.select("variant_id", "picture", "reference_variant", *_WANTED)
    joined = predictions.join(
        wanted, on=["variant_id", "picture"], how="inner", maintain_order="left"
    )
    countries = pl.concat_list("truth_country", "other_countries")
    return joined.with_columns(
        pl.col("truth_items").list.join(_SEPARATOR),
        countries.list.join(_SEPARATOR).alias("truth_countries"),
    )


def _as_reference(current: pl.DataFrame) -> pl.DataFrame:
    """The same rows, to be joined as the reference's answers and truths."""
    columns = [*_ANSWERED, "category", "truth_items", "truth_countries"]
    return current.select(
        pl.col("variant_id").alias("reference_variant"),
        *_ASKED,
        *(pl.col(name).alias(f"reference_{name}") for name in columns),
    )


def _scores(rows: pl.DataFrame, target: str, *, answer: str, named: pl.Expr) -> pl.DataFrame:
    judge = _country_verdicts if target == "country" else _item_verdicts
    judged = judge(judge(rows, ""), "reference_")
    judged = judged.with_columns(
        named.alias("answer_country"),
        pl.col(answer).alias("answer"),
        pl.lit(target).alias("target"),
        *(pl.col(f"correct_{rule}").fill_null(False) for rule in ("as_published", "guarded")),
    )
    return judged.select(SCORES.schema.names())


def _country_verdicts(rows: pl.DataFrame, prefix: str) -> pl.DataFrame:
    """Adds `{prefix}correct_*` and `{prefix}distracted_*` for the question about the country."""
    answer, truth = f"{prefix}country_answer", f"{prefix}truth_countries"
    state, country = pl.col(f"{prefix}state"), pl.col(f"{prefix}country")
    right = verdicts(rows, [answer, truth], _names_country)
    follows = verdicts(rows, [answer, "distractor_country"], _names_country)
    among = pl.col(truth).str.split(_SEPARATOR).list.contains(country)
    right_guarded = (state == "ok") & country.is_not_null() & among.fill_null(False)
    follows_guarded = (state == "ok") & country.eq_missing(pl.col("distractor_country"))
    counts = state.is_in(["ok", "hedged"]) & pl.col(answer).is_not_null()
    shown = pl.col("distractor_country").is_not_null()
    return rows.with_columns(
        pl.when(state.is_not_null()).then(right).alias(f"{prefix}correct_as_published"),
        pl.when(state.is_not_null()).then(right_guarded).alias(f"{prefix}correct_guarded"),
        pl.when(shown & (state != "error"))
        .then(follows & ~right)
        .alias(f"{prefix}distracted_as_published"),
        pl.when(shown & counts)
        .then(follows_guarded & ~right_guarded)
        .alias(f"{prefix}distracted_guarded"),
    )


def _item_verdicts(rows: pl.DataFrame, prefix: str) -> pl.DataFrame:
    """Adds the same columns for the question about the item, which no distractor answers."""
    answer, truths = f"{prefix}item_answer", f"{prefix}truth_items"
    state = pl.col(f"{prefix}state")
    right = verdicts(rows, [answer, truths], _published_item)
    same = verdicts(rows, [answer, truths, f"{prefix}category"], _guarded_item)
    named = state.is_in(["ok", "hedged"])
    return rows.with_columns(
        pl.when(state.is_not_null()).then(right).alias(f"{prefix}correct_as_published"),
        pl.when(state.is_not_null()).then(named & same).alias(f"{prefix}correct_guarded"),
        pl.lit(None, pl.Boolean).alias(f"{prefix}distracted_as_published"),
        pl.lit(None, pl.Boolean).alias(f"{prefix}distracted_guarded"),
    )


def _names_country(answer: str, codes: str) -> bool:
    return any(contained(answer, country_names(iso3)) for iso3 in codes.split(_SEPARATOR))


def _published_item(answer: str, truths: str) -> bool:
    return contained(answer, truths.split(_SEPARATOR))


def _guarded_item(answer: str, truths: str, category: str) -> bool:
    return same_item(answer, truths.split(_SEPARATOR), category)
