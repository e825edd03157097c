"""What the reference models may know of dishes and places, drawn from the embedded sample."""

from __future__ import annotations

from dataclasses import replace

from culture_conflict.benchmarks.confused_tourist.galleries import sample_galleries
from culture_conflict.home import Home
from culture_conflict.models.providers import Galleries

__all__ = ["dish_galleries"]


def dish_galleries(home: Home) -> Galleries:
    """The training half of the sample's items; the dish is where the prompt points to."""
    return replace(sample_galleries(home), look="target")
