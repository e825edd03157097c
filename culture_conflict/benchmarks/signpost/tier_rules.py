"""The rules that decide a text's tier, one function each: the words that decided, or None.

Words are compared whole, never as parts of others (ruling 22): Oxford holds no Ford, Upstairs no
UPS. Only German-like compounds (Hauptstraße) and scripts without spaces are looked into.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from culture_conflict.benchmarks.signpost.tier_lists import (
    covered,
    phrases,
    postal_codes,
    script_rules,
    starts,
    tokens,
)
from culture_conflict.places.gazetteer import Place, named_places, places_in_text
from culture_conflict.places.scripts import script_of

__all__ = ["Rule", "admin", "brand", "code", "date", "digits", "empty", "generic", "landmark"]
__all__ += ["language", "place", "postal_code", "script", "street", "transit", "watermark"]

Rule = Callable[[str, str | None], str | None]

_DIGITS = re.compile(r"[\d\s.,:;/()+*#%$€£¥₹₩-]*\d[\d\s.,:;/()+*#%$€£¥₹₩-]*")
_DATE = re.compile(
    r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}:\d{2}(?: ?[ap]\.?m\.?)?"
    r"|\d{4}年(?:\d{1,2}月(?:\d{1,2}日)?)?"
    r"|(?:\d{1,2}(?:st|nd|rd|th)? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
    r"(?: \d{1,2}(?:st|nd|rd|th)?)?,? \d{2,4}",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"(?i)(?:https?://|www\.)\S+|\S+@\S+\.\w+|\b[\w-]+\.(?:com|org|net|info)\b.*")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|e|ème|º|ª|o|a)?")
_ROAD_NUMBER = re.compile(
    r"(?<!\w)(?:I-\d{1,3}|US[ -]\d{1,3}|SR[ -]\d{1,3}|[GSABEMN]\d{2,4})(?!\w)"
)
_HAN_POSTAL = re.compile(r"〒\s*\d{3}-?\d{4}")
_SHORT_CODE = 3
_STEM = 3
_CITY = 15_000
_WHOLE_CITY_LETTERS = 4
_SPACELESS = frozenset(("Han", "Kana", "Hangul", "Thai", "Khmer", "Lao", "Myanmar"))


def empty(text: str, country: str | None) -> str | None:
    del country
    letters = "".join(tokens(text))
    return letters or "no text" if len(letters) < 2 else None


def watermark(text: str, country: str | None) -> str | None:
    del country
    known = tokens(text)
    marked = known in phrases("watermark") or "©" in text or _ADDRESS.fullmatch(text.strip())
    return text.strip() if marked else None


def digits(text: str, country: str | None) -> str | None:
    del country
    return text.strip() if _DIGITS.fullmatch(text.strip()) else None


def date(text: str, country: str | None) -> str | None:
    del country
    return text.strip() if _DATE.fullmatch(text.strip()) else None


def generic(text: str, country: str | None) -> str | None:
    del country
    words = tokens(text)
    return " ".join(words) if covered(words, phrases("generic")) else None


def transit(text: str, country: str | None) -> str | None:
    del country
    words = tokens(text)
    known = phrases("transit")
    has_one = any(starts(words, at, known) for at in range(len(words)))
    whole = has_one and covered(words, known | phrases("generic"))
    return " ".join(words) if whole else None


def brand(text: str, country: str | None) -> str | None:
    """A text of brands and generic words only."""
    del country
    words = tokens(text)
    known = phrases("brand")
    has_one = any(starts(words, at, known) for at in range(len(words)))
    whole = has_one and covered(words, known | phrases("generic"))
    return " ".join(words) if whole else None


def street(text: str, country: str | None) -> str | None:
    """A street word with a name on its proper side, a compound of one, or a road's number."""
    del country
    if found := _ROAD_NUMBER.search(text) or _in_script(text, "street"):
        return found[0]
    words = tokens(text)
    return next(_street_parts(words), None)


def postal_code(text: str, country: str | None) -> str | None:
    """Digits in the country's pattern (any country's, where it isn't known) by an address word."""
    if found := _HAN_POSTAL.search(text):
        return found[0]
    for known in postal_codes():
        found = known.pattern.search(text) if country in (None, known.country) else None
        if found and (known.distinctive or _has_address_word(text, found)):
            return found[0]
    return None


def place(text: str, country: str | None) -> str | None:
    """A city of the gazetteer: the whole text, or one of 100,000 people inside it."""
    del country
    words = tokens(text)
    common = phrases("common_word") | phrases("generic") | phrases("landmark")
    if covered(words, common):
        return None
    if (whole := _whole_city(text)) and len("".join(words)) >= _letters_needed(text):
        return whole.name
    for inner in places_in_text(text):
        known = tokens(inner.name)
        if known not in common | phrases("alone_only") and _stands_in(text, inner):
            return inner.name
    return None


