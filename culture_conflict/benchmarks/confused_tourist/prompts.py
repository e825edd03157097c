"""What a model is asked about a dish, garment or instrument (§4.1, in our own words)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from culture_conflict.benchmarks.prompts import PromptSet

__all__ = ["CATEGORY_WORDS", "PROMPTS"]

CATEGORY_WORDS: Mapping[str, str] = MappingProxyType(
    {"cuisine": "dish", "attire": "garment", "music": "musical instrument"}
)

PROMPTS = PromptSet(Path(__file__).parent / "prompts", CATEGORY_WORDS)
