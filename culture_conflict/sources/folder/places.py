"""Countries as tables write them: a code of two or three capitals, or a name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from culture_conflict.places.countries import countries
from culture_conflict.places.normalize import resolve_country

__all__ = ["code_of"]


def code_of(text: str) -> str | None:
    """ISO 3166-1 alpha-3 of a country's cell; None where it names none, or several.

    A table's `NO` and `NA` are Norway and Namibia; in a sentence they would be words, so that
    `resolve_country` alone does not read them.
    """
    return _by_iso2().get(text.strip()) or resolve_country(text)


@cache
def _by_iso2() -> Mapping[str, str]:
    return {country.iso2: country.iso3 for country in countries().values()}
