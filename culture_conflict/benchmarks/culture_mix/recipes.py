"""How large and how many the pictures of a built source are, and the ids their recipes give."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from culture_conflict.pictures.encode import EncodeSettings
from culture_conflict.sources.folder.amounts import Amounts
from culture_conflict.sources.folder.config import folder_settings
from culture_conflict.sources.source import Source

__all__ = ["Amounts", "MixSettings", "amounts_of", "seed_of"]


@dataclass(frozen=True)
class MixSettings:
    """Pixels of a picture of one dish (`side`), of one before a place (`scene`); one encoder."""

    side: int = 512
    scene: int = 640
    encode: EncodeSettings = field(default_factory=EncodeSettings)

    def recipe(self) -> dict[str, Any]:
        """These settings as a part of a picture's recipe."""
        return {"encode": self.encode.recipe(), "side": self.side, "scene": self.scene}


def amounts_of(source: Source) -> Amounts:
    """What its `source.yaml` says, else the paper's; of the sample fewer pairs and places.

    Raises:
        RegistryError: the settings can't be read.
    """
    if source.kind == "sample":
        return Amounts(other_continent=1, mfb_most=2)
    if source.kind == "folder" and source.folder is not None:
        return folder_settings(source.folder).amounts or Amounts()
    return Amounts()


def seed_of(*parts: str | int) -> int:
    """A seed below 2**31 that depends on nothing but the parts."""
    text = json.dumps(parts, ensure_ascii=False)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") >> 1
