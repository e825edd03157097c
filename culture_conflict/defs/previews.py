"""What an asset shows of its work: a few rows, a contact sheet, counts."""

from __future__ import annotations

import json

import dagster as dg
import polars as pl

from culture_conflict.pictures.store import PictureStore

__all__ = ["counts", "lineage_preview", "picture_preview", "spans_preview", "table_preview"]

_ROWS = 8
_CHARACTERS = 80


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


def picture_preview(
    rows: pl.DataFrame, pictures: PictureStore, caption: str
) -> dg.MarkdownMetadataValue:
    """A contact sheet (at most 200 KB) of the rows' pictures, with their authors and licences."""
    from culture_conflict.pictures.contact_sheet import Entry, as_markdown, contact_sheet

    shown = rows.select("picture", caption).iter_rows()
    entries = [Entry(pictures.get(picture), str(text)) for picture, text in shown]
    return dg.MetadataValue.md(as_markdown(contact_sheet(entries), _credit(rows)))


def spans_preview(
    screenings: pl.DataFrame, spans: pl.DataFrame, items: pl.DataFrame, pictures: PictureStore
) -> dg.MarkdownMetadataValue:
    """The same of street scenes, usable texts outlined, with the tier and its rule below."""
    from culture_conflict.pictures.contact_sheet import Entry, as_markdown, contact_sheet
    from culture_conflict.pictures.outlines import outlined

    ranked = spans.filter(pl.col("span_rank").is_not_null()).sort("span_rank")
    columns = ("group_id", "picture", "tier", "tier_rule", "external_id")
    entries = []
    for group, picture, *words in screenings.select(columns).iter_rows():
        quads = ranked.filter(group_id=group)["quad"].drop_nulls().to_list()
        entries.append(Entry(outlined(pictures.get(picture), quads), " ".join(words)))
    shown = items.filter(pl.col("group_id").is_in(screenings["group_id"].implode()))
    return dg.MetadataValue.md(as_markdown(contact_sheet(entries), _credit(shown)))


def _credit(rows: pl.DataFrame) -> str:
    credit = rows.select("author", "licence").unique().sort("author", "licence").rows()
    return "; ".join(f"{author or 'unknown'} ({licence})" for author, licence in credit)


def lineage_preview(
    mixed_images: pl.DataFrame, items: pl.DataFrame, pictures: PictureStore, foods: int = 4
) -> dg.MarkdownMetadataValue:
    """A line per target food, from alone to before a place beside another (SF, MF, SFB, MFB)."""
    from culture_conflict.pictures.contact_sheet import Entry, as_markdown, contact_sheet

    own = mixed_images.filter(pl.col("control").is_null(), pl.col("augmentation") == 0)
    whole = own.group_by("item_id").agg(pl.col("subtask").n_unique()).sort("item_id")
    best = whole.sort("subtask", "item_id", descending=[True, False])["item_id"].head(foods)
    rows = [
        own.filter(item_id=item, subtask=subtask).head(1)
        for item in best
        for subtask in ("sf", "mf", "sfb", "mfb")
    ]
    shown = pl.concat([own.clear(), *rows]).select("picture", "external_id").iter_rows()
    entries = [Entry(pictures.get(picture), name) for picture, name in shown]
    return dg.MetadataValue.md(as_markdown(contact_sheet(entries, columns=4), _credit(items)))
