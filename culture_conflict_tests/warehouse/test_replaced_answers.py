"""Answers that were replaced after they were scored: same state, same words, another request."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
import pytest

from culture_conflict.benchmarks.confused_tourist.scoring import score
from culture_conflict.benchmarks.culture_mix.scoring import score as mix_score
from culture_conflict.statistics.interval_making import (
    make_confused_tourist_intervals,
    make_culture_mix_intervals,
    make_signpost_intervals,
)
from culture_conflict.statistics.making import make_comparisons
from culture_conflict.statistics.mix_making import make_mix_comparisons
from culture_conflict.statistics.signpost_making import make_signpost_comparisons
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.storage import TableStore
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.benchmarks_culture_mix.kit import BENCHMARK as MIX
from culture_conflict_tests.benchmarks_culture_mix.kit import SOURCE as MIXES
from culture_conflict_tests.warehouse.conftest import MODELS, Place
from culture_conflict_tests.warehouse.synthetic import BENCHMARK, SOURCE

MODEL = MODELS[1]
NOTE = "{} answers have no score yet"
COMPARISONS = ("model_comparison", "conflict_effect", "prompt_effect")


@pytest.mark.slow
def test_replaced_answers_leave_every_rate_interval_comparison_and_rank(place: Place) -> None:
    store, before = place.tables, _boards(place)
    assert before["signpost"]["rank"].null_count() == 0
    _replace_originals(store)
    _replace_single_dishes(store)
    _replace_blanks(store)
    compared = _make_again(store)
    # The build fails where an interval was drawn for another number than the mart's.
    place.build()
    after = _boards(place)
    for name, n in ((BENCHMARK, 3), (MIX, 8), ("signpost", 4)):
        assert after[name]["rank"].null_count() == after[name].height > 0, name
        assert set(after[name]["rank_note"]) == {NOTE.format(n)}, name
    _left_rates(place, after)
    _left_comparisons(compared)


def _boards(place: Place) -> dict[str, pl.DataFrame]:
    """The rows of MODEL on the boards of the three benchmarks."""
    return {
        name: read_mart(place.warehouse, f"{name}_leaderboard").filter(model=MODEL, source=source)
        for name, source in ((BENCHMARK, SOURCE), (MIX, MIXES))
    } | {
        "signpost": read_mart(place.warehouse, "signpost_leaderboard").filter(
            model=MODEL, source_set="golden"
        )
    }


def _left_rates(place: Place, boards: dict[str, pl.DataFrame]) -> None:
    stacked = pl.col("perturb_method") == "stacked"
    shown = place.tables.read(TABLES["variants"], BENCHMARK, SOURCE).filter(stacked)
    kept = shown.filter(~pl.col("group_id").is_in(["item0", "item1", "item2"]))
    tourist = boards[BENCHMARK].row(0, named=True)
    assert tourist["country_accuracy_original_n"] == 26 - 3
    assert tourist["country_accuracy_stacked_n"] == shown.height
    assert tourist["country_drop_stacked_n"] == kept.height < shown.height
    for mixed in boards[MIX].to_dicts():
        # Two augmented pictures of each food are left.
        assert (mixed["n_alone"], mixed["n_mixed"], mixed["n_compared"]) == (16, 72, 0)
    street = boards["signpost"].row(0, named=True)
    assert (street["c_n"], street["mcrs"]) == (14 - 4, None)
    wla, shift = (
        read_mart(place.warehouse, mart).filter(model=MODEL, source="a")
        for mart in ("signpost_wla", "signpost_shift")
    )
    assert dict(wla.select("variant", "n").rows()) == dict.fromkeys(wla["variant"], 4) | {
        "blank": 0
    }
    assert shift.select("tfr_n", "tdr_n", "tfr_blank").rows() == [(3, 0, None)]


def _left_comparisons(compared: dict[str, Sequence[pl.DataFrame]]) -> None:
    """What is common to both models, and what MODEL can be compared with itself on."""
    models, _, *_ = compared[BENCHMARK]
    common = {("accuracy", "none"): 26 - 3, ("accuracy", "stacked"): 104, ("drop", "stacked"): 92}
    for (metric, method), n in common.items():
        rows = models.filter(metric=metric, perturb_method=method)
        assert set(rows["n_common"]) == {n}, (metric, method)
    for benchmark, source in ((MIX, MIXES), ("signpost", "a")):
        effects = compared[benchmark][1].filter(model=MODEL, source=source)
        assert set(effects["n_common"]) == {0}, benchmark


def _replace_originals(store: TableStore) -> None:
    """Of the first three items; every other answer is one, so that coverage is whole."""
    variants = store.read(TABLES["variants"], BENCHMARK, SOURCE)
    for model in MODELS:
        cell = (BENCHMARK, model, SOURCE)
        said = _unfailed(store.read(TABLES["predictions"], *cell))
        store.write(TABLES["scores"], score(said, variants), *cell)
        first = pl.col("variant_id").is_in([f"item{n}-original" for n in range(3)])
        again = _asked_again(said, first & (pl.col("model") == MODEL))
        store.write(TABLES["predictions"], again, *cell)


def _replace_single_dishes(store: TableStore) -> None:
    """Of all eight foods."""
    cell = (MIX, MODEL, MIXES)
    variants, mixed = (store.read(TABLES[t], MIX, MIXES) for t in ("variants", "mixed_images"))
    said = _unfailed(store.read(TABLES["predictions"], *cell))
    store.write(TABLES["mix_scores"], mix_score(said, variants, mixed), *cell)
    alone = pl.col("variant_id").str.ends_with("-sf0")
    store.write(TABLES["predictions"], _asked_again(said, alone), *cell)


def _replace_blanks(store: TableStore) -> None:
    """Of all scenes of source a."""
    cell = ("signpost", MODEL, "a")
    said = store.read(TABLES["signpost_predictions"], *cell)
    blank = pl.col("variant_id").str.ends_with("-blank")
    store.write(TABLES["signpost_predictions"], _asked_again(said, blank), *cell)


def _unfailed(predictions: pl.DataFrame) -> pl.DataFrame:
    """Errors as answers that say nothing, so that coverage is whole."""
    failed = pl.col("state") == "error"
    return predictions.with_columns(
        state=pl.when(failed).then(pl.lit("unparsed")).otherwise("state"),
        error=pl.lit(None, pl.String),
    )


def _asked_again(predictions: pl.DataFrame, which: pl.Expr) -> pl.DataFrame:
    """The same answers in the same state, some of them to other requests."""
    key = pl.when(which).then(pl.lit("e" * 64)).otherwise("request_key")
    return predictions.with_columns(key.alias("request_key"))


def _make_again(store: TableStore) -> dict[str, Sequence[pl.DataFrame]]:
    """Intervals and comparisons as the assets make them; the latter by benchmark."""
    models, sources, sets = (
        store.read(TABLES[name], None) for name in ("models", "sources", "source_sets")
    )
    store.write(
        TABLES["intervals"],
        make_confused_tourist_intervals(store, models, sources, sets),
        BENCHMARK,
    )
    store.write(TABLES["intervals"], make_culture_mix_intervals(store, models, sources), MIX)
    drawn = make_signpost_intervals(store, models, sources, sets)
    store.write(TABLES["signpost_intervals"], drawn, "signpost")
    made: dict[str, Sequence[pl.DataFrame]] = {
        BENCHMARK: make_comparisons(store, BENCHMARK, models, sources, {"base-v1"}),
        MIX: make_mix_comparisons(store, models, sources, {"base-v1"}),
        "signpost": make_signpost_comparisons(store, models, sources, {"base-v1"}),
    }
    for benchmark, tables in made.items():
        for name, frame in zip((*COMPARISONS, "mix_mitigation"), tables, strict=False):
            store.write(TABLES[name], frame, benchmark)
    return made
