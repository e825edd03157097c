"""The items' table of a folder: which file it is, and what each of its rows says."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from culture_conflict.errors import PictureError, RegistryError
from culture_conflict.models.words import did_you_mean, listed
from culture_conflict.sources.folder.cells import aliases, category, coordinates, countries
from culture_conflict.sources.folder.checking import Candidate, Faults, Rejects
from culture_conflict.sources.folder.files import inside
from culture_conflict.sources.folder.rows import RawRow, RawTable, printable, text_of
from culture_conflict.sources.folder.settings import Columns, FolderSettings
from culture_conflict.sources.folder.tables import SUFFIXES, read_table

__all__ = ["check_items", "items_table", "safe_file"]

_OF_PAIRS = frozenset({"description", "category"})
_REQUIRED = ("external_id", "name", "country", "description", "picture")


def items_table(folder: Path, settings: FolderSettings) -> RawTable:
    """The one items' table of the folder, its mapped columns present.

    Raises:
        RegistryError: there is none or several, it can't be read, or a column is not in it.
    """
    found = [f"items{suffix}" for suffix in SUFFIXES if (folder / f"items{suffix}").exists()]
    if len(found) != 1:
        raise RegistryError(
            f"{folder}: expected one of {', '.join(f'items{suffix}' for suffix in SUFFIXES)}, "
            f"found {listed(found)}. Keep one table of items."
        )
    columns = settings.columns
    known = [getattr(columns, name) for name in Columns.model_fields]
    table = read_table(
        safe_file(folder, found[0]),
        encoding=settings.encoding,
        separator=settings.separator,
        known=known,
    )
    _require_columns(folder, table, settings)
    return table


def safe_file(folder: Path, name: str) -> Path:
    """A table of the folder.

    Raises:
        RegistryError: it is a link that leaves the folder, or no file.
    """
    try:
        return inside(folder, name)
    except PictureError as error:
        raise RegistryError(f"{folder}: {error}. Put the table itself there.") from error


def _require_columns(folder: Path, table: RawTable, settings: FolderSettings) -> None:
    mapped = settings.columns.model_fields_set
    needed = [name for name in Columns.model_fields if name in mapped or name in _REQUIRED]
    if settings.downloads is not None:
        needed = [name for name in needed if name in mapped or name != "picture"]
    needed += [name for name in ("category", "licence") if not getattr(settings.defaults, name)]
    if settings.benchmark == "culture_mix":
        needed = [name for name in needed if name in mapped or name not in _OF_PAIRS]
    for name in dict.fromkeys(needed):
        theirs = getattr(settings.columns, name)
        if theirs not in table.columns:
            hint = did_you_mean(theirs, map(printable, table.columns))
            raise RegistryError(
                f"{folder / table.file}: expected a column {theirs!r} (our `{name}`){hint}; it has "
                f"{', '.join(map(repr, table.columns[:40]))} ({table.how}). Mend the table, or map "
                f"it under `columns:` of source.yaml."
            )


def check_items(table: RawTable, settings: FolderSettings, rejects: Rejects) -> list[Candidate]:
    """The rows whose cells are right; the others are added to `rejects`. No picture is opened."""
    seen: dict[str, int] = {}
    candidates = []
    for row in table:
        cells = _Cells(row, settings)
        first = seen.setdefault(cells.external_id, row.number) if cells.external_id else row.number
        if first != row.number:
            cells.faults.add("duplicate", f"its external_id stands already in row {first}")
        if cells.faults:
            rejects.add(table.file, row.number, cells.external_id or None, cells.faults)
        else:
            where = (table.file, row.number, cells.external_id)
            candidates.append(Candidate(*where, cells.values, cells.path()))
    return candidates


def _needed_texts(settings: FolderSettings) -> set[str]:
    """Texts that a row must have; descriptions are for pairs of ConfusedTourist alone."""
    needed = {"external_id", "name", "description", "licence"}
    return needed - _OF_PAIRS if settings.benchmark == "culture_mix" else needed


class _Cells:
    """One row by our names, with every fault of its cells."""

    def __init__(self, row: RawRow, settings: FolderSettings) -> None:
        self.settings, self.faults = settings, Faults()
        self.row: Mapping[str, object] = row.cells
        self.values: dict[str, Any] = {}
        self.external_id = ""
        with self.faults.noted():
            self.external_id = self.text("external_id")
            if row.error is not None:
                raise row.error
        if row.error is None:
            self._read()

    def cell(self, name: str) -> object:
        return self.row.get(getattr(self.settings.columns, name))

    def text(self, name: str) -> str:
        return text_of(self.cell(name))

    def path(self) -> str:
        """The picture's path in the folder; none where the cell is the address to fetch it from."""
        named = self.text("picture")
        fetched = self.settings.downloads is not None and named == self.values["url"]
        return "" if fetched else named

    def _read(self) -> None:
        faults, settings, values = self.faults, self.settings, self.values
        for name in ("external_id", "name", "description", "licence", "author", "url", "consent"):
            with faults.noted(name):
                default = getattr(settings.defaults, name, None)
                values[name] = self.text(name) or default
                if not values[name] and name in _needed_texts(settings):
                    faults.add("empty", f"no {name}")
        with faults.noted("picture"):
            self.text("picture")
        with faults.noted("category"):
            values["category"] = category(self.cell("category"), settings)
        with faults.noted("country"):
            values["country"], *values["other_countries"] = countries(self.cell("country"))
        with faults.noted("aliases"):
            values["aliases"] = aliases(self.cell("aliases"), settings)
        with faults.noted("coordinates"):
            north, east = coordinates(self.cell("latitude"), self.cell("longitude"))
            values |= {"latitude": north, "longitude": east}
