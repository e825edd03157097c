"""Editors by key; each is a partition of what is edited."""

from __future__ import annotations

__all__ = ["EDITORS"]

EDITORS = ("local",)