def admin(text: str, country: str | None) -> str | None:
    del country
    if found := _in_script(text, "admin"):
        return found[0]
    words = tokens(text)
    found_after = _after(words, "admin_after")
    return next(iter((*found_after, *_before(words, "admin_before"))), None)


def landmark(text: str, country: str | None) -> str | None:
    """A kind of place (museum, church, station) beside a name of its own."""
    del country
    if found := _in_script(text, "landmark"):
        return found[0]
    words = tokens(text)
    known = phrases("landmark")
    for at in range(len(words)):
        length = starts(words, at, known)
        others = (*words[:at], *words[at + length :])
        if length and any(_is_name(word) for word in others):
            return " ".join(words)
    return None


def code(text: str, country: str | None) -> str | None:
    """Letters that are no word: at most three Latin ones, or letters mixed with digits."""
    del country
    if script_of(text) != "Latin":
        return None
    letters = [c for c in text if c.isalpha()]
    words = tokens(text)
    mixed = all(re.search(r"\d", word) for word in words)
    return text.strip() if len(letters) <= _SHORT_CODE or mixed else None


def script(text: str, country: str | None) -> str | None:
    del country
    found = script_of(text)
    return found if found not in (None, "Latin") else None


def language(text: str, country: str | None) -> str | None:
    del country
    return text.strip()


def _in_script(text: str, rule: str) -> re.Match[str] | None:
    for known in script_rules():
        if known.rule == rule and script_of(text) in _readers(known.script):
            rest = known.without.sub(" ", text) if known.without else text
            if found := known.pattern.search(rest):
                return found
    return None


def _readers(name: str) -> tuple[str, ...]:
    """Han patterns hold in Japanese text too, and Japanese ones in Japanese without kana."""
    return ("Han", "Kana") if name in ("Han", "Kana") else (name,)


def _street_parts(words: tuple[str, ...]) -> Iterator[str]:
    yield from _after(words, "street_after")
    yield from _before(words, "street_before")
    yield from (word for word in words if _is_compound(word))
    for at, word in enumerate(words[:-1]):
        if (word,) in phrases("street_numbered") and words[at + 1].isdigit():
            yield f"{word} {words[at + 1]}"
    for at in range(len(words) - 2):
        if words[at] == "place" and words[at + 1] in ("de", "du", "des", "d"):
            yield " ".join(words[at:])


def _after(words: tuple[str, ...], name: str) -> list[str]:
    """`Oxford Street`: the word stands behind a name or an ordinal."""
    known = phrases(name)
    found = []
    for at in range(1, len(words)):
        length = starts(words, at, known)
        before = words[at - 1]
        ordinal = _ORDINAL.fullmatch(before) and not before.isdigit()
        if length and (_is_name(before) or ordinal):
            found.append(" ".join(words[at - 1 : at + length]))
    return found


def _before(words: tuple[str, ...], name: str) -> list[str]:
    """`Rua Augusta`, `Rue de la Paix`: the word stands before a name, small words between."""
    known = phrases(name)
    found = []
    for at in range(len(words) - 1):
        length = starts(words, at, known)
        rest = words[at + length :]
        closed = rest and (rest[0],) in phrases("no_name") and not any(map(_is_name, rest))
        blunt = length == 1 and len(words[at]) == 1 and at > 0
        if length and rest and not closed and not blunt and any(map(_is_name, rest[:4])):
            found.append(" ".join(words[at:]))
    return found


def _is_name(word: str) -> bool:
    plain = (word,)
    small = plain in phrases("no_name") or plain in phrases("generic")
    kind = plain in phrases("landmark") or plain in phrases("street_after")
    return len(word) > 1 and not word.isdigit() and not small and not kind


def _is_compound(word: str) -> bool:
    if (word,) in phrases("no_street") or (word,) in phrases("generic"):
        return False
    suffixes = (suffix[0] for suffix in phrases("street_suffix"))
    return any(word.endswith(s) and len(word) >= len(s) + _STEM for s in suffixes)


def _has_address_word(text: str, found: re.Match[str]) -> bool:
    rest = f"{text[: found.start()]} {text[found.end() :]}"
    words = tokens(rest)
    known = any(starts(words, at, phrases("address")) for at in range(len(words)))
    return known or bool(street(rest, None) or _city_beside(rest))


def _city_beside(rest: str) -> bool:
    parts = [part.strip() for part in rest.split(",")]
    return any(part and place(part, None) for part in parts)


def _whole_city(text: str) -> Place | None:
    found = [p for p in named_places(text) if p.kind == "city" and p.population >= _CITY]
    return found[0] if found else None


def _letters_needed(text: str) -> int:
    return 2 if script_of(text) in _SPACELESS else _WHOLE_CITY_LETTERS


def _stands_in(text: str, found: Place) -> bool:
    """Latin names inside a longer text must be the city's own, since others are words elsewhere."""
    return script_of(text) != "Latin" or set(tokens(found.name)) & set(tokens(text)) != set()
