"""Known tables of dishes as folders that are sources: their columns and licences, as they are."""

from __future__ import annotations

import csv
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from culture_conflict.errors import RegistryError
from culture_conflict.sources.folder.adding import add_folder
from culture_conflict.sources.folder.find import check_name
from culture_conflict.sources.folder.places import code_of
from culture_conflict.sources.folder.rows import RawRow, text_of
from culture_conflict.sources.folder.tables import read_table

__all__ = ["KNOWN_TABLES", "add_known_table", "world_wide_dishes_rows"]

_TWO_LICENCES = "CC-BY-4.0 by its LICENCE.md; CC-BY-NC-SA-4.0 by its Croissant file"
_WORLDCUISINES = """\
title: WorldCuisines
medium: photograph
benchmark: culture_mix
columns:
  external_id: Name
  name: Name
  aliases: Alias
  country: Countries
  description: Text Description
  picture: Image1 name / URL
  url: Image1 name / URL
  licence: Image1 License
alias_format: list
alias_placeholders: [{placeholders}]
"""
# What stands where the table has no alias: words and persons of forms that were never filled in.
_PLACEHOLDERS = (
    *("no_alias", "not_stated", "[no_alias]", "%no_alias", "no alias", "correct"),
    *("section", "section_name", "language", "group", "group_name", "option", "option_name"),
    *("host", "hosts", "ip", "port", "id", "age", "city", "year", "author", "price", "quantity"),
    *("translation", "pinyin", "RTGS", "Jyutping", "English", "French", "Indonesian"),
    *("John", "Jane", "Doe", "Mike", "Anna", "John Doe", "Jane Doe", "Jane Smith"),
    *("Emily Johnson", "Emily Davis", "Mike Johnson", "New York", "Los Angeles", "Chicago"),
)
_WORLD_WIDE_DISHES = """\
title: World Wide Dishes
medium: photograph
benchmark: culture_mix
"""
_DOWNLOADS = "downloads: {{hosts: [{hosts}], contact: {contact}}}\n"
_HOSTS = {
    "worldcuisines": "upload.wikimedia.org",
    "world_wide_dishes": "upload.wikimedia.org, live.staticflickr.com",
}
KNOWN_TABLES: Mapping[str, str] = {
    "worldcuisines": _WORLDCUISINES.format(placeholders=", ".join(map(repr, _PLACEHOLDERS))),
    "world_wide_dishes": _WORLD_WIDE_DISHES,
}
_COLUMNS = ("external_id", "name", "aliases", "country", "description", "picture", "url", "licence")


def add_known_table(
    kind: str, table: Path, name: str, home_sources: Path, contact: str | None = None
) -> Path:
    """Make a source of a downloaded table of dishes, and return its folder in the home.

    With a `contact` (an e-mail or web address), building it fetches the pictures from the hosts
    that nearly all rows name; rows of other hosts are rejects. No row is mended: what can't be
    used is listed by `sources check`.

    Raises:
        RegistryError: nobody knows such a table, it can't be read, or the name can't be one or
            is taken.
    """
    if kind not in KNOWN_TABLES:
        raise RegistryError(f"No table {kind!r} is known; choose {' or '.join(KNOWN_TABLES)}.")
    check_name(name)
    if not table.is_file():
        raise RegistryError(f"{table} is no file. Download the table of dishes first.")
    settings = KNOWN_TABLES[kind]
    if contact is not None:
        settings += _DOWNLOADS.format(hosts=_HOSTS[kind], contact=contact)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / name
        folder.mkdir()
        (folder / "source.yaml").write_text(settings, encoding="utf-8")
        if kind == "worldcuisines":
            shutil.copy(table, folder / "items.csv")
        else:
            _write(folder / "items.csv", world_wide_dishes_rows(table))
        return add_folder(folder, name, home_sources)


def world_wide_dishes_rows(table: Path) -> Iterator[dict[str, str]]:
    """Its rows by our columns: both names, countries apart, and both licences it is given under.

    A name's spellings (`x - y`, `x/y`, `x or y`) are kept as the name it has in the table; the
    English name is an alias. `Tanzania, Kenya` is two countries only where both are countries.

    Raises:
        RegistryError: it can't be read.
    """
    for row in read_table(table):
        local, english = _cell(row, "local_name"), _cell(row, "english_name")
        url = _cell(row, "public_cc_image_url")
        yield {
            "external_id": _cell(row, "id"),
            "name": local or english,
            "aliases": english if english != local else "",
            "country": _countries(_cell(row, "countries")),
            "description": _cell(row, "more_details"),
            "picture": "",
            "url": url if "://" in url else "",
            "licence": _TWO_LICENCES,
        }


def _cell(row: RawRow, name: str) -> str:
    return text_of(row.cells.get(name)).replace("|", "/")


def _countries(cell: str) -> str:
    parts = [part.strip() for part in cell.split(",")]
    return " | ".join(parts) if all(code_of(part) for part in parts) else cell


def _write(path: Path, rows: Iterator[dict[str, str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, _COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
