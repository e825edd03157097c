"""Rows as a table holds them, before anything is known of their meaning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from culture_conflict.errors import CultureConflictError

__all__ = ["RawRow", "RawTable", "RowError", "printable", "text_of"]

_CELL = 100_000


class RowError(CultureConflictError):
    """A row or one of its cells can't be used; `reason` is one word for the rejects table."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True)
class RawRow:
    """A row by its number and its cells by column; `error` where the row can't be read at all."""

    number: int
    cells: Mapping[str, object]
    error: RowError | None = None


@dataclass(frozen=True)
class RawTable:
    """A file's name, columns and rows; `how` says how it was read."""

    file: str
    columns: tuple[str, ...]
    rows: tuple[RawRow, ...]
    how: str

    def __iter__(self) -> Iterator[RawRow]:
        return iter(self.rows)


def text_of(value: object) -> str:
    """A cell as stripped text; null is empty.

    Raises:
        RowError: `not_text` for true, false and whatever is no text or number; `encoding` for
            text that no table can hold (bytes of another encoding, control characters).
    """
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise RowError("not_text", f"expected a text, got {value!r:.80}; write it in quotes")
    text = str(value).strip().removeprefix("\ufeff").strip()
    if len(text) > _CELL:
        raise RowError(
            "too_large", f"the cell has {len(text)} characters, at most {_CELL} are read"
        )
    if any(_unfit(letter) for letter in text):
        raise RowError(
            "encoding",
            f"{printable(text, 80)} is not UTF-8 text; save the file as UTF-8, or write "
            f"`encoding: windows-1252` (or what it is) into source.yaml",
        )
    return text


def printable(text: str, length: int = 300) -> str:
    """The text's beginning with whatever can't be printed or stored written as an escape."""
    shown = "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text[:length]
    )
    return shown + ("…" if len(text) > length else "")


def _unfit(letter: str) -> bool:
    """Half a surrogate pair (an undecodable byte) or a control character but tab and newline."""
    return "\ud800" <= letter <= "\udfff" or (letter < " " and letter not in "\t\n\r")
