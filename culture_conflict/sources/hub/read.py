"""A published data set as a source: its pictures, pairs and licences are kept as they are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import polars as pl

from culture_conflict.errors import PictureError, RegistryError
from culture_conflict.pictures.open import open_picture, require_min_side
from culture_conflict.pictures.store import PictureStore
from culture_conflict.pictures.threads import in_threads, usable_cores
from culture_conflict.sources.folder.checking import Candidate, Rejects, commonest
from culture_conflict.sources.hub.files import parquet_files
from culture_conflict.sources.hub.groups import with_originals
from culture_conflict.sources.hub.parquet import Shard, open_shard, pictures_of
from culture_conflict.sources.hub.rows import check_rows, require_columns, surplus_columns
from culture_conflict.sources.hub.settings import HubSettings
from culture_conflict.sources.source import Source, SourceTables
from culture_conflict.tables.cues import CUES
from culture_conflict.tables.ids import stable_id
from culture_conflict.tables.imported_images import IMPORTED_IMAGES
from culture_conflict.tables.items import ITEMS
from culture_conflict.tables.rejects import REJECTS

__all__ = ["HubExamined", "ImportedPicture", "examine_hub", "read_hub"]


@dataclass(frozen=True, eq=False)
class ImportedPicture:
    """A usable row, the row of its original (itself for an original), and its picture's facts."""

    row: Candidate
    original: Candidate
    picture: str
    width: int
    height: int


@dataclass(frozen=True)
class HubExamined:
    """What a data set holds once every row and picture is checked; `rejects` is a REJECTS table."""

    pictures: list[ImportedPicture]
    rejects: pl.DataFrame
    n_rows: int
    notes: tuple[str, ...]


def examine_hub(
    source: Source,
    folder: Path,
    settings: HubSettings,
    keep: Callable[[bytes], str] | None = None,
) -> HubExamined:
    """Check every row and picture; `keep` stores a picture's bytes and returns their sha256.

    Few pictures are in memory at a time; one bad row never stops the rest.

    Raises:
        RegistryError: a file can't be read or lacks a column, or can't be fetched.
        HomeError: a picture or fetched file can't be kept.
    """
    shards = [open_shard(name, path) for name, path in parquet_files(folder, settings)]
    for shard in shards:
        require_columns(shard, settings)
    rejects = Rejects(source.benchmark, source.name)
    candidates, n_rows = check_rows(shards, settings, rejects)
    paired = with_originals(candidates, rejects)
    shown = _shown(shards, paired, settings, keep or _sha256, rejects)
    return HubExamined(shown, rejects.table(), n_rows, _notes(shards, settings))


def read_hub(
    source: Source, folder: Path, settings: HubSettings, pictures: PictureStore
) -> SourceTables:
    """Items, pictures and rejected rows of a data set; its pictures are kept byte by byte.

    Raises:
        RegistryError: as `examine_hub`, or not one row can be used.
        HomeError: the store can't be written.
    """
    found = examine_hub(source, folder, settings, pictures.put)
    if not found.pictures:
        why = commonest(found.rejects) or "the files have no rows"
        raise RegistryError(
            f"Source {source.name!r}: none of the {found.n_rows} rows in {folder} can be used: "
            f"{why}. `culture-conflict sources check {source.name} --all` lists all."
        )
    version = source.version
    items = [_item(source, version, one) for one in found.pictures if one.row is one.original]
    images = [_image(source, one) for one in found.pictures]
    return SourceTables(
        ITEMS.validate(ITEMS.frame(items)),
        CUES.empty(),
        IMPORTED_IMAGES.validate(IMPORTED_IMAGES.frame(images)),
        REJECTS.validate(found.rejects),
        found.notes,
    )


def _shown(
    shards: list[Shard],
    paired: list[tuple[Candidate, Candidate]],
    settings: HubSettings,
    keep: Callable[[bytes], str],
    rejects: Rejects,
) -> list[ImportedPicture]:
    """The rows whose picture, and whose original's picture, can be decoded."""
    streams = _embedded(shards, paired, settings.columns.image)
    checked = in_threads(partial(_check, keep), streams, usable_cores())
    made: list[ImportedPicture] = []
    broken: set[str] = set()
    for (row, original), facts in zip(paired, checked, strict=True):
        if isinstance(facts, PictureError):
            rejects.refuse(row, facts.reason, f"picture: {facts}")
            broken.add(row.external_id)
        else:
            made.append(ImportedPicture(row, original, *facts))
    for one in made:
        if one.original.external_id in broken:
            what = f"the picture of its original ({one.original.external_id}) can't be used"
            rejects.refuse(one.row, "missing_original", what)
    return [one for one in made if one.original.external_id not in broken]


def _embedded(
    shards: list[Shard], paired: list[tuple[Candidate, Candidate]], column: str
) -> Iterator[bytes | PictureError]:
    """The pictures of the rows in their order, which is that of the files."""
    for shard in shards:
        wanted = [row.row for row, _ in paired if row.file == shard.name]
        yield from pictures_of(shard, column, wanted)


def _check(
    keep: Callable[[bytes], str], data: bytes | PictureError
) -> tuple[str, int, int] | PictureError:
    if isinstance(data, PictureError):
        return data
    try:
        image = open_picture(data).image
        require_min_side(image)
    except PictureError as error:
        return error
    return keep(data), *image.size


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _notes(shards: list[Shard], settings: HubSettings) -> tuple[str, ...]:
    surplus = dict.fromkeys(name for shard in shards for name in surplus_columns(shard, settings))
    files = ", ".join(shard.name for shard in shards[:3]) + (" …" if len(shards) > 3 else "")
    notes = [f"read {len(shards)} Parquet file{'s' * (len(shards) != 1)}: {files}"]
    if surplus:
        notes.append(f"columns left unread: {', '.join(surplus)}")
    return tuple(notes)


def _item_id(source: Source, original: Candidate) -> str:
    return stable_id(source.benchmark, source.name, original.external_id)


def _item(source: Source, version: str, one: ImportedPicture) -> dict[str, object]:
    values = one.row.values
    own = values["shown"][0]
    return {
        **dict.fromkeys(("description", "consent", "latitude", "longitude")),
        "item_id": _item_id(source, one.row),
        "external_id": one.row.external_id,
        "benchmark": source.benchmark,
        "source": source.name,
        "source_version": version,
        "category": values["category"],
        "name": values["name"],
        "aliases": [],
        "country": values["country"],
        "other_countries": values["other_countries"],
        "picture": one.picture,
        "url": own["url"],
        "licence": own["licence"],
        "author": own["author"],
        "medium": source.medium,
    }


def _image(source: Source, one: ImportedPicture) -> dict[str, object]:
    factors = ("perturb_method", "perturb_context", "pair_method", "difficulty")
    kept = (*factors, "distractor_country", "landmark_name")
    return {
        **{name: one.row.values[name] for name in kept},
        "external_id": one.row.external_id,
        "benchmark": source.benchmark,
        "source": source.name,
        "item_id": _item_id(source, one.original),
        "shown": json.dumps(one.row.values["shown"], ensure_ascii=False, sort_keys=True),
        "file": one.row.file,
        "row": one.row.row,
        "picture": one.picture,
        "width": one.width,
        "height": one.height,
    }
