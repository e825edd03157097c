"""ConfusedTourist as a benchmark that models are asked about."""

from __future__ import annotations

from culture_conflict.benchmarks.benchmark import Benchmark
from culture_conflict.benchmarks.confused_tourist.galleries import sample_galleries
from culture_conflict.benchmarks.confused_tourist.parser_id import parser_id
from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.benchmarks.confused_tourist.prompts import PROMPTS
from culture_conflict.models.api.forms import AnswerForm
from culture_conflict.tables.variants import VARIANTS

__all__ = ["CONFUSED_TOURIST"]

CONFUSED_TOURIST = Benchmark(
    name="confused_tourist",
    variants=VARIANTS,
    prompts=PROMPTS,
    forms={"answer": AnswerForm("dish_and_country", ("name", "country"), parse)},
    parser_id=parser_id,
    galleries=sample_galleries,
    references=("reference-prior", "reference-nearest-image", "reference-flag-reader"),
)
