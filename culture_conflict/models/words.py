"""Small turns of phrase that error messages share."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = ["counted", "did_you_mean", "listed"]


def counted(number: int, noun: str) -> str:
    """`1 request`, `2 requests`."""
    return f"{number:,} {noun}" + "s" * (number != 1)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` (did you mean `x`?)` where a known word is close, else nothing."""
    close = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean `{close[0]}`?)" if close else ""


def listed(words: Iterable[str]) -> str:
    """The words in order, or `none`."""
    return ", ".join(sorted(words)) or "none"
