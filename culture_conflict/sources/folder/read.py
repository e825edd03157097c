"""A folder of one's own as a source: a table of items, pictures beside it, perhaps cues."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.errors import PictureError, RegistryError
from culture_conflict.pictures.open import Opened, open_cue, open_picture, require_min_side
from culture_conflict.pictures.store import PictureStore
from culture_conflict.pictures.threads import in_threads, usable_cores
from culture_conflict.sources.folder.checking import Candidate, Rejects, commonest
from culture_conflict.sources.folder.config import folder_settings
from culture_conflict.sources.folder.cues import (
    BACKGROUNDS_FILE,
    CUES_FILE,
    check_cues,
    packaged_flags,
)
from culture_conflict.sources.folder.files import read_picture
from culture_conflict.sources.folder.items import check_items, items_table
from culture_conflict.sources.folder.sampling import wanted_countries, within_sample
from culture_conflict.sources.folder.settings import FolderSettings
from culture_conflict.sources.places import background_row
from culture_conflict.sources.source import Source
from culture_conflict.tables.backgrounds import BACKGROUNDS
from culture_conflict.tables.cues import CUES
from culture_conflict.tables.ids import stable_id
from culture_conflict.tables.items import ITEMS

if TYPE_CHECKING:
    from culture_conflict.sources.web.download import Downloader

__all__ = ["Examined", "examine", "read_dishes_folder", "read_folder"]

_INDEX = ".fetched/urls.jsonl"
Tables = tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]


@dataclass(frozen=True)
class Examined:
    """What a folder holds once every row and picture is checked; nothing is stored yet.

    `rejects` is a REJECTS table, `items` and `cues` are the usable rows, each with the sha256 of
    its picture (empty where it is still to be downloaded); `n_rows` counts the rows of the items'
    table, `how` says how it was read.
    """

    settings: FolderSettings
    items: list[tuple[Candidate, str]]
    cues: list[tuple[Candidate, str]]
    rejects: pl.DataFrame
    n_rows: int
    how: str


def examine(source: Source, folder: Path, downloader: Downloader | None = None) -> Examined:
    """Check every row and picture of the folder; one bad row never stops the rest.

    Pictures known by their address only are fetched by `downloader`; without one they are taken
    to be usable.

    Raises:
        RegistryError: `source.yaml` or a whole table can't be used.
    """
    settings = folder_settings(folder)
    rejects = Rejects(source.benchmark, source.name)
    table = items_table(folder, settings)
    rows = wanted_countries(check_items(table, settings, rejects), settings, rejects)
    if downloader is not None:
        downloader.expect(
            [one.values["url"] for one in rows if not one.picture and one.values.get("url")]
        )
    load = partial(_load, folder, settings, downloader)
    shown = dict(_with_pictures(load, rows, open_picture, rejects))
    drawn = within_sample([one for one in rows if one in shown], settings, rejects)
    file = BACKGROUNDS_FILE if settings.benchmark == "culture_mix" else CUES_FILE
    rows_of_cues = check_cues(folder, settings, rejects, file)
    here = partial(_load, folder, settings, None)
    cues = list(_with_pictures(here, rows_of_cues, open_cue, rejects))
    items = [(one, shown[one]) for one in drawn]
    return Examined(settings, items, cues, rejects.table(), len(table.rows), table.how)


def read_dishes_folder(source: Source, folder: Path, pictures: PictureStore) -> Tables:
    """Its dishes (ITEMS), places (BACKGROUNDS) and rejected rows; as `read_folder`."""
    found, keep = _usable(source, folder, pictures, loopback=False)
    numbers: Counter[tuple[str, str]] = Counter()
    places = []
    for one, sha256 in found.cues:
        numbers[cell := (one.values["kind"], one.values["country"])] += 1
        picture = keep(one, sha256)
        row = background_row(source, found.settings.medium, one.values, picture, numbers[cell])
        places.append(row)
    items = _items(source, found, keep)
    return items, BACKGROUNDS.validate(BACKGROUNDS.frame(places)), found.rejects


def read_folder(
    source: Source, folder: Path, pictures: PictureStore, *, loopback: bool = False
) -> Tables:
    """The folder's items, cues and rejected rows as tables; pictures are kept byte by byte.

    Pictures are downloaded only as `downloads:` of `source.yaml` allows; `loopback` also lets
    a host on this machine be asked.

    Raises:
        RegistryError: `source.yaml` or a whole table can't be used, or not one item can; the
            commonest reasons are named.
        HomeError: the store can't be written.
    """
    found, keep = _usable(source, folder, pictures, loopback=loopback)
    items = _items(source, found, keep)
    cues = [
        _cue(source, found.settings.medium, one.values, keep(one, sha256))
        for one, sha256 in found.cues
    ]
    if found.settings.flags == "packaged":
        own = {one.values["country"] for one, _ in found.cues if one.values["kind"] == "flag"}
        for values, data in packaged_flags(set(items["country"]), own):
            cues.append(_cue(source, "illustration", values, pictures.put(data)))
    return items, CUES.validate(CUES.frame(cues)), found.rejects


def _usable(
    source: Source, folder: Path, pictures: PictureStore, *, loopback: bool
) -> tuple[Examined, Callable[[Candidate, str], str]]:
    """What the folder holds, and what keeps a picture of it; refused if not one item is left."""
    downloader = _downloader(folder, pictures, loopback=loopback)
    found = examine(source, folder, downloader)
    if not found.items:
        why = commonest(found.rejects) or "the table has no rows"
        raise RegistryError(
            f"Source {source.name!r}: none of the {found.n_rows} rows of its items in {folder} can "
            f"be used: {why}. Mend them; `culture-conflict sources check {source.name} --all` "
            f"lists all."
        )
    return found, partial(_keep, folder, pictures)


def _items(source: Source, found: Examined, keep: Callable[[Candidate, str], str]) -> pl.DataFrame:
    version = source.version  # hashes every file, hence once
    rows = [
        _item(source, version, found.settings, one, keep(one, sha256))
        for one, sha256 in found.items
    ]
    return ITEMS.validate(ITEMS.frame(rows))


def _downloader(folder: Path, pictures: PictureStore, *, loopback: bool) -> Downloader | None:
    wanted = folder_settings(folder).downloads
    if wanted is None:
        return None
    from culture_conflict.sources.web.download import Downloader

    return Downloader(wanted, pictures, folder / _INDEX, loopback=loopback)


def _load(
    folder: Path, settings: FolderSettings, downloader: Downloader | None, row: Candidate
) -> bytes | None:
    """The bytes of a row's picture; None where it is still to be downloaded."""
    url = row.values.get("url")
    if row.picture or settings.downloads is None or not url:
        return read_picture(folder, row.picture)
    return None if downloader is None else downloader.get(url)


