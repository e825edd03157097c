"""Which countries an answer claims: those it names, without those it denies."""

from __future__ import annotations

import re

from culture_conflict.benchmarks.confused_tourist.wording import BESIDE
from culture_conflict.places.countries import countries
from culture_conflict.places.normalize import answered_countries

__all__ = ["claimed_countries"]

_END = r"[,;.()\[\]\n\uff0c\u3002\uff08\uff09]|\b(?:but|although|though|despite|while|whereas)\b"
_CLAUSE = re.compile(_END, re.IGNORECASE)
_DENIED = re.compile(
    r"(?:\b(?:not|isn't|rather than|instead of|unlike|no es|nicht|kein|non|pas|bukan|không phải|не)"
    r"\s|\u800c?\u4e0d\u662f|\u5e76\u975e)"
    r"(?!\s*(?:only|just|sure|certain|necessarily|entirely|clear)\b)"
    rf"(?:[(\[]|(?!{_END}).)*",
    re.IGNORECASE,
)
_ISO2 = re.compile(r"[A-Z]{2}")


def claimed_countries(text: str) -> tuple[str, ...]:
    """The countries (alpha-3) that a country field claims, in order; several are a hedge.

    Denied countries (`not Japan`, `rather than Japan`) are no claim, and neither is what a clause
    says of the flag, landmark or background beside another clause with a country: a model that
    names the cue and answers otherwise was not distracted. `Japan (originally from China)` claims
    two (ruling 2).
    A code of two capitals alone is read as ISO 3166.
    """
    named = answered_countries(text)
    if not named and _ISO2.fullmatch(text.strip()):
        return tuple(row.iso3 for row in countries().values() if row.iso2 == text.strip())
    if not named or not (_DENIED.search(text) or BESIDE.search(text)):
        return named
    asserted = _DENIED.sub(" ", text)
    clauses = [clause for clause in _CLAUSE.split(asserted) if answered_countries(clause)]
    beside = [clause for clause in clauses if not BESIDE.search(clause)]
    if not beside or len(beside) == len(clauses):
        return answered_countries(asserted)
    return tuple(dict.fromkeys(iso3 for clause in beside for iso3 in answered_countries(clause)))
