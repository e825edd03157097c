"""All that came of one picture: which rows, pictures and answers."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field, fields
from pathlib import Path

import polars as pl

from culture_conflict.home import Home
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.schema import Table

__all__ = ["PICTURE_COLUMNS", "Trace", "trace", "unwanted_rows"]

# Columns that name a picture, and columns that name a row which can come of one.
PICTURE_COLUMNS = ("picture", "picture_sent", "panorama", "cutout", "unblended")
_ROWS = {
    "item_id": "items",
    "group_id": "items",
    "cue_id": "cues",
    "variant_id": "variants",
}
_OF_VARIANTS = (
    *("stacked_images", "edited_images", "variants", "signpost_variants", "mixed_images"),
    "attempts",
)


@dataclass
class Trace:
    """What came of a picture: sha256 of pictures, ids of items, cues and variants, `b/source`.

    `orphans` are variants that stay while the one they are compared with goes, `records` those of
    edits (JSON).
    """

    pictures: set[str] = field(default_factory=set)
    items: set[str] = field(default_factory=set)
    cues: set[str] = field(default_factory=set)
    variants: set[str] = field(default_factory=set)
    orphans: set[str] = field(default_factory=set)
    records: set[str] = field(default_factory=set)
    sources: set[str] = field(default_factory=set)

    def to_json(self) -> str:
        return json.dumps({each.name: sorted(getattr(self, each.name)) for each in fields(self)})

    @classmethod
    def from_json(cls, text: str) -> Trace:
        """What `to_json` wrote; an empty text is an empty trace."""
        return cls(**{name: set(values) for name, values in json.loads(text or "{}").items()})

    def size(self) -> int:
        return sum(len(getattr(self, each.name)) for each in fields(self))


def trace(home: Home, known: Trace) -> Counter[str]:
    """Follow the pictures of `known` through all tables and add to it; rows concerned by table.

    A stacked picture comes of every picture that its recipe names. Pictures that no table names any
    more (made by an older version, say) can't be followed; `gc` removes them.
    """
    before = -1
    while before != known.size():
        before, rows = known.size(), Counter[str]()
        for table, path in home.tables.files(TABLES):
            found = _rows(path, known)
            rows[table.name] += found.height
            _add(known, table, found)
    for _, path in home.tables.files({"variants": TABLES["variants"]}):
        known.orphans |= _left_alone(pl.read_parquet(path), known)
    return +rows


def unwanted_rows(columns: list[str], known: Trace) -> pl.Expr:
    """Which rows of a table with these columns came of the pictures."""
    named = [pl.col(name).is_in(known.pictures) for name in PICTURE_COLUMNS if name in columns]
    ids = [pl.col(name).is_in(getattr(known, of)) for name, of in _ROWS.items() if name in columns]
    if "recipe" in columns and known.pictures:
        named.append(pl.col("recipe").str.contains_any(sorted(known.pictures)))
    tests = [test.fill_null(False) for test in (*named, *ids)]
    return pl.any_horizontal(tests) if tests else pl.lit(False)


def _left_alone(variants: pl.DataFrame, known: Trace) -> set[str]:
    alone = variants.filter(
        pl.col("reference_variant").is_in(known.variants),
        ~pl.col("variant_id").is_in(known.variants),
    )
    return set(alone["variant_id"])


def _rows(path: Path, known: Trace) -> pl.DataFrame:
    scanned = pl.scan_parquet(path)
    columns = scanned.collect_schema().names()
    return scanned.filter(unwanted_rows(columns, known)).collect()


def _add(known: Trace, table: Table, found: pl.DataFrame) -> None:
    """What the rows concerned add: what they are, and the pictures that were made for them."""
    if found.is_empty():
        return
    known.sources |= set(found.select(pl.format("{}/{}", "benchmark", "source")).to_series())
    if table.name == "single_food":
        known.pictures |= {*found["picture"].drop_nulls(), *found["cutout"].drop_nulls()}
        known.items |= set(found["item_id"])  # every mix with the dish shows the same
    elif table.name in _OF_VARIANTS:
        known.variants |= set(found["variant_id"])
        known.pictures |= set(found["picture"].drop_nulls())
        _add_edits(known, found)
        if table.name == "signpost_variants":  # the others are edited from the original
            known.items |= set(found.filter(variant="original")["group_id"])
    elif table.name == "signpost_items":  # its views go together
        known.items |= set(found["group_id"])
        known.pictures |= set(found["picture"])
    elif table.name in ("items", "cues"):
        of = getattr(known, table.name)
        of |= set(found[f"{table.name.removesuffix('s')}_id"])
        if table.name == "items":  # a mix names the pictures of both its dishes
            known.pictures |= set(found.filter(benchmark="culture_mix")["picture"])


def _add_edits(known: Trace, found: pl.DataFrame) -> None:
    """What an editor gave before a mask cut it, and what an API gave before it was framed."""
    if "unblended" in found.columns:
        known.pictures |= set(found["unblended"].drop_nulls())
    if "record" in found.columns:
        records = set(found["record"].drop_nulls())
        given = (json.loads(record)["notes"].get("output") for record in records)
        known.records |= records
        known.pictures |= {str(output) for output in given if output}
