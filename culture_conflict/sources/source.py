"""Somewhere items come from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

import polars as pl

__all__ = ["Kind", "SceneTables", "Source", "SourceTables"]

Kind = Literal["sample", "folder", "hub", "mix", "scenes", "wikimedia"]


@dataclass(frozen=True)
class Source:
    """One source of one benchmark; `name` is its partition, `folder` where its own files lie."""

    benchmark: str
    name: str
    kind: Kind
    title: str
    medium: str
    folder: Path | None = None

    @property
    def version(self) -> str:
        """Changes with the source's content; a folder's files are hashed when this is asked."""
        if self.folder is not None:
            from culture_conflict.sources.folder.files import folder_version

            return folder_version(self.folder)
        if self.benchmark == "culture_mix":
            from culture_conflict.sources.sample.mix import mix_sample_version

            return mix_sample_version()
        if self.benchmark == "signpost":
            from culture_conflict.sources.streets.rows import streets_version

            return streets_version()
        from culture_conflict.sources.sample.rows import sample_version

        return sample_version()


class SourceTables(NamedTuple):
    """What a source is once read: ITEMS, CUES, IMPORTED_IMAGES, REJECTS, and remarks.

    `imported_images` has rows only where the source brings finished pictures; its items are then
    neither paired nor stacked.
    """

    items: pl.DataFrame
    cues: pl.DataFrame
    imported_images: pl.DataFrame
    rejects: pl.DataFrame
    notes: tuple[str, ...] = ()


class SceneTables(NamedTuple):
    """What a source of street scenes is once read: SIGNPOST_ITEMS, GIVEN_TEXTS, REJECTS, remarks.

    `given_texts` has rows only where a data set brings replacement texts.
    """

    items: pl.DataFrame
    given_texts: pl.DataFrame
    rejects: pl.DataFrame
    notes: tuple[str, ...] = ()
