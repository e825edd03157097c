"""Who may be asked about which pictures: who was trained on a source, about its test part only."""

from __future__ import annotations

import polars as pl

from culture_conflict.benchmarks.culture_mix.taught import TaughtRecord, taught_record
from culture_conflict.errors import RegistryError
from culture_conflict.home import Home
from culture_conflict.models.settings import ModelSetting
from culture_conflict.tables.mix_split import MIX_SPLIT

__all__ = ["only_tested"]


def only_tested(home: Home, setting: ModelSetting, variants: pl.DataFrame) -> pl.DataFrame:
    """VARIANTS of one source, without what the model may have seen in training.

    The record in its adapter's folder says what that is; without one, the row's `trained_on`.

    Raises:
        MissingTableError: the model was trained on this source, whose split is absent.
        RegistryError: the split in force is another than the one it was trained by, the row
            contradicts the adapter's record, or a picture or dish that was taught is left.
    """
    if variants.is_empty():
        return variants
    record = taught_record(setting)
    stated = record.trained_on if record else setting.parameters.get("trained_on")
    name, _, seed = str(stated or "").rpartition("/")
    source = str(variants["source"][0])
    foods: dict[str, str] = {}
    if source == name:
        split = _split(home, setting, source, int(seed))
        tested = split.filter(pl.col("part") == "test")
        foods = dict(tested.select("variant_id", "item_id").iter_rows())
        variants = variants.filter(pl.col("variant_id").is_in(list(foods)))
    if record is not None:
        _refuse_taught(setting, record, variants, foods)
    return variants


def _split(home: Home, setting: ModelSetting, source: str, seed: int) -> pl.DataFrame:
    split = home.tables.read(MIX_SPLIT, "culture_mix", source)
    found = split["seed"].unique().to_list()
    if found != [seed]:
        raise RegistryError(
            f"Model `{setting.key}` was trained by the split with seed {seed} of {source}; in "
            f"force is {', '.join(map(str, found)) or 'none'}. Materialize mix_split with it."
        )
    return split


def _refuse_taught(
    setting: ModelSetting, record: TaughtRecord, variants: pl.DataFrame, foods: dict[str, str]
) -> None:
    """A source may have changed since, or another may hold the same pictures."""
    asked = variants.select("variant_id", "picture").iter_rows()
    seen = [
        variant
        for variant, picture in asked
        if picture in record.pictures or foods.get(variant) in record.foods
    ]
    if seen:
        raise RegistryError(
            f"Model `{setting.key}`: {len(seen)} of the {variants.height} pictures of "
            f"{variants['source'][0]} that it would be asked about show what its adapter was "
            f"taught, the first is {seen[0]}. Fine-tune it on the split in force, or ask it about "
            f"a source without them."
        )
