"""Which parser read an answer: its name, and a hash of the code and word lists it consists of."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from culture_conflict.tables.fingerprint import fingerprint

__all__ = ["PARTS", "parser_id"]

_NAME = "confused_tourist"
_DIGITS = 12
_PACKAGE = Path(__file__).parents[2]

# Below the package; a test compares them with what `parsing` imports.
PARTS = (
    *(
        f"benchmarks/confused_tourist/{name}"
        for name in (
            "parsing.py",
            "claims.py",
            "cleaning.py",
            "labels.py",
            "labels.csv",
            "lines.py",
            "prose.py",
            "reading.py",
            "unwilling.py",
            "unwilling.csv",
            "wording.py",
        )
    ),
    "places/countries.py",
    "places/countries.csv",
    "places/names.csv",
    "places/normalize.py",
    "places/phrases.csv",
    "places/words.py",
)


@cache
def parser_id() -> str:
    """`confused_tourist-` and the first 12 digits of the hash; another parser has another."""
    return f"{_NAME}-{fingerprint(_PACKAGE, PARTS)[:_DIGITS]}"
