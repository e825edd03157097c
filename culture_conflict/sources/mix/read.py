"""A published data set of mixed pictures as a source: kept byte by byte, with its factors."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import polars as pl

from culture_conflict.errors import PictureError, RegistryError
from culture_conflict.pictures.open import open_picture, require_min_side
from culture_conflict.pictures.store import PictureStore
from culture_conflict.pictures.threads import in_threads, usable_cores
from culture_conflict.sources.folder.checking import Candidate, Rejects, commonest
from culture_conflict.sources.folder.config import read_settings
from culture_conflict.sources.folder.files import pictures_folder, read_picture
from culture_conflict.sources.forgotten import REASON, Sieve
from culture_conflict.sources.mix.boxes import box_rows
from culture_conflict.sources.mix.files import tables_of
from culture_conflict.sources.mix.framing import framed
from culture_conflict.sources.mix.made import baselines, doubtful, item_row, mixed_row
from culture_conflict.sources.mix.rows import check_rows
from culture_conflict.sources.mix.settings import MixSettings
from culture_conflict.sources.source import Source
from culture_conflict.tables.items import ITEMS
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict.tables.rejects import REJECTS

__all__ = ["MixExamined", "MixTables", "SeenPicture", "examine_mix", "read_mix"]


class MixTables(NamedTuple):
    """What such a source is once read: ITEMS, MIXED_IMAGES, REJECTS, and remarks."""

    items: pl.DataFrame
    mixed_images: pl.DataFrame
    rejects: pl.DataFrame
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class SeenPicture:
    """A usable row and its picture's facts."""

    row: Candidate
    picture: str
    width: int
    height: int


@dataclass(frozen=True)
class MixExamined:
    """What a data set holds once every row and picture is checked; `rejects` is a REJECTS table."""

    pictures: list[SeenPicture]
    rejects: pl.DataFrame
    n_rows: int
    notes: tuple[str, ...]


def examine_mix(
    source: Source,
    folder: Path,
    settings: MixSettings,
    keep: Callable[[bytes], str] | None = None,
    is_forgotten: Callable[[str], bool] = lambda _: False,
) -> MixExamined:
    """Check every row and picture; `keep` stores a picture's bytes and returns their sha256.

    Few pictures are in memory at a time; one bad row never stops the rest.

    Raises:
        RegistryError: a table can't be read or lacks a column.
        HomeError: a picture can't be kept.
    """
    tables = tables_of(folder, settings)
    rejects = Rejects(source.benchmark, source.name)
    rows = check_rows(tables, settings, rejects) + box_rows(folder, settings, rejects)
    check = partial(_check, pictures_folder(folder, settings.pictures), keep or _sha256)
    seen = []
    for row, facts in zip(rows, in_threads(check, rows, usable_cores()), strict=True):
        if isinstance(facts, PictureError):
            rejects.refuse(row, facts.reason, f"picture: {facts}")
        else:
            seen.append(SeenPicture(row, *facts))
    stays = _without_forgotten(seen, is_forgotten, rejects)
    notes = (
        *(f"{raw.file}: {raw.how}" for _, raw in tables[:4]),
        *doubtful(one.row for one in stays),
    )
    n_rows = sum(len(raw.rows) for _, raw in tables) + sum("box" in row.values for row in rows)
    return MixExamined(stays, rejects.table(), n_rows, notes)


def read_mix(source: Source, folder: Path, pictures: PictureStore) -> MixTables:
    """Foods, pictures and rejected rows of a data set; its pictures are kept byte by byte.

    Raises:
        RegistryError: as `examine_mix`, or not one row can be used.
        HomeError: the store can't be written.
    """
    settings = read_settings(folder)
    if not isinstance(settings, MixSettings):
        raise RegistryError(
            f"{folder}: kind {settings.kind!r} is no data set of mixed pictures. Write kind: mix."
        )
    keep = Sieve(pictures.root).put
    found = examine_mix(source, folder, settings, keep, pictures.is_forgotten)
    if not found.pictures:
        why = commonest(found.rejects) or "the tables have no rows"
        raise RegistryError(
            f"Source {source.name!r}: none of the {found.n_rows} rows in {folder} can be used: "
            f"{why}. `culture-conflict sources check {source.name} --all` lists all."
        )
    of_food, copies, notes = baselines(found.pictures)
    items = [item_row(source, source.version, settings, one) for one in of_food.values()]
    images = [mixed_row(source, one, copies.get(id(one), 0)) for one in found.pictures]
    return MixTables(
        ITEMS.validate(ITEMS.frame(items)),
        MIXED_IMAGES.validate(MIXED_IMAGES.frame(images)),
        REJECTS.validate(found.rejects),
        (*found.notes, *notes),
    )


def _without_forgotten(
    seen: list[SeenPicture], is_forgotten: Callable[[str], bool], rejects: Rejects
) -> list[SeenPicture]:
    """A forgotten picture of a food alone takes the other pictures of that food along."""
    gone = [one for one in seen if is_forgotten(one.picture)]
    foods = {one.row.values["food1_id"] for one in gone if one.row.values["subtask"] == "sf"}
    out = {id(one) for one in gone}
    out |= {id(one) for one in seen if one.row.values["food1_id"] in foods}
    for one in seen:
        if id(one) in out:
            what = "it, or its food's own picture, was removed by `culture-conflict forget`"
            rejects.refuse(one.row, REASON, what)
    return [one for one in seen if id(one) not in out]


def _check(
    folder: Path, keep: Callable[[bytes], str], row: Candidate
) -> tuple[str, int, int] | PictureError:
    try:
        data = read_picture(folder, row.picture)
        image = open_picture(data).image
        require_min_side(image)
        if "box" in row.values:
            made, *size = framed(image, row.values["box"], row.values["framing"])
            return keep(made), size[0], size[1]
    except PictureError as error:
        return error
    return keep(data), *image.size


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
