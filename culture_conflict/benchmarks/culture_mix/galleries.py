"""What the reference models may know of dishes and places, drawn from the embedded sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from culture_conflict.benchmarks.confused_tourist.galleries import sample_galleries
from culture_conflict.benchmarks.galleries import known_half
from culture_conflict.home import Home
from culture_conflict.models.providers import Example, Flag, Galleries, Gallery

__all__ = ["dish_galleries"]


def dish_galleries(home: Home) -> Galleries:
    """The training half of the sample's dishes on plates, and its places.

    The dish is where the prompt points to.
    """
    from culture_conflict.sources.sample.mix import mix_sample_version

    version = mix_sample_version()
    return replace(
        sample_galleries(home),
        training=lambda: Gallery(f"culture_mix sample {version}, training half", _dishes),
        backgrounds=lambda: Gallery(f"culture_mix sample {version}, places", _places),
        look="target",
    )


def _places() -> Sequence[Flag]:
    from culture_conflict.places.countries import country
    from culture_conflict.sources.sample.mix import drawn_places

    return [Flag(country(code).name, picture) for code, picture in drawn_places()]


def _dishes() -> Sequence[Example]:
    from culture_conflict.sources.sample.dishes import draw_dish

    return known_half(draw_dish, "cuisine")
