"""Which answers about mixed pictures are wrong answers that may follow the cue (ruling 14)."""

from __future__ import annotations

from culture_conflict.benchmarks.culture_mix.conflicts import as_scores, as_variants
from culture_conflict.benchmarks.culture_mix.scoring import score
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict_tests.benchmarks_culture_mix.kit import answer, picture, tables


def follows(**said: str) -> tuple[bool | None, bool | None]:
    """What an answer to a dish before a place in Peru counts as, under both rules."""
    variants, mixed = tables([picture("sf", "f"), picture("sfb", "f", "sfb", background="PER")])
    alone = answer("sf", said="Japan", country="JPN")
    made = PREDICTIONS.frame([alone, answer("sfb", **said)])
    shaped = as_variants(variants, mixed)
    rows = as_scores(score(made, variants, mixed), shaped).filter(target="country")
    (row,) = rows.filter(variant_id="sfb").to_dicts()
    return row["distracted_as_published"], row["distracted_guarded"]


def test_a_wrong_country_follows_the_place_or_not() -> None:
    assert follows(said="Peru", country="PER") == (True, True)
    assert follows(said="France", country="FRA") == (False, False)


def test_an_answer_that_names_no_country_is_no_wrong_country() -> None:
    assert follows(item="dish of f") == (None, None)
