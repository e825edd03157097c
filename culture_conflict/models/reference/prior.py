"""`reference-prior`: looks at nothing but the prompt."""

from __future__ import annotations

import re
from collections.abc import Mapping

from culture_conflict.models.protocol import Request, Scalar
from culture_conflict.models.reference.base import UNKNOWN, Reference
from culture_conflict.models.reference.streets import FIXED, street_fields

__all__ = ["CONSTANTS", "Prior", "guess"]

# One guess per category, whatever the picture shows: things that come to many a mind first.
CONSTANTS: Mapping[str, tuple[str, str]] = {
    "cuisine": ("sushi", "Japan"),
    "attire": ("kimono", "Japan"),
    "music": ("guitar", "Spain"),
}
_WORDS = {
    "cuisine": "dish|dishes|food|foods|cuisine|meal|meals",
    "attire": "attire|garment|garments|clothing|clothes|costume|costumes|dress",
    "music": "music|musical|instrument|instruments",
}
_CATEGORY = re.compile(
    r"\b(?:" + "|".join(f"(?P<{name}>{words})" for name, words in _WORDS.items()) + r")\b",
    re.IGNORECASE,
)


def guess(prompt: str) -> tuple[str, str]:
    """The constant of the first category word in a prompt, else `unknown` twice."""
    found = _CATEGORY.search(prompt)
    return CONSTANTS[str(found.lastgroup)] if found else (UNKNOWN, UNKNOWN)


class Prior(Reference):
    """Answers with the constant of the first category word in the prompt; of a scene, one place."""

    name = "reference-prior"

    @property
    def parameters(self) -> Mapping[str, Scalar]:
        """The constants, since the answers are made of them."""
        items = {name: f"{item}, {country}" for name, (item, country) in CONSTANTS.items()}
        return {**items, "scene": f"{FIXED.name}, {FIXED.country}"}

    def answer(self, request: Request) -> tuple[str, str]:
        """The constant; `unknown` where the prompt names no category."""
        return guess(request.prompt)

    def fields(self, request: Request) -> Mapping[str, str | float]:
        """The one place where the prompt is about a street scene, else the constant."""
        filled = street_fields(request, FIXED, trusts="scene")
        return super().fields(request) if filled is None else filled
