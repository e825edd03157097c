"""Which country a text names: exact names in whole words, never a guess (ruling 2)."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path

from culture_conflict.places.countries import countries, foreign_names
from culture_conflict.places.words import normalize, words

__all__ = [
    "Resolution",
    "answered_countries",
    "mentioned_countries",
    "normalize",
    "resolve_country",
    "resolve_detail",
]

Words = tuple[str, ...]

_SIGNS = re.compile(r"[/;|]")
_CHOICE = re.compile(r"[/;|]|\bor\b", re.IGNORECASE)
_PARTS = re.compile(r"[()\[\],/;|=]|\s[-\u2013\u2014]\s|\bor\b|\baka\b", re.IGNORECASE)
_PRONOUN = re.compile(r"\b[Uu]s\b")
_TITLES = (("republic", "of"), ("kingdom", "of"), ("country", "of"), ("nation", "of"))
_QUALIFIERS = frozenset(
    words(
        "modern present day today now currently formerly former previously also known as called "
        "officially country"
    )
)
_PART_OF_UK = frozenset(
    words(name)
    for name in (
        *("England", "Scotland", "Wales", "Northern Ireland"),
        *("English", "Scottish", "Scots", "Welsh", "Northern Irish", "Englishman", "Scot"),
    )
)
# Written behind a place, the state it belongs to is no second country.
_BELONGS_TO = {
    **dict.fromkeys(("HKG", "MAC", "TWN"), "CHN"),
    **dict.fromkeys(("PRI", "GUM", "ASM", "VIR", "MNP", "UMI"), "USA"),
    **dict.fromkeys(("REU", "GLP", "MTQ", "GUF", "MYT", "NCL", "PYF", "WLF", "SPM", "BLM"), "FRA"),
    **dict.fromkeys(("ABW", "CUW", "SXM", "BES"), "NLD"),
    **dict.fromkeys(("GRL", "FRO"), "DNK"),
    **dict.fromkeys(("COK", "NIU", "TKL"), "NZL"),
    **dict.fromkeys(("BMU", "CYM", "FLK", "GIB", "VGB", "TCA", "MSR", "AIA", "SHN"), "GBR"),
}


@dataclass(frozen=True)
class Resolution:
    """A country, and whether a part of it (England, Scotland ...) was named."""

    iso3: str
    sub_national: bool


def resolve_country(text: str) -> str | None:
    """The country whose name, alias or demonym the whole text is, as ISO 3166-1 alpha-3.

    Reads `Korea, Republic of`, `United States Of America (USA)`, `South Korea / Republic of
    Korea`, `Hong Kong SAR, China` and a code in capitals. Bare Korea is KOR, Congo COG, Georgia
    GEO. None for anything else: a text with other words, two countries, a region, a city.
    """
    found = resolve_detail(text)
    return found.iso3 if found else None


@lru_cache(maxsize=65_536)
def resolve_detail(text: str) -> Resolution | None:
    """As `resolve_country`, with the note whether only a part of the country was named."""
    parts = [part for part in _PARTS.split(text) if words(part)]
    found = [_whole(part) or _whole(_unqualified(part)) for part in parts]
    named = {part.iso3 for part in found if part}
    # `Hong Kong China` is one name, `Hong Kong/China` two countries.
    is_choice = _SIGNS.search(text) is not None and len(named) > 1
    if not is_choice and (whole := _whole(text)) is not None:
        return whole
    if not found or None in found:
        return None
    if not _CHOICE.search(text):
        named -= {_BELONGS_TO.get(iso3) for iso3 in named}
    sub_national = any(part.sub_national for part in found if part)
    return Resolution(named.pop(), sub_national) if len(named) == 1 else None


def mentioned_countries(text: str) -> tuple[str, ...]:
    """The different countries named as whole words, in order; the longest name wins.

    Niger isn't in Nigeria, Guinea not in Papua New Guinea, Congo not in DR Congo, and South
    America or New Mexico name no country at all. Only a capital US is one. No name goes across a
    slash, a semicolon or a bar.
    """
    parts = _SIGNS.split(_PRONOUN.sub("we", text))
    return tuple(dict.fromkeys(chain.from_iterable(_scan(words(part)) for part in parts)))


@lru_cache(maxsize=65_536)
def answered_countries(text: str) -> tuple[str, ...]:
    """What a country field answers: the country it is, else every country it mentions."""
    resolved = resolve_country(text)
    return (resolved,) if resolved else mentioned_countries(text)


def _scan(given: Words) -> Iterator[str]:
    names, longest = _mentions()
    start = 0
    while start < len(given):
        for length in range(min(longest, len(given) - start), 0, -1):
            iso3 = names.get(given[start : start + length])
            if iso3 is not None:
                if iso3:
                    yield iso3
                start += length
                break
        else:
            start += 1


def _whole(text: str) -> Resolution | None:
    given = words(text)
    iso3 = _names().get(given) or _inverted().get(given)
    if iso3 is None and given[:2] in _TITLES:
        iso3 = _names().get(given[2:])
    if iso3 is None and (code := text.strip()) in countries():
        iso3 = code
    return Resolution(iso3, given in _PART_OF_UK) if iso3 else None


def _unqualified(text: str) -> str:
    return " ".join(word for word in words(text) if word not in _QUALIFIERS)


@cache
def _names() -> Mapping[Words, str]:
    known: dict[Words, str] = {}
    for iso3, row in countries().items():
        for name in chain((row.name,), row.aliases, row.demonyms, foreign_names().get(iso3, ())):
            known.setdefault(words(name), iso3)
    return known


@cache
def _inverted() -> Mapping[Words, str]:
    """`Republic of Korea` as lists write it: `Korea, Republic of`."""
    of = ((name, name.index("of"), iso3) for name, iso3 in _names().items() if "of" in name)
    return {(*name[at + 1 :], *name[: at + 1]): iso3 for name, at, iso3 in of}


@cache
def _mentions() -> tuple[Mapping[Words, str], int]:
    """Names to look for inside a text, an empty code for phrases that name no country."""
    names = dict(_names())
    with Path(__file__).with_name("phrases.csv").open(encoding="utf-8", newline="") as file:
        names |= {words(row["phrase"]): row["iso3"] for row in csv.DictReader(file)}
    return names, max(map(len, names))
