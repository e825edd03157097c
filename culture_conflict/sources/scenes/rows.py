"""What each row of a list of street scenes says, before a picture is opened."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from culture_conflict.places.datums import to_wgs84
from culture_conflict.sources.folder.cells import coordinates, country
from culture_conflict.sources.folder.checking import Candidate, Faults, Rejects
from culture_conflict.sources.folder.rows import RawRow, RawTable, RowError, text_of
from culture_conflict.sources.scenes.settings import SceneSettings

__all__ = ["NOT_LISTED", "check_scenes"]

NOT_LISTED = "not_listed"
_TEXTS = ("place", "region", "url", "licence", "author", "consent")


def check_scenes(
    table: RawTable,
    columns: Mapping[str, str],
    settings: SceneSettings,
    wanted: Mapping[str, int] | None,
    rejects: Rejects,
) -> list[Candidate]:
    """The rows whose cells are right; the others go to `rejects`, and so do ids without a row."""
    seen: dict[tuple[str, int | None], int] = {}
    kept = []
    for row in table:
        read = _Cells(row, columns, settings)
        name = read.external_id
        first = seen.setdefault((name, read.values.get("heading")), row.number)
        if first != row.number and name:
            read.faults.add("duplicate", f"its external_id stands already in row {first}")
        if wanted is not None and name and not read.faults and _plain(name, wanted) is None:
            read.faults.add(NOT_LISTED, f"`{settings.ids}` does not name it")
        if read.faults:
            rejects.add(table.file, row.number, name or None, read.faults)
        else:
            where = (table.file, row.number, name)
            kept.append(Candidate(*where, read.values, read.picture))
    _missing(kept, wanted, settings, rejects)
    return kept


def _missing(
    kept: list[Candidate],
    wanted: Mapping[str, int] | None,
    settings: SceneSettings,
    rejects: Rejects,
) -> None:
    there = {_plain(one.external_id, wanted or {}) for one in kept}
    for name, line in (wanted or {}).items():
        if name not in there:
            faults = Faults({"missing": ["no usable row or picture has this id"]})
            rejects.add(str(settings.ids), line, name, faults)


def _plain(name: str, wanted: Mapping[str, int]) -> str | None:
    """The listed id that a row's id is: itself, or a picture's path without folder or ending."""
    last = name.rpartition("/")[2]
    forms = (name, name.rpartition(".")[0], last, last.rpartition(".")[0])
    return next((form for form in forms if form in wanted), None)


class _Cells:
    """One row by our names, with every fault of its cells."""

    def __init__(self, row: RawRow, columns: Mapping[str, str], settings: SceneSettings) -> None:
        self.row, self.columns, self.settings = row, columns, settings
        self.faults, self.values, self.external_id = Faults(), dict[str, Any](), ""
        self.picture = ""
        with self.faults.noted():
            self.external_id = self.text("external_id")
            if row.error is not None:
                raise row.error
            self._read()

    def text(self, name: str) -> str:
        return text_of(self.row.cells.get(self.columns.get(name, ""), ""))

    def _read(self) -> None:
        faults, values, defaults = self.faults, self.values, self.settings.defaults
        if not self.external_id:
            faults.add("empty", "no external_id")
        with faults.noted("picture"):
            self.picture = self.text("picture")
        for name in _TEXTS:
            with faults.noted(name):
                values[name] = self.text(name) or getattr(defaults, name, None)
        with faults.noted("licence"):
            if not values.get("licence"):
                raise RowError("empty", "no licence; write it, or one into `defaults:`")
        with faults.noted("country"):
            named = self.text("country") or defaults.country
            values["country"] = country(named) if named else None
        with faults.noted("coordinates"):
            values |= self._coordinates()
        with faults.noted("heading"):
            values["heading"] = _heading(self.text("heading"))

    def _coordinates(self) -> dict[str, float | None]:
        if self.settings.coordinates == "exif":
            return {"latitude": None, "longitude": None}
        north, east = coordinates(self.text("latitude"), self.text("longitude"))
        if north is None and self.settings.coordinates == "table":
            raise RowError("coordinates", "no latitude and longitude; write both")
        if north == east == 0:
            raise RowError("coordinates", "0, 0 is what an unknown place is written as")
        if north is not None and east is not None:
            north, east = to_wgs84(north, east, self.settings.given_on)
        return {"latitude": north, "longitude": east}


def _heading(text: str) -> int | None:
    if not text:
        return None
    try:
        degrees = float(text)
    except ValueError:
        degrees = math.nan
    if not math.isfinite(degrees):
        raise RowError("heading", f"expected degrees, got {text[:40]!r}")
    return round(degrees) % 360
