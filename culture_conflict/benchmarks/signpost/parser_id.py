"""Which parser read an answer: its name, and a hash of the code and word lists it consists of."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from culture_conflict.benchmarks.confused_tourist.parser_id import PARTS as SHARED
from culture_conflict.tables.fingerprint import fingerprint

__all__ = ["PARTS", "parser_id"]

_PACKAGE = Path(__file__).parents[2]

# Below the package; a test compares them with what `parsing` imports.
PARTS = (
    *SHARED,
    *(
        f"benchmarks/signpost/{name}"
        for name in (
            "parsing.py",
            "judgements.py",
            "judgement_fields.py",
            "judgement_words.py",
            "coordinates.py",
            "coordinate_objects.py",
            "coordinate_text.py",
            "coordinate_words.csv",
            "coordinate_layout.py",
            "coordinate_measures.py",
            "components.py",
            "angles.py",
        )
    ),
    "places/languages.py",
    "places/languages.csv",
)


@cache
def parser_id() -> str:
    """`signpost-` and the first 12 digits of the hash; another parser has another."""
    return f"signpost-{fingerprint(_PACKAGE, PARTS)[:12]}"
