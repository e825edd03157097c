"""Which sources each benchmark has, and how one is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import polars as pl

from culture_conflict.errors import RegistryError
from culture_conflict.models.words import did_you_mean, listed
from culture_conflict.pictures.store import PictureStore
from culture_conflict.sources.folder.find import FoundFolder, find_folders
from culture_conflict.sources.forgotten import Sieve, without_forgotten
from culture_conflict.sources.source import Kind, Source, SourceTables
from culture_conflict.tables.imported_images import IMPORTED_IMAGES
from culture_conflict.tables.rejects import REJECTS
from culture_conflict.tables.sources import SOURCES

__all__ = [
    "Kind",
    "Source",
    "SourceTables",
    "broken_sources",
    "get_source",
    "list_sources",
    "read_source",
    "sources_table",
]

_SAMPLES = (
    Source("confused_tourist", "sample", "sample", "Sample of illustrations", "illustration"),
    Source("signpost", "sample", "sample", "Sample of drawn street scenes", "drawing"),
    Source("culture_mix", "sample", "sample", "Sample of drawn dishes and places", "illustration"),
)


def list_sources(benchmark: str, home_sources: Path | None = None) -> tuple[Source, ...]:
    """Every enabled source of a benchmark: its sample, then the home's folders by name.

    A folder whose `source.yaml` can't be used is left out here and told by `broken_sources`, so
    that it never stops the others.
    """
    known = (*_SAMPLES, *_own(home_sources))
    return tuple(source for source in known if source.benchmark == benchmark)


def broken_sources(home_sources: Path | None) -> dict[str, str]:
    """The home's folders that are no source, with what is wrong with each."""
    return {one.name: one.error for one in find_folders(home_sources) if one.settings is None}


def get_source(benchmark: str, name: str, home_sources: Path | None = None) -> Source:
    """The source of that name.

    Raises:
        RegistryError: the benchmark has no such source, or its folder can't be used.
    """
    known = {source.name: source for source in list_sources(benchmark, home_sources)}
    if name in known:
        return known[name]
    for one in find_folders(home_sources):
        if one.name == name:
            _refuse(one, benchmark)
    raise RegistryError(
        f"{benchmark} has no source named {name!r}{did_you_mean(name, known)}. Known sources: "
        f"{listed(known)}. Choose one of these, or check the spelling of the benchmark."
    )


def read_source(source: Source, pictures: PictureStore) -> SourceTables:
    """The source's items, cues, imported pictures and rejected rows; pictures go into the store.

    Rows whose picture was forgotten are rejects with the reason `forgotten`.

    Raises:
        RegistryError: sources of this kind can't be read yet, or not one item can be used.
        PictureError: a picture that the sample promises is absent.
        HomeError: the store can't be written.
    """
    return without_forgotten(_read(source, Sieve(pictures.root)), pictures)


def _read(source: Source, pictures: PictureStore) -> SourceTables:
    if source.kind == "sample":
        from culture_conflict.sources.sample.read import read_sample

        items, cues = read_sample(source.benchmark, pictures)
        return SourceTables(items, cues, IMPORTED_IMAGES.empty(), REJECTS.empty())
    if source.kind == "folder" and source.folder is not None:
        from culture_conflict.sources.folder.read import read_folder

        items, cues, rejects = read_folder(source, source.folder, pictures)
        return SourceTables(items, cues, IMPORTED_IMAGES.empty(), rejects)
    if source.kind == "hub" and source.folder is not None:
        from culture_conflict.sources.folder.config import read_settings
        from culture_conflict.sources.hub.read import read_hub

        settings = read_settings(source.folder)
        if settings.kind == "hub":
            return read_hub(source, source.folder, settings, pictures)
    raise RegistryError(
        f"Source {source.name!r} of {source.benchmark} is of kind {source.kind!r}, which can't be "
        f"read by this version; it reads: sample, folder, hub. Disable the source or update the "
        f"package."
    )


def sources_table(sources: Sequence[Source]) -> pl.DataFrame:
    """The sources as rows of the `sources` table.

    Raises:
        InvalidTableError: two sources of one benchmark share a name.
    """
    rows: list[dict[str, object]] = [
        {
            "benchmark": source.benchmark,
            "source": source.name,
            "source_version": source.version,
            "kind": source.kind,
            "title": source.title,
            "medium": source.medium,
        }
        for source in sources
    ]
    return SOURCES.validate(SOURCES.frame(rows))


def _own(home_sources: Path | None) -> Iterator[Source]:
    for found in find_folders(home_sources):
        settings = found.settings
        if settings is not None and settings.enabled:
            yield Source(
                benchmark=settings.benchmark,
                name=found.name,
                kind=settings.kind,
                title=settings.title,
                medium=settings.medium,
                folder=found.folder,
            )


def _refuse(found: FoundFolder, benchmark: str) -> None:
    if found.settings is None:
        raise RegistryError(f"Source {found.name!r} can't be used. {found.error}")
    if found.settings.benchmark == benchmark:
        raise RegistryError(
            f"Source {found.name!r} is not enabled. Write `enabled: true` into "
            f"{found.folder / 'source.yaml'}."
        )
