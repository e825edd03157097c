"""Short ids that depend on nothing but the parts they are made of."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

__all__ = ["as_json", "stable_id"]


def as_json(value: Mapping[str, Any]) -> str:
    """The one way a recipe is written: names sorted, no spaces, letters as they are."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def stable_id(*parts: str | float | bool | None) -> str:
    """The first 16 hexadecimal digits of the sha256 over the parts written as JSON.

    The same on every machine and in every version of Python; `("a", "b")` and `("ab",)` differ.
    """
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
