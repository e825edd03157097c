"""CSV as spreadsheets write it: any encoding that can be told, any of four separators."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path

from culture_conflict.errors import RegistryError
from culture_conflict.sources.folder.rows import RawRow, RawTable, RowError, printable

__all__ = ["SEPARATORS", "decode", "read_csv"]

SEPARATORS = {",": ",", ";": ";", "tab": "\t", "|": "|"}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_FIELD_LIMIT = 1_000_000
_HEADER = 10_000


def decode(data: bytes, encoding: str | None) -> tuple[str, str]:
    """The text and the name of its encoding.

    Raises:
        UnicodeDecodeError: the bytes are not in the encoding named or marked. Without either,
            bytes that are not UTF-8 become lone surrogates, which `text_of` refuses cell by cell.
    """
    marked = next((name for mark, name in _MARKS if data.startswith(mark)), None)
    if encoding is None and marked is None:
        return data.decode("utf-8", "surrogateescape"), "utf-8"
    name = marked or encoding or "utf-8"
    return data.decode(name).removeprefix("\ufeff"), name


def read_csv(
    path: Path, text: str, *, separator: str | None, known: Sequence[str], how: str
) -> RawTable:
    """The rows of a CSV's text, numbered as a spreadsheet does.

    Raises:
        RegistryError: there is no header, or a column stands twice in it.
    """
    if text[:4].lower() == "sep=" and text[5:6] in "\r\n":  # Excel's hint is no row
        separator, text = separator or _word(text[4]), text[5:].lstrip("\r\n")
    chosen = SEPARATORS.get(separator or "") or _separator(text, known)
    records = _records(text, chosen)
    header = next(records, [])
    columns = (
        tuple(printable(name.strip(), _HEADER) for name in header)
        if isinstance(header, list)
        else ()
    )
    twice = sorted({name for name in columns if name and columns.count(name) > 1})
    if not any(columns) or twice:
        what = f"the column {twice[0]!r} stands twice" if twice else "there is no header"
        raise RegistryError(f"{path}: expected a header with one name per column, but {what}.")
    rows = tuple(
        _row(number, columns, record)
        for number, record in enumerate(records, start=2)
        if isinstance(record, RowError) or any(cell.strip() for cell in record)
    )
    name = {"\t": "tab"}.get(chosen, chosen)
    return RawTable(path.name, columns, rows, f"CSV, {how}, separated by {name}")


def _word(letter: str) -> str | None:
    return next((word for word, sign in SEPARATORS.items() if sign == letter), None)


def _separator(text: str, known: Sequence[str]) -> str:
    """The separator whose header holds most of the known columns, then most columns."""
    names = frozenset(known)

    def found(separator: str) -> tuple[int, int]:
        header = next(_records(text, separator), [])
        cells = header if isinstance(header, list) else []
        return len(names & {cell.strip() for cell in cells}), len(cells)

    return max(SEPARATORS.values(), key=found)


def _records(text: str, separator: str) -> Iterator[list[str] | RowError]:
    csv.field_size_limit(_FIELD_LIMIT)
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator)
    while True:
        before = reader.line_num
        try:
            record = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield RowError("ragged", f"line {reader.line_num}: {error}")
            continue
        if reader.line_num - before > 1:
            record = _Spread(record, before + 1, reader.line_num)
        yield record


class _Spread(list[str]):
    """A record over several lines, which an open quote may have swallowed."""

    def __init__(self, cells: Sequence[str], first: int, last: int) -> None:
        super().__init__(cells)
        self.lines = f"; it spans lines {first} to {last}: is a quote left open?"


def _row(number: int, columns: tuple[str, ...], record: list[str] | RowError) -> RawRow:
    if isinstance(record, RowError):
        return RawRow(number, {}, record)
    cells = {name: cell for name, cell in zip(columns, record, strict=False) if name}
    surplus = [cell for cell in record[len(columns) :] if cell.strip()]
    if len(record) >= len(columns) and not surplus:
        return RawRow(number, cells)
    spread = record.lines if isinstance(record, _Spread) else ""
    what = f"expected {len(columns)} cells, got {len(record)}{spread}"
    return RawRow(number, cells, RowError("ragged", what))
