"""Right or wrong, the label, and where it moved: each answer about a CultureMix picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import polars as pl

from culture_conflict.benchmarks.culture_mix.matching import (
    known_dishes,
    named_exactly,
    same_names,
)
from culture_conflict.benchmarks.ngrams import prepared
from culture_conflict.benchmarks.verdicts import verdicts
from culture_conflict.places.continents import continent_of
from culture_conflict.tables.mix_scores import MIX_SCORES

__all__ = ["score"]

_ASKED = ("model", "prompt_id", "evaluation", "repeat")
_SEPARATOR = "\x1f"
_NAMED = pl.col("state").is_in(["ok", "hedged"])


def score(
    predictions: pl.DataFrame, variants: pl.DataFrame, mixed_images: pl.DataFrame
) -> pl.DataFrame:
    """PREDICTIONS, VARIANTS and MIXED_IMAGES to MIX_SCORES: two rows per answer.

    An answer to a picture the variant no longer has is stale and left out.

    Country, as_published: the string is a name of a true country and nothing else; guarded: the
    state is `ok` and the resolved country a true one (rulings 2, 6). Name, as_published: ruling 5
    against the food's name and its alternatives, whatever the state; guarded: a dish was named,
    and it is the food, diacritics folded or not, or one of the source's aliases.

    The label is compared with that of the answer to the food's unaugmented single picture (same
    model, prompt, evaluation and repeat); a hedged country is a label of its own. A dish's label
    is its first name in the source, whichever of its names was said: the picture's own food
    where that is right, else the known dish of the source that the answer resembles most.
    """
    rows = _current(predictions, variants, mixed_images)
    names = _names(rows, _dishes(variants, mixed_images))
    frames = [_finished(_countries(rows), "country"), _finished(names, "name")]
    return pl.concat(frames)


def _current(
    predictions: pl.DataFrame, variants: pl.DataFrame, mixed_images: pl.DataFrame
) -> pl.DataFrame:
    truths = ("truth_items", "truth_country", "other_countries")
    shown = ("subtask", "augmentation", "food2_name", "food2_country", "background_country")
    wanted = variants.select("variant_id", "picture", *truths).join(
        mixed_images.select("variant_id", "item_id", *shown), on="variant_id"
    )
    joined = predictions.join(
        wanted, on=["variant_id", "picture"], how="inner", maintain_order="left"
    )
    countries = pl.concat_list("truth_country", "other_countries").list.join(_SEPARATOR)
    return joined.with_columns(truth_countries=countries)


def _countries(rows: pl.DataFrame) -> pl.DataFrame:
    exact = verdicts(rows, ["country_answer", "truth_countries"], _names_one)
    among = pl.col("truth_countries").str.split(_SEPARATOR).list.contains(pl.col("country"))
    said = pl.when(_NAMED).then(pl.col("country_answer"))
    words = _mapped(rows["country_answer"], lambda text: prepared(text, fold=True))
    return rows.with_columns(
        answer="country_answer",
        label=pl.when(said.is_not_null()).then(pl.coalesce("country", words)),
        correct_as_published=exact,
        correct_guarded=((pl.col("state") == "ok") & among).fill_null(False),
        food_goal="food2_country",
        background_goal="background_country",
        here=continent_of("country"),
    )


def _dishes(variants: pl.DataFrame, mixed_images: pl.DataFrame) -> dict[str, str]:
    """Every name and alias of the source's dishes, asked about or not, with the dish's own name."""
    names = variants.select(dish=pl.col("truth_items").list.first(), name="truth_items")
    own = dict(
        names.explode("name").select("name", "dish").sort("name", "dish").drop_nulls().rows()
    )
    beside = mixed_images["food2_name"].drop_nulls().to_list()
    return dict(zip(beside, beside, strict=True)) | own | {dish: dish for dish in own.values()}


def _names(rows: pl.DataFrame, dishes: Mapping[str, str]) -> pl.DataFrame:
    published = same_names(rows["item_answer"], rows["truth_items"].list.head(1))
    folded = same_names(rows["item_answer"], rows["truth_items"], fold=True)
    plain = same_names(rows["item_answer"], rows["truth_items"])
    said = rows["item_answer"].drop_nulls().unique().sort().to_list()
    labels = known_dishes(said, dishes)
    right = pl.Series(plain | folded)
    truth = _mapped(rows["truth_items"].list.first(), lambda name: prepared(name, fold=True))
    other = _mapped(rows["food2_name"], lambda name: prepared(dishes.get(name, name), fold=True))
    return rows.with_columns(
        answer="item_answer",
        label=pl.when(_NAMED & right)
        .then(truth)
        .when(_NAMED)
        .then(_mapped(rows["item_answer"], labels.__getitem__)),
        correct_as_published=published,
        correct_guarded=right & _NAMED,
        food_goal=other,
        background_goal=pl.lit(None, pl.String),
        here=pl.lit(None, pl.String),
    )


def _finished(rows: pl.DataFrame, target: str) -> pl.DataFrame:
    baselines = rows.filter(pl.col("subtask") == "sf", pl.col("augmentation") == 0)
    before = baselines.select("item_id", *_ASKED, baseline="label")
    known = rows.join(before, on=["item_id", *_ASKED], how="left", maintain_order="left")
    itself = (pl.col("subtask") == "sf") & (pl.col("augmentation") == 0)
    shift = (
        pl.when(itself | (pl.col("state") == "error"))
        .then(None)
        .when(pl.col("baseline").is_null())
        .then(pl.lit("no_baseline"))
        .when(pl.col("label").is_null())
        .then(pl.lit("unparsed"))
        .when(pl.col("label") == pl.col("baseline"))
        .then(pl.lit("kept"))
        .otherwise(pl.lit("shifted"))
    )
    moved = known.with_columns(shift=shift, target=pl.lit(target)).with_columns(
        food_pull=_pull("food_goal"), background_pull=_pull("background_goal")
    )
    return moved.select(MIX_SCORES.schema.names())


def _pull(goal: str) -> pl.Expr:
    near = pl.col("here") == continent_of(goal)
    return (
        pl.when((pl.col("shift") != "shifted") | pl.col(goal).is_null() | pl.col("shift").is_null())
        .then(None)
        .when(pl.col("label") == pl.col(goal))
        .then(pl.lit("distractor"))
        .when(near)
        .then(pl.lit("continent"))
        .otherwise(pl.lit("elsewhere"))
    )


def _mapped(texts: pl.Series, word: Callable[[str], str]) -> pl.Series:
    """`word` of each text, asked once for each different one; null stays null."""
    different = texts.drop_nulls().unique().to_list()
    known = {text: word(text) for text in different}
    return texts.replace_strict(
        list(known), list(known.values()), default=None, return_dtype=pl.String
    )


def _names_one(answer: str, codes: str) -> bool:
    return any(named_exactly(answer, iso3) for iso3 in codes.split(_SEPARATOR))
