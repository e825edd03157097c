"""Replacement texts without a model: names of the gazetteer and plain words, drawn by seed."""

from __future__ import annotations

import csv
import random
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType

from culture_conflict.benchmarks.signpost.replacements import (
    Span,
    Triple,
    check,
    random_geocodes,
)
from culture_conflict.benchmarks.signpost.spelling import SHOWS, SPELLING, best_name, cased, spelled
from culture_conflict.errors import CultureConflictError
from culture_conflict.places.countries import countries, country
from culture_conflict.places.gazetteer import (
    Place,
    all_names,
    cities_in,
    continent_of,
    name_key,
    named_places,
    names_in,
)
from culture_conflict.places.scripts import guess_language, script_of
from culture_conflict.tables.ids import stable_id

__all__ = ["MAKER", "CannotReplaceError", "replace_text"]

MAKER = "gazetteer"

_NEAREST = 12
_DRAWS = 40
_WELL_KNOWN = 1_000_000
_NOUN_FIRST = frozenset(("Arabic", "Hebrew", "Thai"))
# Which countries' names are tried where a picture's country isn't known.
_HOMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "zh": ("CHN", "TWN"),
        "ja": ("JPN",),
        "ko": ("KOR",),
        "th": ("THA",),
        "ru": ("RUS",),
        "uk": ("UKR",),
        "el": ("GRC",),
        "he": ("ISR",),
        "ar": ("EGY", "SAU", "MAR"),
        "fa": ("IRN",),
        "hi": ("IND",),
        "bn": ("BGD",),
        "ka": ("GEO",),
        "hy": ("ARM",),
        "vi": ("VNM",),
        "de": ("DEU", "AUT"),
        "fr": ("FRA",),
        "es": ("ESP", "MEX", "ARG"),
        "pt": ("BRA", "PRT"),
        "pl": ("POL",),
        "tr": ("TUR",),
        "cs": ("CZE",),
        "hu": ("HUN",),
        "sv": ("SWE",),
        "da": ("DNK",),
    }
)


class CannotReplaceError(CultureConflictError):
    """No replacement that keeps every rule was found; the message says which part failed."""


def replace_text(span: Span, *, seed: int) -> Triple:
    """Similar, Random and Adversarial for one span; the same seed gives the same texts.

    Similar is a city of the same country (or of the text's language) in the same script; Random
    joins two everyday words of that script and is never a place; Adversarial is a well-known city
    on another continent that is the first hit of its own name. Lengths and case follow the native
    text as far as the names allow.

    Raises:
        CannotReplaceError: no name or words for this script, country and length.
    """
    for turn in range(_DRAWS):
        draw = random.Random(stable_id(seed, span.span_id, span.text, turn))  # noqa: S311
        made = Triple(_similar(span, draw), _random(span, draw), _adversarial(span, draw))
        faults = check(span, made).faults
        if not faults:
            return made
    raise CannotReplaceError(
        f"span {span.span_id} ({span.text!r}): {'; '.join(faults)} in {_DRAWS} draws. "
        f"Give the texts yourself or ask a model for them."
    )


def _similar(span: Span, draw: random.Random) -> str:
    homes = _homes(span)
    script = script_of(span.text) or "Latin"
    told = [_keys_of(text) for text in (span.text, *span.beside)]
    own = [name for home in homes for name in _own_names(home, script)]
    names = [name for name in own if not any(_is_native(name, text) for text in told)]
    why = f"no city of {', '.join(homes) or 'its language'} in {script}"
    return cased(_pick(names, span, draw, why), span.text, homes[0])


def _homes(span: Span) -> tuple[str, ...]:
    """The picture's country, else those of the text's language that spell as the text does."""
    if span.country:
        return (span.country,)
    homes = _HOMES.get(guess_language(span.text) or "", ())
    fit = [home for home in homes if spelled([span.text], home)] or homes
    return tuple(home for home in fit if SPELLING.get(home) == SPELLING.get(fit[0]))


def _adversarial(span: Span, draw: random.Random) -> str:
    home = _homes(span)[0]  # Similar was found, so there is one
    own = country(home).continent
    names = _well_known(_foreign_script(span), own, home)
    names = names or _well_known("Latin", own, "")
    return cased(_pick(names, span, draw, "no well-known city on another continent"), span.text)


def _random(span: Span, draw: random.Random) -> str:
    script = _foreign_script(span)
    words = spelled(_word_pairs(script), _homes(span)[0])
    pairs = [text for text in words if not random_geocodes(text)]
    return cased(_pick(pairs, span, draw, f"no everyday words in {script}"), span.text)


def _foreign_script(span: Span) -> str:
    """The native text's script; Japan writes in Kana what is no name of its own."""
    script = script_of(span.text) or "Latin"
    return "Kana" if script == "Han" and span.country == "JPN" else script


def _pick(names: Sequence[str], span: Span, draw: random.Random, why: str) -> str:
    """One of the dozen names nearest in length."""
    if not names:
        raise CannotReplaceError(
            f"span {span.span_id} ({span.text!r}): {why}. Give the texts yourself or ask a model."
        )
    shuffled = sorted(names)
    draw.shuffle(shuffled)
    near = sorted(shuffled, key=lambda name: abs(len(name) - len(span.text)))[:_NEAREST]
    return draw.choice(near)


@lru_cache(maxsize=512)
def _keys_of(native: str) -> tuple[str, frozenset[str]]:
    """What a text is compared by, and every name of every place that has this name."""
    names = (name for place in named_places(native) for name in all_names(place))
    return name_key(native), frozenset(map(name_key, names))


def _is_native(name: str, native: tuple[str, frozenset[str]]) -> bool:
    """Whether a name is the native text's own place, or stands in it (`native`: `_keys_of`)."""
    key, (told, places) = name_key(name), native
    return key in told or told in key or key in places


@lru_cache(maxsize=512)
def _own_names(iso3: str, script: str) -> tuple[str, ...]:
    """The best name of each city of a country in one script."""
    names = (best_name(names_in(city, script), iso3) for city in cities_in(iso3))
    return tuple(dict.fromkeys(name for name in names if name))


@lru_cache(maxsize=64)
def _well_known(script: str, continent: str, spelling: str) -> tuple[str, ...]:
    """Names of large cities off a continent, all of whose bearers lie off it too."""
    names = []
    for iso3 in sorted(countries()):
        for city in cities_in(iso3):
            if city.population >= _WELL_KNOWN and continent_of(city) != continent:
                own = spelled(names_in(city, script), spelling)
                told = best_name(own, spelling) if spelling in SHOWS else next(iter(own), None)
                names += [told] if told and _leads(told, city) else []
    return tuple(name for name in dict.fromkeys(names) if _all_off(name, continent))


def _leads(name: str, city: Place) -> bool:
    return named_places(name)[:1] == (city,)


def _all_off(name: str, continent: str) -> bool:
    return all(continent_of(place) != continent for place in named_places(name))


@cache
def _word_pairs(script: str) -> tuple[str, ...]:
    """Two words in the order of the script's languages, and the noun alone for short signs."""
    path = Path(__file__).with_name("random_words.csv")
    with path.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["script"] == script]
    made: list[str] = []
    for row in rows:
        gap = "" if script in ("Han", "Kana", "Thai") else " "
        seconds = row["second"].split("|")
        made += seconds
        both = [(a, b) for a in row["first"].split("|") for b in seconds]
        made += [gap.join((b, a) if script in _NOUN_FIRST else (a, b)) for a, b in both]
    return tuple(made)
