"""When an answer counts as right: the published rule and the guarded one (rulings 3 and 4)."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path

from culture_conflict.places.countries import country
from culture_conflict.places.normalize import answered_countries
from culture_conflict.places.words import normalize, words

__all__ = ["contained", "country_names", "same_country", "same_item"]

_Words = tuple[str, ...]

_BRACKETS = re.compile(
    r"\s*[(\[\uff08\u3010][^()\[\]\uff08\uff09\u3010\u3011]*[)\]\uff09\u3011]\s*"
)
_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc-\u30ff]")
_SPACELESS = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
)


def contained(prediction: str | None, truths: Iterable[str]) -> bool:
    """As published (eq. 5, ruling 3): the uncased prediction is a substring of any truth.

    Only an empty answer is refused; a single letter is found in most truths, and Oman in Romania.
    """
    given = _uncased(prediction or "")
    return bool(given) and any(given in _uncased(truth) for truth in truths)


def country_names(iso3: str) -> tuple[str, ...]:
    """The names that count as right for a country under the published rule.

    Raises:
        UnknownCountryError: no country has this code.
    """
    named = country(iso3)
    return (named.name, *named.aliases)


def same_country(answer: str | None, truth_iso3: str) -> bool:
    """Guarded (ruling 2): the answer names this country and no other, as whole words."""
    return answered_countries(answer or "") == (truth_iso3,)


def same_item(prediction: str | None, truths: Iterable[str], category: str) -> bool:
    """Guarded (ruling 4): equal to a truth, or one contains the other as whole words.

    The contained name keeps at least half of the other's letters and is no generic noun of its
    category (cuisine, attire, music); in a script without spaces it has at least two characters.
    Diacritics, apostrophes and inner punctuation don't count. An explanation in brackets behind
    the predicted name may be left out.
    """
    generic = _generic()[category]
    given = [split for name in _readings(prediction or "") if (split := _split(name))]
    wanted = [split for truth in truths if (split := _split(truth))]
    return any(_same(one, other, generic) for one in given for other in wanted)


def _readings(prediction: str) -> Iterator[str]:
    yield prediction
    if (bare := _BRACKETS.sub(" ", prediction)) != prediction:
        yield bare


@lru_cache(maxsize=65_536)
def _uncased(text: str) -> str:
    return normalize(text, fold=False)


@lru_cache(maxsize=65_536)
def _split(name: str) -> _Words:
    """The words of a name; each character is one in scripts without spaces, katakana included."""
    return words(_KATAKANA.sub(r" \g<0> ", normalize(name, fold=True)))


def _same(one: _Words, other: _Words, generic: frozenset[_Words]) -> bool:
    short, long = sorted((one, other), key=len)
    if short == long:
        return True
    return (
        2 * sum(map(len, short)) >= sum(map(len, long))
        and any(long[at : at + len(short)] == short for at in range(len(long) - len(short) + 1))
        and short not in generic
        and (len(short) > 1 or not _SPACELESS.match(short[0]))
    )


@cache
def _generic() -> Mapping[str, frozenset[_Words]]:
    with Path(__file__).with_name("generic_nouns.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {
        category: frozenset(words(row["noun"]) for row in rows if row["category"] == category)
        for category in {row["category"] for row in rows}
    }
