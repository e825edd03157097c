"""How large and how many the pictures of a built source are, and the ids their recipes give."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from culture_conflict.pictures.encode import EncodeSettings

__all__ = ["Amounts", "MixSettings", "amounts_of", "as_json", "seed_of"]


@dataclass(frozen=True)
class MixSettings:
    """Pixels of a picture of one dish (`side`), of one before a place (`scene`); one encoder."""

    side: int = 512
    scene: int = 640
    encode: EncodeSettings = field(default_factory=EncodeSettings)

    def recipe(self) -> dict[str, Any]:
        """These settings as a part of a picture's recipe."""
        return {"encode": self.encode.recipe(), "side": self.side, "scene": self.scene}


@dataclass(frozen=True)
class Amounts:
    """How many pictures a source gets (Table 1, ruling 24).

    Pairs per dish and distance class; backgrounds per continent and kind for one dish (5 make 50
    pictures) and for a pair (1 makes 10); `mfb_most` caps the latter.
    """

    same_country: int = 1
    same_continent: int = 1
    other_continent: int = 2
    sfb_per_cell: int = 5
    mfb_per_cell: int = 1
    mfb_most: int = 10

    def pairs(self) -> dict[str, int]:
        """Pairs per dish by distance class."""
        return {
            "same_country": self.same_country,
            "same_continent": self.same_continent,
            "other_continent": self.other_continent,
        }


def amounts_of(kind: str) -> Amounts:
    """The paper's amounts; the embedded sample has one pair a class and two places a pair."""
    return Amounts(other_continent=1, mfb_most=2) if kind == "sample" else Amounts()


def seed_of(*parts: str | int) -> int:
    """A seed below 2**31 that depends on nothing but the parts."""
    text = json.dumps(parts, ensure_ascii=False)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") >> 1


def as_json(value: Mapping[str, Any]) -> str:
    """The one way a recipe is written."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
