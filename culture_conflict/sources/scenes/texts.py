"""Replacement texts that a data set publishes: one row a span, with the seed that drew it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import polars as pl

from culture_conflict.errors import RegistryError
from culture_conflict.sources.folder.checking import Faults, Rejects
from culture_conflict.sources.folder.items import safe_file
from culture_conflict.sources.folder.rows import RawRow, RawTable, RowError, printable, text_of
from culture_conflict.sources.folder.tables import read_table
from culture_conflict.sources.scenes.settings import SceneSettings
from culture_conflict.sources.source import Source
from culture_conflict.tables.given_texts import GIVEN_TEXTS

__all__ = ["given_texts_of"]

_USUAL: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "external_id": ("external_id", "IMG_ID", "id", "image_id", "panoid"),
        "native": ("native", "original", "original_text", "text"),
        "similar": ("similar",),
        "random": ("random",),
        "adversarial": ("adversarial",),
        "seed": ("seed", "synthesis_seed"),
        "span_rank": ("span_rank", "rank"),
        "quad": ("quad", "corners", "box"),
    }
)
_NEEDED = ("external_id", "native", "similar", "random", "adversarial")


def given_texts_of(
    source: Source,
    folder: Path,
    settings: SceneSettings,
    groups: Mapping[str, str],
    rejects: Rejects,
) -> pl.DataFrame:
    """GIVEN_TEXTS of the scenes in `groups` (external_id to group_id); none without `texts:`.

    Rows that can't be used, and rows of scenes that aren't there, go to `rejects`.

    Raises:
        RegistryError: the table can't be read or lacks a column.
    """
    if settings.texts is None:
        return GIVEN_TEXTS.empty()
    known = [name for names in _USUAL.values() for name in names]
    path = safe_file(folder, settings.texts)
    table = read_table(path, encoding=settings.encoding, separator=settings.separator, known=known)
    columns = _columns(path, table)
    rows: list[dict[str, object]] = []
    ranks: Counter[str] = Counter()
    taken: set[tuple[str, int]] = set()
    for raw in table:
        faults, name = Faults(), ""
        with faults.noted():
            name = _text(raw, columns, "external_id")
            row = _row(source, raw, columns, groups)
            ranks[name] += 1
            rank = _number(_text(raw, columns, "span_rank"), "span_rank", 1) or ranks[name]
            if (name, rank) in taken:
                faults.add("duplicate", f"its scene has a text of rank {rank} already")
            else:
                taken.add((name, rank))
                rows.append({**row, "span_rank": rank})
        if faults:
            rejects.add(table.file, raw.number, name or None, faults)
    return GIVEN_TEXTS.validate(GIVEN_TEXTS.frame(rows))


def _columns(path: Path, table: RawTable) -> dict[str, str]:
    found = {
        name: next((one for one in usual if one in table.columns), "")
        for name, usual in _USUAL.items()
    }
    if lacking := [name for name in _NEEDED if not found[name]]:
        raise RegistryError(
            f"{path}: expected columns {', '.join(_NEEDED)}; {', '.join(lacking)} missing from "
            f"{', '.join(map(repr, map(printable, table.columns[:40])))}. Rename its columns."
        )
    return {name: theirs for name, theirs in found.items() if theirs}


def _text(raw: RawRow, columns: Mapping[str, str], name: str) -> str:
    if raw.error is not None:
        raise raw.error
    return text_of(raw.cells.get(columns[name])) if name in columns else ""


def _row(
    source: Source, raw: RawRow, columns: Mapping[str, str], groups: Mapping[str, str]
) -> dict[str, object]:
    texts = {name: _text(raw, columns, name) for name in _NEEDED}
    if lacking := [name for name, text in texts.items() if not text]:
        raise RowError("empty", f"no {', '.join(lacking)}")
    if texts["external_id"] not in groups:
        raise RowError("unknown_scene", "no usable scene has this external_id")
    return {
        "benchmark": source.benchmark,
        "source": source.name,
        "group_id": groups[texts["external_id"]],
        **texts,
        "seed": _number(_text(raw, columns, "seed"), "seed", 0),
        "quad": _quad(raw.cells.get(columns["quad"])) if "quad" in columns else None,
    }


def _number(text: str, name: str, least: int) -> int | None:
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or not least <= int(text) < 2**63:
        raise RowError("number", f"{name}: expected a whole number from {least}, got {text[:40]!r}")
    return int(text)


def _quad(cell: object) -> list[float] | None:
    """Four corners, made clockwise: a list of eight numbers or four pairs, or such a JSON text."""
    try:
        value: Any = json.loads(cell) if isinstance(cell, str) and cell.strip() else cell
        if value in (None, ""):
            return None
        flat = [part for each in value for part in (each if isinstance(each, list) else [each])]
        numbers = [float(part) for part in flat]
    except (ValueError, TypeError, RecursionError) as error:
        raise RowError("quad", "expected four corners as JSON, [[x, y], ...]") from error
    if len(numbers) != 8 or not all(abs(each) < 1e6 for each in numbers):
        raise RowError("quad", f"expected four corners in pixels, got {len(numbers)} numbers")
    return _clockwise(numbers)


def _clockwise(flat: list[float]) -> list[float]:
    """The same corners, the first one kept; anticlockwise ones would have letters mirrored."""
    x1, y1, x2, y2, x3, y3, x4, y4 = flat
    twice_area = (x3 - x1) * (y4 - y2) - (x4 - x2) * (y3 - y1)
    return flat if twice_area >= 0 else [x1, y1, x4, y4, x3, y3, x2, y2]
