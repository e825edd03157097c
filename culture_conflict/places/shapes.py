"""Outlines of countries for maps, and which countries are too small to have one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["outlined", "world"]


def world() -> dict[str, Any]:
    """TopoJSON at 1:110m, object `countries`, each geometry's id an alpha-3 code."""
    path = Path(__file__).with_name("world_110m.json")
    topology: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return topology


@cache
def outlined() -> frozenset[str]:
    """Alpha-3 codes of the countries that have an outline; the others are drawn as circles."""
    return frozenset(shape["id"] for shape in world()["objects"]["countries"]["geometries"])
