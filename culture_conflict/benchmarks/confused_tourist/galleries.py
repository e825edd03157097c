"""What the reference models may know beforehand, drawn from the embedded sample."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from culture_conflict.benchmarks.galleries import known_half, texts_of
from culture_conflict.models.providers import Example, Flag, Galleries, Gallery

if TYPE_CHECKING:
    from culture_conflict.home import Home

__all__ = ["sample_galleries"]

# Drawn with the flag of the state they belong to, so that they come last.
_BORROWED = ("BVT", "HMD", "MAF", "SJM", "UMI")


def sample_galleries(home: Home) -> Galleries:
    """The flags of every country, the training half of the sample's items, and a reader."""
    from culture_conflict.sources.sample.read import sample_version

    version = sample_version()
    return Galleries(
        flags=lambda: Gallery(f"sample {version}, flags of all countries", _flags),
        training=lambda: Gallery(f"sample {version}, training half", _training_half),
        texts=lambda: texts_of(home),
    )


def _flags() -> Sequence[Flag]:
    from culture_conflict.places.countries import countries
    from culture_conflict.sources.sample.draw import draw_cue, flag_code, has_drawing

    order = sorted(countries().values(), key=lambda c: (c.iso3 in _BORROWED, c.iso3))
    codes = [(country.name, flag_code(country.iso2)) for country in order]
    return [Flag(name, draw_cue(code)) for name, code in codes if has_drawing(code)]


def _training_half() -> Sequence[Example]:
    from culture_conflict.sources.sample.draw import draw_item

    return known_half(draw_item)
