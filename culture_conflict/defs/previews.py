"""What an asset shows of its work: a few rows, a contact sheet, counts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import dagster as dg
import polars as pl

from culture_conflict.pictures.store import PictureStore

__all__ = [
    "MAX_BYTES",
    "counts",
    "in_words",
    "noted",
    "picture_preview",
    "sheet",
    "spans_preview",
    "table_preview",
]

MAX_BYTES = 180_000
"""What one sheet may take of the 200 KB that an asset shows; two of them share it."""

_ROWS = 8
_CHARACTERS = 80
_OUTLINED = "Usable texts are outlined; below: tier, the rule that decided it, scene."


def table_preview(frame: pl.DataFrame, rows: int = _ROWS) -> dg.TableMetadataValue:
    """The first rows, long cells cut."""
    columns = [dg.TableColumn(name, str(dtype)) for name, dtype in frame.schema.items()]
    records = [
        dg.TableRecord({name: _cell(value) for name, value in row.items()})
        for row in frame.head(rows).to_dicts()
    ]
    return dg.MetadataValue.table(records, schema=dg.TableSchema(columns=columns))


def _cell(value: object) -> str | int | float | bool | None:
    if value is None or isinstance(value, (int, float, bool)):
        return value
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _CHARACTERS else text[: _CHARACTERS - 1] + "…"


def counts(frame: pl.DataFrame, column: str) -> dict[str, int]:
    """How often each value occurs, most frequent first."""
    table = frame.group_by(column).len().sort("len", column, descending=[True, False])
    return {str(value): count for value, count in table.iter_rows()}


def in_words(counted: Mapping[str, int]) -> str:
    """What was counted, for a line of the log: "3 no text, 2 too small"."""
    said = ", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in counted.items())
    return said or "none"


def noted(notes: Sequence[str]) -> dict[str, str]:
    """What a source said while it was read, if it said anything."""
    return {"notes": "; ".join(notes)} if notes else {}


def picture_preview(
    rows: pl.DataFrame,
    pictures: PictureStore,
    caption: str,
    *,
    credited: pl.DataFrame | None = None,
    told: str = "",
    columns: int = 5,
    max_bytes: int = MAX_BYTES,
) -> dg.MarkdownMetadataValue:
    """A contact sheet of the rows' pictures, with their authors and licences.

    Where the rows themselves have no author and licence, `credited` has them. A row without a
    picture is an empty place.
    """
    shown = rows.select("picture", caption).iter_rows()
    entries = [
        (pictures.get(picture) if picture else None, str(text or "")) for picture, text in shown
    ]
    whom = rows if credited is None else credited
    return sheet(entries, whom, told, columns=columns, max_bytes=max_bytes)


def spans_preview(
    screenings: pl.DataFrame, spans: pl.DataFrame, items: pl.DataFrame, pictures: PictureStore
) -> dg.MarkdownMetadataValue:
    """The same of street scenes, usable texts outlined, with the tier and its rule below."""
    from culture_conflict.pictures.outlines import outlined

    ranked = spans.filter(pl.col("span_rank").is_not_null()).sort("span_rank")
    columns = ("group_id", "picture", "tier", "tier_rule", "external_id")
    entries = []
    for group, picture, *words in screenings.select(columns).iter_rows():
        quads = ranked.filter(group_id=group)["quad"].drop_nulls().to_list()
        entries.append((outlined(pictures.get(picture), quads), " ".join(words)))
    shown = items.filter(pl.col("group_id").is_in(screenings["group_id"].implode()))
    return sheet(entries, shown, _OUTLINED)


def sheet(
    entries: Sequence[tuple[bytes | None, str]],
    credited: pl.DataFrame,
    told: str = "",
    *,
    columns: int = 5,
    max_bytes: int = MAX_BYTES,
) -> dg.MarkdownMetadataValue:
    """Pictures with captions on one sheet; `credited` has the columns author and licence."""
    from culture_conflict.pictures.contact_sheet import Entry, as_markdown, contact_sheet

    made = contact_sheet([Entry(*entry) for entry in entries], columns=columns, max_bytes=max_bytes)
    named = credited.select("author", "licence").unique().drop_nulls("licence")
    credit = named.sort("author", "licence").rows()
    names = "; ".join(f"{author or 'unknown'} ({licence})" for author, licence in credit)
    return dg.MetadataValue.md(as_markdown(made, names, told))
