"""SIGNPOST as a benchmark that models are asked about."""

from __future__ import annotations

import polars as pl

from culture_conflict.benchmarks.benchmark import Benchmark
from culture_conflict.benchmarks.confused_tourist.galleries import sample_galleries
from culture_conflict.benchmarks.signpost.parser_id import parser_id
from culture_conflict.benchmarks.signpost.parsing import ASKS, parser_for
from culture_conflict.benchmarks.signpost.prompts import PROMPTS
from culture_conflict.benchmarks.signpost.variants import with_controls
from culture_conflict.home import Home
from culture_conflict.models.api.forms import AnswerForm
from culture_conflict.tables.signpost_variants import SIGNPOST_VARIANTS

__all__ = ["SIGNPOST"]


def _ready(_: Home, variants: pl.DataFrame) -> pl.DataFrame:
    """With the columns that samples are drawn by: groups of one tier are alike.

    The native text lettered again is a control of ours, which published answers cannot hold.
    """
    none = {name: pl.lit("none") for name in ("pair_method", "difficulty", "perturb_context")}
    return with_controls(variants).with_columns(
        category=pl.col("tier").fill_null("none"),
        perturb_method=pl.col("editor"),
        **none,
    )


SIGNPOST = Benchmark(
    name="signpost",
    variants=SIGNPOST_VARIANTS,
    prompts=PROMPTS,
    forms={
        asks: AnswerForm(f"scene_{asks}", fields, parser_for(asks)) for asks, fields in ASKS.items()
    },
    parser_id=parser_id,
    galleries=sample_galleries,
    references=("reference-prior", "reference-text-reader"),
    ready=_ready,
)
