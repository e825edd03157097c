"""Which tables a data set of mixed pictures has, by its settings or by the published layout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from culture_conflict.errors import PictureError, RegistryError
from culture_conflict.sources.folder.files import files_of, inside
from culture_conflict.sources.folder.rows import RawTable
from culture_conflict.sources.folder.tables import read_table
from culture_conflict.sources.mix.settings import BackgroundKind, MixSettings, MixTable, Subtask

__all__ = ["Listed", "tables_of"]

_PUBLISHED = re.compile(
    r"(?:.*/)?metadata/(?P<subtask>sf|mf|sfb|mfb)(?:_(?P<rest>[^/]*))?\.csv", re.IGNORECASE
)
_KIND = re.compile(r"(?:^|[_-])(landmark|street)s?$", re.IGNORECASE)
_REQUIRED = ("image_path", "food1_id", "food1_name", "food1_country")

Listed = tuple[MixTable, RawTable]


def tables_of(folder: Path, settings: MixSettings) -> list[Listed]:
    """Every table with its rows, the single foods first, so that they are known to all others.

    Raises:
        RegistryError: there is none, one can't be read or lacks a column.
    """
    wanted = list(settings.tables or _published(folder))
    if not wanted and settings.boxes is None:
        raise RegistryError(
            f"{folder}: expected metadata/sf.csv, mf.csv, sfb_*.csv or mfb_*.csv. Write the "
            f"tables' paths under `tables:` of source.yaml, each with its `subtask:`."
        )
    wanted.sort(key=lambda table: (table.subtask != "sf", table.path))
    return [(table, _read(folder, table, settings)) for table in wanted]


def _published(folder: Path) -> Iterator[MixTable]:
    for name, _ in files_of(folder):
        if found := _PUBLISHED.fullmatch(name):
            kind = _KIND.search(found["rest"] or "")
            yield MixTable(
                path=name,
                subtask=cast(Subtask, found["subtask"].lower()),
                background_kind=cast(BackgroundKind, kind[1].lower()) if kind else None,
            )


def _read(folder: Path, table: MixTable, settings: MixSettings) -> RawTable:
    columns = settings.columns
    try:
        path = inside(folder, table.path)
    except PictureError as error:
        raise RegistryError(f"{folder}: tables: {error}. Mend its path in source.yaml.") from error
    names = [getattr(columns, ours) for ours in type(columns).model_fields]
    raw = read_table(path, encoding=settings.encoding, known=names)
    needed = {*_REQUIRED, *columns.model_fields_set, *(() if table.subtask else ("subtask",))}
    for ours in type(columns).model_fields:
        theirs = getattr(columns, ours)
        if ours in needed and theirs not in raw.columns:
            raise RegistryError(
                f"{path}: expected a column {theirs!r} (our `{ours}`); it has "
                f"{', '.join(map(repr, raw.columns[:40]))}. Map it under `columns:` of source.yaml"
                f"{', or name the subtask of the table' if ours == 'subtask' else ''}."
            )
    return raw
