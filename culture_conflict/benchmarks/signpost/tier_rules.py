"""The rules that decide a text's tier, one function each: the words that decided, or None.

Words are compared whole, never as parts of others (ruling 22): Oxford holds no Ford, Upstairs no
UPS. Only German-like compounds (Hauptstraße) and scripts without spaces are looked into.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from culture_conflict.benchmarks.signpost.tier_lists import (
    covered,
    phrases,
    postal_codes,
    starts,
    tokens,
)
from culture_conflict.benchmarks.signpost.tier_streets import (
    after,
    before,
    in_script,
    is_name,
    street,
)
from culture_conflict.places.gazetteer import (
    Place,
    name_key,
    named_places,
    places_in_text,
)
from culture_conflict.places.scripts import script_of

__all__ = ["Rule", "admin", "brand", "code", "date", "digits", "empty", "generic", "landmark"]
__all__ += ["language", "place", "postal_code", "script", "street", "transit", "watermark"]

Rule = Callable[[str, str | None], str | None]

_DIGITS = re.compile(r"[\d\s.,:;/()+*#%$€£¥₹₩-]*\d[\d\s.,:;/()+*#%$€£¥₹₩-]*")
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = re.compile(
    r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}:\d{2}(?: ?[ap]\.?m\.?)?"
    r"|(?:\d{4}|(?:令和|平成|昭和)\d{1,2})年(?:\d{1,2}月(?:\d{1,2}日)?)?|\d{1,2}月\d{1,2}日"
    r"|\d{4}년(?: ?\d{1,2}월(?: ?\d{1,2}일)?)?|\d{1,2}월 ?\d{1,2}일"
    r"|(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? )?"
    rf"(?:{_DAY} {_MONTH}(?:,? \d{{2,4}})?|{_MONTH}(?: {_DAY},?)? \d{{2,4}})",
    re.IGNORECASE,
)
_OWNED = re.compile(r"(?i)(?:copyright|\(c\)|photo(?:graph)? by)\b.*|\(c\) .*")
_FILE = re.compile(r"(?i)(?:IMG|DSCN?|PXL|VID|PANO)[_-]\d{3,}.*")
_ADDRESS = re.compile(r"(?i)(?:https?://|www\.)\S+|\S+@\S+\.\w+|\b[\w-]+\.(?:com|org|net|info)\b.*")
_HAN_POSTAL = re.compile(r"〒\s*\d{3}-?\d{4}")
_SHORT_CODE = 3
_CITY = 15_000
_LARGE_CITY = 300_000
_WHOLE_CITY_LETTERS = 4
_SPACELESS = frozenset(("Han", "Kana", "Hangul", "Thai", "Khmer", "Lao", "Myanmar"))


def empty(text: str, country: str | None) -> str | None:
    del country
    letters = "".join(tokens(text))
    return letters or "no text" if len(letters) < 2 else None


def watermark(text: str, country: str | None) -> str | None:
    del country
    plain = text.strip()
    undated = tuple(w for w in tokens(text) if not w.isdigit() and not re.fullmatch(_MONTH, w))
    marked = undated in phrases("watermark") or "©" in text
    written = any(known.fullmatch(plain) for known in (_ADDRESS, _OWNED, _FILE))
    return plain if marked or written else None


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
    if found := in_script(text, "admin"):
        return found[0]
    words = tokens(text)
    found_after = after(words, "admin_after")
    return next(iter((*found_after, *before(words, "admin_before"))), None)


def landmark(text: str, country: str | None) -> str | None:
    """A kind of place (museum, church, station) beside a name of its own."""
    del country
    if found := in_script(text, "landmark"):
        return found[0]
    words = tokens(text)
    known = phrases("landmark")
    for at in range(len(words)):
        length = starts(words, at, known)
        others = (*words[:at], *words[at + length :])
        if length and any(is_name(word) for word in others):
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


def _has_address_word(text: str, found: re.Match[str]) -> bool:
    rest = f"{text[: found.start()]} {text[found.end() :]}"
    words = tokens(rest)
    known = any(starts(words, at, phrases("address")) for at in range(len(words)))
    return known or bool(street(rest, None) or _city_beside(rest))


def _city_beside(rest: str) -> bool:
    parts = [part.strip() for part in rest.split(",")]
    return any(part and place(part, None) for part in parts)


def _whole_city(text: str) -> Place | None:
    """The largest city; a Latin name that isn't the city's main one counts for large cities only.

    Small cities have names somewhere that are words elsewhere: Apotheke, Saída.
    """
    for found in named_places(text):
        own = script_of(text) != "Latin" or name_key(found.name) == name_key(text)
        if found.kind == "city" and found.population >= (_CITY if own else _LARGE_CITY):
            return found
    return None


def _letters_needed(text: str) -> int:
    return 2 if script_of(text) in _SPACELESS else _WHOLE_CITY_LETTERS


def _stands_in(text: str, found: Place) -> bool:
    """Latin names inside a longer text must be the city's own, since others are words elsewhere."""
    return script_of(text) != "Latin" or set(tokens(found.name)) & set(tokens(text)) != set()
