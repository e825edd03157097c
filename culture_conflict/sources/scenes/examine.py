"""A folder of street scenes once every row and picture is checked."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import polars as pl

from culture_conflict.errors import PictureError
from culture_conflict.pictures.threads import in_threads, usable_cores
from culture_conflict.sources.folder.checking import Candidate, Rejects
from culture_conflict.sources.folder.files import pictures_folder
from culture_conflict.sources.forgotten import REASON
from culture_conflict.sources.scenes.listing import columns_of, ids_of, listed_scenes
from culture_conflict.sources.scenes.rows import check_scenes
from culture_conflict.sources.scenes.sampling import drawn_scenes_of
from culture_conflict.sources.scenes.seeing import Seen, see
from culture_conflict.sources.scenes.settings import SceneSettings
from culture_conflict.sources.scenes.texts import given_texts_of
from culture_conflict.sources.source import Source
from culture_conflict.tables.ids import stable_id

__all__ = ["ScenesExamined", "examine_scenes", "group_of"]

_REPEATED = 3


@dataclass(frozen=True)
class ScenesExamined:
    """The usable scenes, GIVEN_TEXTS, REJECTS, how many rows there are, and remarks."""

    scenes: list[Seen]
    given_texts: pl.DataFrame
    rejects: pl.DataFrame
    n_rows: int
    notes: tuple[str, ...]


def examine_scenes(
    source: Source,
    folder: Path,
    settings: SceneSettings,
    keep: Callable[[bytes], str] | None = None,
    is_forgotten: Callable[[str], bool] = lambda _: False,
) -> ScenesExamined:
    """Check every row, draw the sample, then open what was drawn; one bad row stops nothing.

    `keep` stores a picture's bytes and returns their sha256. A file that stands for three scenes or
    more is a placeholder of a service: all of them are rejected as `repeated_picture`.

    Raises:
        RegistryError: a table can't be read or lacks a column, or there is no folder of pictures.
        HomeError: a picture can't be kept.
    """
    table = listed_scenes(folder, settings)
    columns = columns_of(folder, table, settings)
    pictures = pictures_folder(folder, settings.pictures)
    rejects = Rejects(source.benchmark, source.name)
    rows = check_scenes(table, columns, settings, ids_of(folder, settings), rejects)
    drawn = drawn_scenes_of(rows, settings.drawn, rejects)
    scenes = _seen(drawn, partial(see, pictures, settings, keep or _sha256), rejects)
    stay = _without_forgotten(_without_repeated(scenes, rejects), is_forgotten, rejects)
    groups = {one.row.external_id: group_of(source, one.row) for one in stay}
    given = given_texts_of(source, folder, settings, groups, rejects)
    named = ", ".join(f"{ours} = {theirs}" for ours, theirs in columns.items() if ours != theirs)
    notes = (
        f"{table.file}: {len(table.rows)} rows ({table.how}){f'; {named}' if named else ''}",
        *((_told(settings, len(rows), len(drawn)),) if settings.drawn else ()),
        *_datum_told(settings, sum(one.located_by == "table" for one in stay)),
    )
    return ScenesExamined(stay, given, rejects.table(), len(table.rows), notes)


def group_of(source: Source, row: Candidate) -> str:
    """The group's id: of source and external_id, never of a file's name."""
    return stable_id(source.benchmark, source.name, row.external_id)


def _seen(
    rows: list[Candidate], look: Callable[[Candidate], Seen | PictureError], rejects: Rejects
) -> list[Seen]:
    seen = []
    for row, found in zip(rows, in_threads(look, rows, usable_cores()), strict=True):
        if isinstance(found, PictureError):
            rejects.refuse(row, found.reason, f"picture: {found}")
        else:
            seen.append(found)
    return seen


def _without_repeated(scenes: list[Seen], rejects: Rejects) -> list[Seen]:
    times = Counter({(one.file, one.row.external_id) for one in scenes})
    of_file = Counter(file for file, _ in times)
    for one in scenes:
        if of_file[one.file] >= _REPEATED:
            told = f"the same file stands for {of_file[one.file]} scenes, as a placeholder does"
            rejects.refuse(one.row, "repeated_picture", told)
    return [one for one in scenes if of_file[one.file] < _REPEATED]


def _without_forgotten(
    scenes: list[Seen], is_forgotten: Callable[[str], bool], rejects: Rejects
) -> list[Seen]:
    """A forgotten view or file takes the whole scene along."""
    gone = {
        one.row.external_id
        for one in scenes
        if any(map(is_forgotten, (one.file, *(shot.picture for shot in one.shots))))
    }
    for one in scenes:
        if one.row.external_id in gone:
            what = "it, or a view of it, was removed by `culture-conflict forget`"
            rejects.refuse(one.row, REASON, what)
    return [one for one in scenes if one.row.external_id not in gone]


def _told(settings: SceneSettings, rows: int, drawn: int) -> str:
    rule = settings.drawn
    assert rule is not None
    return (
        f"drawn by {rule.by}: {drawn} of {rows} rows ({100 * rule.share:g} %, at least "
        f"{rule.at_least}, seed {rule.seed})"
    )


def _datum_told(settings: SceneSettings, from_table: int) -> Iterator[str]:
    """What became of coordinates; the paper doesn't say on which datum Baidu's are given."""
    if settings.given_on != "wgs84":
        yield f"coordinates: {from_table} converted from {settings.given_on} to WGS 84"
    elif settings.recipe == "baidusv" and settings.datum is None:
        yield (
            "coordinates: taken as WGS 84, as the paper doesn't say what its list is given on; "
            "where it is Baidu's own, write `datum: bd09` (or `gcj02`) into source.yaml"
        )


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
