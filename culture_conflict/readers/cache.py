"""Readings kept by picture and reader, so that a picture is read once (its bytes never change)."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from threading import get_ident

from culture_conflict.readers.protocol import Reading, readings_of

__all__ = ["ReadingCache"]


class ReadingCache:
    """One small JSON file per picture and reader's record; a broken one is read anew."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def get(self, picture: str, record: str) -> list[Reading] | None:
        """What this reader read in the picture of this sha256; None = not yet."""
        try:
            kept = json.loads(self.path(picture, record).read_text(encoding="utf-8"))
            return readings_of(kept["readings"])
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return None

    def put(self, picture: str, record: str, readings: Sequence[Reading]) -> None:
        """Keep readings; a reader that ends halfway leaves no half file."""
        path = self.path(picture, record)
        path.parent.mkdir(parents=True, exist_ok=True)
        rows = [(each.quad, each.text, each.confidence) for each in readings]
        text = json.dumps({"record": record, "readings": rows}, ensure_ascii=False)
        temporary = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}")
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)

    def path(self, picture: str, record: str) -> Path:
        """The file of one picture and reader; the picture's sha256 is in its name."""
        reader = hashlib.sha256(record.encode()).hexdigest()[:12]
        return self.root / picture[:2] / f"{picture}.{reader}.json"