def _with_pictures(
    load: Callable[[Candidate], bytes | None],
    rows: list[Candidate],
    opener: Callable[[bytes], Opened],
    rejects: Rejects,
) -> Iterator[tuple[Candidate, str]]:
    """Each row whose picture can be decoded, with its sha256; few pictures are held at a time."""
    check = partial(_check_picture, load, opener)
    for row, found in zip(rows, in_threads(check, rows, usable_cores()), strict=True):
        if isinstance(found, PictureError):
            rejects.refuse(row, found.reason, f"picture: {found}")
        else:
            yield row, found


def _check_picture(
    load: Callable[[Candidate], bytes | None], opener: Callable[[bytes], Opened], row: Candidate
) -> str | PictureError:
    try:
        data = load(row)
        if data is None:
            return ""
        require_min_side(opener(data).image)
    except PictureError as error:
        return error
    return hashlib.sha256(data).hexdigest()


def _keep(folder: Path, pictures: PictureStore, row: Candidate, sha256: str) -> str:
    """Store a checked picture; it is read again, since only few fit into memory."""
    if not row.picture:
        return sha256  # downloaded, hence stored
    data = read_picture(folder, row.picture)
    if hashlib.sha256(data).hexdigest() != sha256:
        raise RegistryError(
            f"{folder / row.picture} changed while the source was read. Run again once nothing "
            f"writes into the folder."
        )
    return pictures.put(data)


def _item(
    source: Source, version: str, settings: FolderSettings, row: Candidate, picture: str
) -> dict[str, object]:
    return {
        **row.values,
        "item_id": stable_id(source.benchmark, source.name, row.external_id),
        "benchmark": source.benchmark,
        "source": source.name,
        "source_version": version,
        "picture": picture,
        "medium": settings.medium,
    }


def _cue(
    source: Source, medium: str, values: dict[str, str | None], picture: str
) -> dict[str, object]:
    key = (values["kind"], values["country"], values["name"])
    return {
        **values,
        "cue_id": stable_id(source.benchmark, source.name, *key),
        "benchmark": source.benchmark,
        "source": source.name,
        "picture": picture,
        "medium": medium,
    }
