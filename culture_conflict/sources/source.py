"""Somewhere items come from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

import polars as pl

__all__ = ["Kind", "Source", "SourceTables"]

Kind = Literal["sample", "folder", "hub", "mix", "wikimedia"]


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
