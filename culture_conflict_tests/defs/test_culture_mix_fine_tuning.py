"""The assets of fine-tuning, called as Dagster calls them."""

from __future__ import annotations

import dagster as dg
import polars as pl
import pytest

from culture_conflict.defs.culture_mix_fine_tuning import (
    SplitConfig,
    TuningConfig,
    fine_tuned_model,
    mix_split,
)
from culture_conflict.defs.partitions import model_by_source
from culture_conflict.errors import InvalidTableError, RegistryError
from culture_conflict.home import Home
from culture_conflict.tables.mix_split import MIX_SPLIT
from culture_conflict_tests.benchmarks_culture_mix.kit import SOURCE
from culture_conflict_tests.benchmarks_culture_mix.test_training_set import ITEMS, made_world

ROW = "models:\n  - {key: tiny, provider: transformers, name: T, revision: '1', model: /nowhere}\n"


def _split(seed: int = 0) -> dg.Output[pl.DataFrame]:
    _, mixed, _ = made_world()
    made: dg.Output[pl.DataFrame] = mix_split(
        dg.build_asset_context(partition_key=SOURCE, resources={"home": None}),
        SplitConfig(seed=seed),
        ITEMS,
        mixed,
    )
    return made


def _tune(home: Home, model: str, split: pl.DataFrame) -> dg.Output[pl.DataFrame]:
    variants, mixed, _ = made_world()
    context = dg.build_asset_context(
        partition_key=model_by_source(model, SOURCE), resources={"home": home}
    )
    made: dg.Output[pl.DataFrame] = fine_tuned_model(
        context, TuningConfig(), ITEMS, variants, mixed, split
    )
    return made


def test_a_split_shows_its_parts_and_that_nothing_leaks() -> None:
    made = _split()
    MIX_SPLIT.validate(made.value)
    shown = {name: value.value for name, value in made.metadata.items()}
    assert shown["foods"] == {"train": 7, "test": 3}
    assert shown["leaks"] == 0
    assert sum(shown["pictures"].values()) == made.value.height
    assert not made.value.equals(_split(seed=1).value)


def test_only_a_checkpoint_of_our_own_process_can_be_fine_tuned(home: Home) -> None:
    with pytest.raises(RegistryError, match="only a row of provider `transformers`"):
        _tune(home, "reference-prior", _split().value)


def test_a_split_that_leaks_trains_nobody(home: Home) -> None:
    home.models_file.write_text(ROW)
    leaky = _split().value.with_columns(
        part=pl.when(pl.col("subtask") == "mf").then(pl.lit("train")).otherwise(pl.col("part"))
    )
    with pytest.raises(InvalidTableError, match="leaks, the first: training picture"):
        _tune(home, "tiny", leaky)
