"""Three texts in place of one: Similar, Random, Adversarial, and what must hold of them (§4).

Ruling 21. Whoever made the texts (the gazetteer, a model, a published data set), they are checked
here; what is wrong is said in words that the table keeps.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from culture_conflict.places.countries import country
from culture_conflict.places.gazetteer import Place, continent_of, named_places
from culture_conflict.places.normalize import normalize
from culture_conflict.places.scripts import script_of

__all__ = [
    "KINDS",
    "Checked",
    "Diversity",
    "Span",
    "Triple",
    "check",
    "diversity",
    "random_geocodes",
]

KINDS = ("similar", "random", "adversarial")
MIN_POPULATION = 15_000

_TIMES_LONGER = 2
_MORE_LETTERS = 6
_FEWEST_FOR_ALARM = 10
_ALARMING_SHARE = 0.2


@dataclass(frozen=True)
class Span:
    """A text to be replaced, and where its picture was taken (alpha-3; None = not known).

    `beside` are the other texts of the picture that may be replaced with it.
    """

    span_id: str
    text: str
    country: str | None
    beside: tuple[str, ...] = ()


@dataclass(frozen=True)
class Triple:
    """The texts that take a span's place."""

    similar: str
    random: str
    adversarial: str


@dataclass(frozen=True)
class Checked:
    """What is wrong with a triple (nothing = accepted), and what is known of its places.

    `other_continent` is None where the adversarial place or the source's country isn't known.
    """

    faults: tuple[str, ...]
    place: Place | None
    continent: str | None
    other_continent: bool | None
    random_geocodes: bool

    @property
    def accepted(self) -> bool:
        return not self.faults


@dataclass(frozen=True)
class Diversity:
    """How often the commonest text was given; `alarm` is `diversity` where that is too often."""

    n: int
    top_text: str | None
    top_share: float | None
    alarm: str | None


def check(span: Span, triple: Triple) -> Checked:
    """Faults of form, of meaning and of place (ruling 21).

    All three texts stand on one line, are not empty, differ from the native text, from those beside
    it and from each other, and are at most twice as long (or six letters longer). Similar keeps the
    native script.
    The adversarial place, where the gazetteer knows it, lies on another continent. A Random text
    that is itself a city is noted, not refused: the gazetteer maker redraws it.
    """
    found = named_places(triple.adversarial)
    place = found[0] if found else None
    apart = _other_continent(span, place)
    faults = [*_form(span, triple)]
    if not faults:
        faults += _script(span, triple)
    if apart is False and place:
        faults.append(
            f"adversarial names {place.name} ({place.country}), on the source's continent"
        )
    continent = continent_of(place) if place else None
    return Checked(tuple(faults), place, continent, apart, random_geocodes(triple.random))


def random_geocodes(text: str) -> bool:
    """Whether the whole text is a city of 15,000 people and more, or a country (ruling 21)."""
    return any(
        place.kind == "country" or place.population >= MIN_POPULATION
        for place in named_places(text)
    )


def diversity(texts: Sequence[str]) -> Diversity:
    """The share of the commonest text among those given, compared without case and accents.

    More than a fifth of at least ten texts is alarming: one model of the paper gave the same
    adversarial text to 84.5 % of the pictures (Appendix B).
    """
    counts = Counter(normalize(text, fold=True) for text in texts)
    if not counts:
        return Diversity(0, None, None, None)
    top, times = counts.most_common(1)[0]
    share = times / len(texts)
    alarming = len(texts) >= _FEWEST_FOR_ALARM and share > _ALARMING_SHARE
    shown = next(text for text in texts if normalize(text, fold=True) == top)
    return Diversity(len(texts), shown, share, "diversity" if alarming else None)


def _form(span: Span, triple: Triple) -> Iterator[str]:
    texts = {"native": span.text, **{kind: getattr(triple, kind) for kind in KINDS}}
    plain = {kind: normalize(text, fold=True) for kind, text in texts.items()}
    for kind in KINDS:
        if not plain[kind]:
            yield f"empty {kind}"
        elif any(unicodedata.category(c) in ("Cc", "Zl", "Zp") for c in texts[kind]):
            yield f"{kind} holds a line break or control character"
        elif len(texts[kind]) > _longest(span.text):
            yield f"{kind} is too long: {len(texts[kind])} letters for {len(span.text)}"
    around = {normalize(text, fold=True) for text in span.beside}
    for kind in KINDS:
        if plain[kind] and plain[kind] in around:
            yield f"{kind} repeats another text of the picture"
    for one, other in combinations(texts, 2):
        if plain[one] and plain[one] == plain[other]:
            yield f"{other} equals {'the native text' if one == 'native' else one}"


def _longest(native: str) -> int:
    return max(_TIMES_LONGER * len(native), len(native) + _MORE_LETTERS)


def _script(span: Span, triple: Triple) -> Iterator[str]:
    native, similar = script_of(span.text), script_of(triple.similar)
    related = {native, similar} <= {"Han", "Kana"}
    if native is not None and similar != native and not related:
        yield f"similar is written in {similar}, the native text in {native}"


def _other_continent(span: Span, place: Place | None) -> bool | None:
    if place is None or span.country is None:
        return None
    return continent_of(place) != country(span.country).continent
