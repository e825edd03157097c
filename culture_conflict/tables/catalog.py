"""Every table, by name."""

from culture_conflict.tables.attempts import ATTEMPTS
from culture_conflict.tables.backgrounds import BACKGROUNDS
from culture_conflict.tables.canary_predictions import CANARY_PREDICTIONS
from culture_conflict.tables.conflict_effect import CONFLICT_EFFECT
from culture_conflict.tables.cues import CUES
from culture_conflict.tables.edit_gates import EDIT_GATES
from culture_conflict.tables.edited_images import EDITED_IMAGES
from culture_conflict.tables.evaluation_drift import EVALUATION_DRIFT
from culture_conflict.tables.evaluations import EVALUATIONS
from culture_conflict.tables.fine_tuned_model import FINE_TUNED_MODEL
from culture_conflict.tables.food_pairs import FOOD_PAIRS
from culture_conflict.tables.given_texts import GIVEN_TEXTS
from culture_conflict.tables.imported_images import IMPORTED_IMAGES
from culture_conflict.tables.intervals import INTERVALS
from culture_conflict.tables.items import ITEMS
from culture_conflict.tables.mix_decisions import (
    ATTEMPT_DECISIONS,
    FOOD_CHOICES,
    FOOD_DIFFICULTY,
)
from culture_conflict.tables.mix_mitigation import MIX_MITIGATION
from culture_conflict.tables.mix_scores import MIX_SCORES
from culture_conflict.tables.mix_split import MIX_SPLIT
from culture_conflict.tables.mixed_images import IMPORTED_MIXES, MIXED_IMAGES
from culture_conflict.tables.model_comparison import MODEL_COMPARISON
from culture_conflict.tables.models import MODELS
from culture_conflict.tables.ocr_spans import OCR_SPANS
from culture_conflict.tables.pairs import PAIRS
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.tables.prompt_effect import PROMPT_EFFECT
from culture_conflict.tables.rejects import REJECTS
from culture_conflict.tables.replacements import REPLACEMENTS
from culture_conflict.tables.schema import Table
from culture_conflict.tables.scores import SCORES
from culture_conflict.tables.screenings import SCREENINGS
from culture_conflict.tables.signpost_intervals import SIGNPOST_INTERVALS
from culture_conflict.tables.signpost_items import SIGNPOST_ITEMS
from culture_conflict.tables.signpost_judgements import SIGNPOST_JUDGEMENTS
from culture_conflict.tables.signpost_predictions import SIGNPOST_PREDICTIONS
from culture_conflict.tables.signpost_scores import SIGNPOST_SCORES
from culture_conflict.tables.signpost_variants import SIGNPOST_VARIANTS
from culture_conflict.tables.single_food import SINGLE_FOOD
from culture_conflict.tables.source_sets import SOURCE_SETS
from culture_conflict.tables.sources import SOURCES
from culture_conflict.tables.stacked_images import STACKED_IMAGES
from culture_conflict.tables.trap_targets import TRAP_TARGETS
from culture_conflict.tables.variants import VARIANTS

__all__ = ["TABLES", "table_of"]

TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        MODELS,
        SOURCES,
        SOURCE_SETS,
        ITEMS,
        CUES,
        REJECTS,
        PAIRS,
        STACKED_IMAGES,
        IMPORTED_IMAGES,
        VARIANTS,
        PREDICTIONS,
        EVALUATIONS,
        SCORES,
        MIXED_IMAGES,
        MIX_SCORES,
        MIX_MITIGATION,
        MIX_SPLIT,
        FINE_TUNED_MODEL,
        MODEL_COMPARISON,
        CONFLICT_EFFECT,
        PROMPT_EFFECT,
        INTERVALS,
        SIGNPOST_VARIANTS,
        SIGNPOST_PREDICTIONS,
        SIGNPOST_SCORES,
        SIGNPOST_JUDGEMENTS,
        SIGNPOST_INTERVALS,
        CANARY_PREDICTIONS,
        EVALUATION_DRIFT,
        SIGNPOST_ITEMS,
        GIVEN_TEXTS,
        SCREENINGS,
        OCR_SPANS,
        REPLACEMENTS,
        TRAP_TARGETS,
        EDITED_IMAGES,
        EDIT_GATES,
        BACKGROUNDS,
        IMPORTED_MIXES,
        SINGLE_FOOD,
        FOOD_DIFFICULTY,
        FOOD_CHOICES,
        FOOD_PAIRS,
        ATTEMPT_DECISIONS,
        ATTEMPTS,
    )
}


def table_of(benchmark: str | None, name: str) -> Table:
    """The table that a benchmark keeps under this name: its own where it has one.

    `signpost` and `scores` give `signpost_scores`, `confused_tourist` and `scores` give `scores`.
    """
    return TABLES.get(f"{benchmark}_{name}") or TABLES[name]
