"""Names compared by their character n-grams, and the alternatives in a name (ruling 5)."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from culture_conflict.places.words import normalize

__all__ = [
    "THRESHOLD",
    "TOLERANCE",
    "WEIGHTS",
    "alternatives",
    "best_similarity",
    "candidates",
    "prepared",
    "same_name",
    "similarity",
]

THRESHOLD = 0.4
TOLERANCE = 1e-12
WEIGHTS = ((2, 0.7), (1, 0.3))
_LEAST_LETTERS = 3
# What parts a name, and what is left in its place where a part is too short to stand alone.
_SEPARATORS = (
    (re.compile(r"[()\[\]\uff08\uff09\u3010\u3011]"), " "),
    (re.compile(r"\s+or\s+", re.IGNORECASE), " "),
    (re.compile(r"\s*[/\uff0f]\s*"), ""),
    (re.compile(r"\s*[,\uff0c\u3001]\s*"), " "),
)


def similarity(prediction: str, name: str, *, multiset: bool = False, fold: bool = False) -> float:
    """0.7 x bigram + 0.3 x unigram Jaccard of the whole strings, in [0, 1] (CultureMix, ruling 5).

    Spaces count, nothing is padded. Sets of n-grams, or with `multiset` their counts. Equal strings
    give 1, whatever their length; an empty one gives 0. `fold` (guarded) ignores diacritics and
    outer punctuation; without it only case, width and the number of spaces are ignored.
    """
    one, other = prepared(prediction, fold), prepared(name, fold)
    if not one or not other:
        return 0.0
    if one == other:
        return 1.0
    return sum(weight * _jaccard(one, other, n, multiset) for n, weight in WEIGHTS)


def alternatives(name: str) -> list[str]:
    """The names that one truth lists, parted by brackets, ` or `, `/` and commas, in order.

    A part under three letters cancels its split, whose separators are then taken out: `E/ku/ru` is
    `Ekuru`. A name that lists nothing is its own only alternative.
    """
    parts = [name.strip()]
    for separator, instead in _SEPARATORS:
        parts = [piece for part in parts for piece in _parted(part, separator, instead)]
    return list(dict.fromkeys(parts))


def best_similarity(
    prediction: str, names: Iterable[str], *, multiset: bool = False, fold: bool = False
) -> float:
    """The highest similarity to any name or to any of its alternatives; 0 without names."""
    return max(
        (
            similarity(prediction, each, multiset=multiset, fold=fold)
            for name in names
            for each in candidates(name)
        ),
        default=0.0,
    )


def same_name(
    prediction: str,
    names: Iterable[str],
    *,
    threshold: float = THRESHOLD,
    multiset: bool = False,
    fold: bool = False,
) -> bool:
    """Whether the best similarity reaches the threshold (within 1e-12)."""
    best = best_similarity(prediction, names, multiset=multiset, fold=fold)
    return best >= threshold - TOLERANCE


def candidates(name: str) -> Iterator[str]:
    """The whole name, then its alternatives: an answer may match any of them."""
    yield name
    yield from alternatives(name)


def _parted(part: str, separator: re.Pattern[str], instead: str) -> list[str]:
    pieces = [piece for found in separator.split(part) if (piece := found.strip())]
    if len(pieces) > 1 and any(_letters(piece) < _LEAST_LETTERS for piece in pieces):
        return [" ".join(instead.join(pieces).split())]
    return pieces or [part]


def _letters(text: str) -> int:
    return sum(unicodedata.category(character)[0] == "L" for character in text)


@lru_cache(maxsize=65_536)
def prepared(text: str, fold: bool) -> str:
    """The text whose n-grams are compared; `fold` is that of `similarity`."""
    if fold:
        return normalize(text, fold=True)
    plain = unicodedata.normalize("NFKC", text).casefold().replace("i\u0307", "i")
    return " ".join(unicodedata.normalize("NFKC", plain).split())


def _jaccard(one: str, other: str, n: int, multiset: bool) -> float:
    a, b = _grams(one, n), _grams(other, n)
    if not multiset:
        a, b = Counter(set(a)), Counter(set(b))
    either = (a | b).total()
    return (a & b).total() / either if either else 0.0


def _grams(text: str, n: int) -> Counter[str]:
    return Counter(text[at : at + n] for at in range(len(text) - n + 1))
