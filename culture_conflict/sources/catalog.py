"""Which sources each benchmark has, and how one is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import polars as pl

from culture_conflict.errors import RegistryError
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.sources import SOURCES

__all__ = ["Kind", "Source", "get_source", "list_sources", "read_source", "sources_table"]

Kind = Literal["sample", "folder", "hub", "wikimedia"]


@dataclass(frozen=True)
class Source:
    """Somewhere items come from; `name` is its partition, `version` changes with its content."""

    benchmark: str
    name: str
    kind: Kind
    title: str
    medium: str
    version: str


def list_sources(benchmark: str) -> tuple[Source, ...]:
    """Every enabled source of a benchmark, by name; none for a benchmark without sources."""
    from culture_conflict.sources.sample.rows import sample_version

    if benchmark != "confused_tourist":
        return ()
    title = "Sample of illustrations"
    return (Source(benchmark, "sample", "sample", title, "illustration", sample_version()),)


def get_source(benchmark: str, name: str) -> Source:
    """The source of that name.

    Raises:
        RegistryError: the benchmark has no such source.
    """
    known = {source.name: source for source in list_sources(benchmark)}
    if name not in known:
        names = ", ".join(sorted(known)) or "none"
        raise RegistryError(
            f"{benchmark} has no source named {name!r}. Known sources: {names}. "
            f"Choose one of these, or check the spelling of the benchmark."
        )
    return known[name]


def read_source(source: Source, pictures: PictureStore) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The source's items and cues, valid for their tables; their pictures go into the store.

    Raises:
        RegistryError: sources of this kind can't be read yet.
        PictureError: a picture that the source promises is absent.
        HomeError: the store can't be written.
    """
    if source.kind == "sample":
        from culture_conflict.sources.sample.read import read_sample

        return read_sample(source.benchmark, pictures)
    raise RegistryError(
        f"Source {source.name!r} of {source.benchmark} is of kind {source.kind!r}, which can't be "
        f"read by this version; it reads: sample. Disable the source or update the package."
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
