"""CultureMix as a benchmark that models are asked about."""

from __future__ import annotations

import polars as pl

from culture_conflict.benchmarks.benchmark import Benchmark
from culture_conflict.benchmarks.confused_tourist.joins import require_known
from culture_conflict.benchmarks.culture_mix.galleries import dish_galleries
from culture_conflict.benchmarks.culture_mix.parsing import parse, parse_right, parser_id
from culture_conflict.benchmarks.culture_mix.prompts import PROMPTS, wording
from culture_conflict.benchmarks.culture_mix.tested import only_tested
from culture_conflict.home import Home
from culture_conflict.models.api.forms import AnswerForm
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict.tables.variants import VARIANTS

__all__ = ["CULTURE_MIX"]

_FIELDS = ("name", "country")
_SIDES = {"right": parse_right}


def _ready(home: Home, variants: pl.DataFrame) -> pl.DataFrame:
    """With which dish is asked about as category: it decides the words.

    Raises:
        MissingTableError: the source's pictures were never made.
        InvalidTableError: they are not those of the variants.
    """
    if variants.is_empty():
        return variants
    shown = home.tables.read(MIXED_IMAGES, "culture_mix", variants["source"][0])
    require_known("variants", variants["variant_id"], shown["variant_id"])
    return (
        variants.drop("category")
        .join(wording(shown), on="variant_id", how="left", maintain_order="left")
        .select(variants.columns)
    )


CULTURE_MIX = Benchmark(
    name="culture_mix",
    variants=VARIANTS,
    prompts=PROMPTS,
    forms={
        "answer": AnswerForm("dish_and_country", _FIELDS, parse, _SIDES),
        "reasoned": AnswerForm("reasoned_dish_and_country", ("reasoning", *_FIELDS), parse, _SIDES),
    },
    parser_id=parser_id,
    galleries=dish_galleries,
    references=("reference-prior", "reference-nearest-image", "reference-background-reader"),
    ready=_ready,
    asked_of=only_tested,
)
