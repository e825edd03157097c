"""A source of CultureMix as tables, whatever its kind: dishes and places, or finished pictures."""

from __future__ import annotations

from typing import NamedTuple

import polars as pl

from culture_conflict.errors import RegistryError
from culture_conflict.pictures.store import PictureStore
from culture_conflict.sources.folder.amounts import Amounts
from culture_conflict.sources.folder.config import folder_settings
from culture_conflict.sources.forgotten import Sieve, reject_forgotten
from culture_conflict.sources.source import Source
from culture_conflict.tables.backgrounds import BACKGROUNDS
from culture_conflict.tables.mixed_images import IMPORTED_MIXES
from culture_conflict.tables.rejects import REJECTS

__all__ = ["DishTables", "read_dishes"]


class DishTables(NamedTuple):
    """ITEMS, BACKGROUNDS, IMPORTED_MIXES, REJECTS, and remarks.

    A source has either backgrounds to build with, or finished pictures (`imported`).
    """

    items: pl.DataFrame
    backgrounds: pl.DataFrame
    imported: pl.DataFrame
    rejects: pl.DataFrame
    notes: tuple[str, ...] = ()


def read_dishes(source: Source, pictures: PictureStore) -> DishTables:
    """The source's tables; pictures go into the store, forgotten ones are rejects.

    Raises:
        RegistryError: the source can't be read, or not one dish can be used.
        PictureError: a picture that the sample promises is absent.
        HomeError: the store can't be written.
    """
    if source.kind == "mix" and source.folder is not None:
        from culture_conflict.sources.mix.read import read_mix

        found = read_mix(source, source.folder, pictures)
        imported = IMPORTED_MIXES.validate(found.mixed_images)
        return DishTables(found.items, BACKGROUNDS.empty(), imported, found.rejects, found.notes)
    items, backgrounds, rejects = _to_build(source, Sieve(pictures.root))
    items, gone = reject_forgotten(items, "items", "external_id", pictures)
    backgrounds, lost = reject_forgotten(backgrounds, "backgrounds", "name", pictures)
    told = REJECTS.validate(pl.concat([rejects, gone, lost]))
    return DishTables(
        items, backgrounds, IMPORTED_MIXES.empty(), told, _remarks(source, backgrounds)
    )


def _remarks(source: Source, backgrounds: pl.DataFrame) -> tuple[str, ...]:
    if source.kind != "folder" or source.folder is None:
        return ()
    amounts = folder_settings(source.folder).amounts or Amounts()
    remark = amounts.remark(backgrounds.group_by("region", "kind").len()["len"])
    return () if remark is None else (remark,)


def _to_build(
    source: Source, pictures: PictureStore
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    if source.kind == "sample":
        from culture_conflict.sources.sample.mix import read_mix_sample

        return *read_mix_sample(source, pictures), REJECTS.empty()
    if source.kind == "folder" and source.folder is not None:
        from culture_conflict.sources.folder.read import read_dishes_folder

        return read_dishes_folder(source, source.folder, pictures)
    raise RegistryError(
        f"Source {source.name!r} of {source.benchmark} is of kind {source.kind!r}, which can't be "
        f"read by this version; it reads: sample, folder, mix. Disable the source or update the "
        f"package."
    )
