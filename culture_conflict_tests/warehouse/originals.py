"""Original pictures of one source, answered right, wrong or not at all, as often as is said."""

from __future__ import annotations

from pathlib import Path

from culture_conflict.benchmarks.confused_tourist.scoring import score
from culture_conflict.tables.catalog import TABLES
from culture_conflict_tests.warehouse.synthetic import (
    BENCHMARK,
    COUNTRIES,
    SOURCE,
    Synthetic,
    _prediction,
)


def write_right_and_wrong(root: Path, model: str, right: int, wrong: int, failed: int) -> None:
    """So many original pictures, one model's answers about them, scored as in use."""
    made = Synthetic(n_items=right + wrong + failed, models=(model,))
    made.variants = [one for one in made.variants if one["perturb_method"] == "none"]
    made.pairs.clear()
    shown = {one["variant_id"] for one in made.variants}
    made.pictures = [one for one in made.pictures if one["variant_id"] in shown]
    store = made.write_shown(root)
    rows = []
    for n, variant in enumerate(made.variants):
        truth = COUNTRIES.index(variant["truth_country"])
        named = COUNTRIES[(truth + (n >= right)) % len(COUNTRIES)]
        rows.append(_prediction(variant, model, "ok" if n < right + wrong else "error", named))
    predictions = TABLES["predictions"].frame(rows)
    scores = score(predictions, TABLES["variants"].frame(made.variants))
    told = made.evaluations(model, predictions)
    for name, frame in (("predictions", predictions), ("scores", scores), ("evaluations", told)):
        store.write(TABLES[name], frame, BENCHMARK, model, SOURCE)
    Synthetic.write_stacked_intervals(store, (model,))
