"""Lines of JSON and CSV as cells, or as the reason why they hold none."""

from __future__ import annotations

import codecs
import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from culture_conflict.errors import AnswersError
from culture_conflict.models.entry import well_formed
from culture_conflict.models.words import did_you_mean

__all__ = ["Cells", "csv_lines", "json_lines", "require_columns"]

_DELIMITERS = (",", ";", "\t", "|")
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


@dataclass(frozen=True)
class Cells:
    """The cells of the line with this number, or why it can't be used."""

    number: int
    cells: dict[str, str | None] | None
    reject: str | None = None


def require_columns(path: Path, wanted: set[str], present: set[str]) -> None:
    """Refuse a file that lacks a column.

    Raises:
        AnswersError: it names the column and those there are.
    """
    for name in sorted(wanted - present):
        have = ", ".join(sorted(present)[:30]) or "none"
        raise AnswersError(
            f"{path}: there is no column `{name}`{did_you_mean(name, present)}. Columns: {have}. "
            "Name one of these."
        )


def json_lines(path: Path, encoding: str, wanted: set[str]) -> list[Cells]:
    """One object per line; nested values stay JSON. A torn or bad line is a reject.

    Raises:
        AnswersError: the text is not in the encoding, or no line has one of the wanted fields.
    """
    # Other line ends than the newline may stand inside a JSON text.
    lines = _text(path, encoding).split("\n")
    found = [
        _object(number, line, last=number == len(lines))
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]
    require_columns(path, wanted, {name for each in found for name in each.cells or ()})
    return found


def csv_lines(path: Path, encoding: str, wanted: set[str]) -> list[Cells]:
    """Rows below a header; the separator is the one that finds the wanted columns in it.

    `number` is the line on which the row begins. A row with too many or too few cells, or with an
    open quote, is a reject.

    Raises:
        AnswersError: the text is not in the encoding, or the header lacks a column or has it twice.
    """
    text = _text(path, encoding)
    reader = csv.reader(text.splitlines(keepends=True), strict=True, delimiter=_sep(text, wanted))
    header = [name.strip() for name in _first(reader)]
    twice = sorted(name for name in wanted if header.count(name) > 1)
    if twice:
        raise AnswersError(f"{path}: column `{twice[0]}` stands twice. Rename one of them.")
    require_columns(path, wanted, set(header))
    return list(_rows(reader, header))


def _rows(reader: Any, header: list[str]) -> Iterator[Cells]:
    while True:
        first = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            through = f" (lines {first} to {reader.line_num})" if reader.line_num > first else ""
            yield Cells(first, None, f"is no CSV{through}: {error}")
            continue
        if len(row) == len(header):
            yield Cells(first, dict(zip(header, row, strict=True)))
        elif row:
            yield Cells(first, None, f"has {len(row)} cells, expected {len(header)}")


def _first(reader: Iterator[list[str]]) -> list[str]:
    try:
        return next(reader, [])
    except csv.Error:
        return []


def _sep(text: str, wanted: set[str]) -> str:
    """The separator whose header holds most of the wanted columns; a comma where none does."""
    first = text.partition("\n")[0].rstrip("\r")

    def found(delimiter: str) -> int:
        header = _first(csv.reader([first], delimiter=delimiter))
        return len(wanted & {name.strip() for name in header})

    return max(_DELIMITERS, key=found)


def _object(number: int, line: str, *, last: bool) -> Cells:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        what = "is cut off" if last else "is no JSON"
        return Cells(number, None, f"{what} ({error})")
    if not isinstance(value, dict):
        return Cells(number, None, f"is a {type(value).__name__}, expected one object per line")
    return Cells(number, {name: _cell(it) for name, it in value.items()})


def _cell(value: Any) -> str | None:
    """As text; half a surrogate pair, which JSON can spell, is mended as in answers received."""
    text = (
        value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    )
    return well_formed(text)


def _text(path: Path, encoding: str) -> str:
    try:
        data = path.read_bytes()
        marked = next((name for mark, name in _MARKS.items() if data.startswith(mark)), None)
        return data.decode(marked or encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise AnswersError(
            f"{path}, line {line}: is not {marked or encoding} (byte {error.start}). Save it as "
            "UTF-8, or name its encoding, e.g. `--encoding latin-1`."
        ) from error
    except LookupError as error:
        raise AnswersError(f"encoding {encoding!r} is unknown. Try utf-8 or latin-1.") from error
    except OSError as error:
        raise AnswersError(f"{path} can't be read ({error.strerror or error}).") from error
