"""Flags and landmarks of a folder: its own `cues.csv`, and the packaged flags where asked for."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from culture_conflict.errors import RegistryError
from culture_conflict.places.countries import country as country_of
from culture_conflict.sources.folder.cells import country
from culture_conflict.sources.folder.checking import Candidate, Faults, Rejects
from culture_conflict.sources.folder.items import safe_file
from culture_conflict.sources.folder.rows import RawRow, RowError, text_of
from culture_conflict.sources.folder.settings import FolderSettings
from culture_conflict.sources.folder.tables import read_table

__all__ = ["BACKGROUNDS_FILE", "CUES_FILE", "check_cues", "packaged_flags"]

CUES_FILE = "cues.csv"
BACKGROUNDS_FILE = "backgrounds.csv"
_REQUIRED = ("kind", "country", "name", "picture")
_KNOWN = (*_REQUIRED, "url", "licence", "author")
_KINDS = {CUES_FILE: ("flag", "landmark"), BACKGROUNDS_FILE: ("landmark", "street")}


def check_cues(
    folder: Path, settings: FolderSettings, rejects: Rejects, file: str = CUES_FILE
) -> list[Candidate]:
    """The usable rows of `cues.csv`; none where there is no such file. No picture is opened.

    Columns: kind (flag or landmark), country, name, picture, and if wanted url, licence, author.
    `backgrounds.csv` of a folder of dishes is read likewise, its kinds being landmark and street.

    Raises:
        RegistryError: the file can't be read, or a column is not in it.
    """
    if not (folder / file).exists():
        return []
    table = read_table(
        safe_file(folder, file),
        encoding=settings.encoding,
        separator=settings.separator,
        known=_KNOWN,
    )
    if absent := [name for name in _REQUIRED if name not in table.columns]:
        raise RegistryError(
            f"{folder / file}: expected the columns {', '.join(_REQUIRED)}; {absent[0]!r} is "
            f"not in {', '.join(map(repr, table.columns[:40]))} ({table.how}). Add it."
        )
    seen: dict[tuple[str, ...], int] = {}
    candidates = []
    for row in table:
        values, faults = _read(row, settings, _KINDS[file])
        key = tuple(str(values.get(name)) for name in ("kind", "country", "name"))
        if not faults and (first := seen.setdefault(key, row.number)) != row.number:
            faults.add("duplicate", f"kind, country and name stand already in row {first}")
        if faults:
            rejects.add(table.file, row.number, None, faults)
        else:
            picture = text_of(row.cells["picture"])
            candidates.append(Candidate(table.file, row.number, "", values, picture))
    return candidates


def _read(
    row: RawRow, settings: FolderSettings, kinds: tuple[str, ...]
) -> tuple[dict[str, str | None], Faults]:
    values: dict[str, str | None] = {}
    faults = Faults()
    if row.error is not None:
        faults.add(row.error.reason, str(row.error))
        return values, faults
    for name in ("kind", "name", "picture", "url", "licence", "author"):
        with faults.noted(name):
            values[name] = text_of(row.cells.get(name)) or getattr(settings.defaults, name, None)
            if not values[name] and name in {"name", "licence"}:
                faults.add("empty", f"no {name}")
    with faults.noted("kind"):
        values["kind"] = (values.get("kind") or "").casefold()
        if values["kind"] not in kinds:
            wanted = " or ".join(kinds)
            raise RowError("unknown_kind", f"expected {wanted}, got {values['kind']!r:.80}")
    with faults.noted("country"):
        values["country"] = country(row.cells.get("country"))
    values.pop("picture", None)
    return values, faults


def packaged_flags(
    countries: Iterable[str], own: Iterable[str]
) -> list[tuple[dict[str, str | None], bytes]]:
    """Drawn flags (values of a cue, PNG) of the countries whose flag the source has not itself."""
    from culture_conflict.sources.sample.draw import draw_cue, flag_code, has_drawing
    from culture_conflict.sources.sample.read import AUTHOR, LICENCE

    lacking = [country_of(code) for code in sorted(set(countries) - set(own))]
    return [
        (
            {
                "kind": "flag",
                "country": one.iso3,
                "name": f"Flag of {one.name} (packaged drawing)",
                "url": None,
                "licence": LICENCE,
                "author": AUTHOR,
            },
            draw_cue(flag_code(one.iso2)),
        )
        for one in lacking
        if has_drawing(flag_code(one.iso2))
    ]
