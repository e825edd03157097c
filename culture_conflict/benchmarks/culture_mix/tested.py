"""Who may be asked about which pictures: who was trained on a source, about its test part only."""

from __future__ import annotations

import polars as pl

from culture_conflict.errors import RegistryError
from culture_conflict.home import Home
from culture_conflict.models.settings import ModelSetting
from culture_conflict.tables.mix_split import MIX_SPLIT

__all__ = ["only_tested"]


def only_tested(home: Home, setting: ModelSetting, variants: pl.DataFrame) -> pl.DataFrame:
    """VARIANTS of one source, without what the row's `trained_on` says the model may have seen.

    Raises:
        MissingTableError: the model was trained on this source, whose split is absent.
        RegistryError: the split in force is another than the one it was trained by.
    """
    trained = setting.parameters.get("trained_on")
    if not isinstance(trained, str) or variants.is_empty():
        return variants
    name, _, seed = trained.rpartition("/")
    source = str(variants["source"][0])
    if source != name:
        return variants
    split = home.tables.read(MIX_SPLIT, "culture_mix", source)
    found = split["seed"].unique().to_list()
    if found != [int(seed)]:
        raise RegistryError(
            f"Model `{setting.key}` was trained by the split with seed {seed} of {source}; in "
            f"force is {', '.join(map(str, found)) or 'none'}. Materialize mix_split with it."
        )
    tested = split.filter(pl.col("part") == "test")["variant_id"].to_list()
    return variants.filter(pl.col("variant_id").is_in(tested))
