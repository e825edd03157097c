"""What a model is asked about a street scene (Appendix A, in our own words)."""

from __future__ import annotations

from pathlib import Path

from culture_conflict.benchmarks.prompts import PromptSet
from culture_conflict.benchmarks.signpost.parsing import ASKS

__all__ = ["PROMPTS"]

PROMPTS = PromptSet(Path(__file__).parent / "prompts", asks=tuple(ASKS))
