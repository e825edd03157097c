"""Which language the writing of a scene is in, as far as the writing itself tells."""

from __future__ import annotations

from collections.abc import Iterable

from culture_conflict.benchmarks.signpost.tier_lists import starts, street_languages, tokens
from culture_conflict.benchmarks.signpost.tier_streets import street
from culture_conflict.places.scripts import guess_language

__all__ = ["language_of", "text_language"]


def language_of(texts: Iterable[str]) -> str | None:
    """The language of the first text that tells one; ISO 639-1, None where none does."""
    return next(filter(None, map(text_language, texts)), None)


def text_language(text: str) -> str | None:
    """ISO 639-1 by script and telling letters, else by the street word of a single language.

    `Rue de Rivoli` is fr and `Lonsdale St` en; a bare name in Latin letters (`Nairobi`) tells
    nothing. A guess for grouping: what it doesn't tell stays None, never the country's language.
    """
    if found := guess_language(text):
        return found
    words = tokens(text)
    if not street(text, None):
        return None
    known = street_languages()
    lengths = ((at, starts(words, at, frozenset(known))) for at in range(len(words)))
    named = {language for at, n in lengths if n for language in known[words[at : at + n]]}
    return named.pop() if len(named) == 1 else None
