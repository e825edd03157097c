"""How a country itself spells names: of a place's many names, the one its own signs would show.

GeoNames doesn't say whose language a name is. Letters tell the mainland's Chinese from Taiwan's;
where languages share them, what only one of them writes does, and likeness to the other names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from types import MappingProxyType

from culture_conflict.places.scripts import script_of

__all__ = ["SHOWS", "SPELLING", "best_name", "cased", "spelled"]

_START = 0.12  # of the likeness of equal names, for a name that shows the country's own language
_DOTTED = frozenset(("TUR", "AZE"))  # write a small i with a dot as a capital with a dot
_ACCENT = re.compile("(?<=[\u0370-\u03ff])\u0301")
_POINTS = re.compile("[\u064b-\u0652]")  # vowels that signs leave out

_TRADITIONAL = ("TWN", "HKG", "MAC")
_SHORTENED = frozenset("万与尔云礼无")  # in that set as well, and yet the mainland's letters
_ARABIC = ("SAU", "EGY", "MAR", "DZA", "IRQ", "SYR", "JOR", "ARE")
_RUSSIAN = ("RUS", "KAZ", "KGZ", "BLR")
# A character set that holds the letters of a country's own spelling and not its neighbours'.
SPELLING: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("CHN", "SGP", "MYS"), "gb2312"),
        **dict.fromkeys(_TRADITIONAL, "big5"),
        **dict.fromkeys(_RUSSIAN, "koi8-r"),
        **dict.fromkeys(_ARABIC, "iso8859_6"),
        **dict.fromkeys(("KOR", "PRK"), "cp949"),
        "JPN": "shift_jis",
        "GRC": "iso8859_7",
        "ISR": "iso8859_8",
        "THA": "tis_620",
    }
)
# What names in a country's own language show, where others write in the same letters: Arabic's
# article, hamza and feminine; Russian's soft sign, but not where Bulgarian or Ukrainian has one;
# no vowel of Yiddish.
SHOWS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        **dict.fromkeys(_ARABIC, re.compile("^(?:ال|[أإ])|ة$")),
        **dict.fromkeys(_RUSSIAN, re.compile("^(?!.*(?:ъ|ьк)$).*ь(?![\u0430\u043e\u0441])")),
        "ISR": re.compile("^[^ע]*[^עא]$"),
    }
)


def best_name(names: Sequence[str], iso3: str) -> str | None:
    """The name in the country's own letters that is most like the others, of equals the shorter.

    One that shows the country's own language has a start. Of Latin names the first is taken.
    """
    if not names or script_of(names[0]) == "Latin":
        return names[0] if names else None
    own, shows = spelled(names, iso3), SHOWS.get(iso3)

    def worth(name: str) -> tuple[float, int]:
        start = _START if shows and shows.search(name) else 0.0
        return _likeness(name, own) / len(own) + start, -len(name)

    return max(own, key=worth, default=None)


def spelled(names: Sequence[str], iso3: str) -> list[str]:
    """The names in the letters of the country's own spelling; all where it has none of its own."""
    charset = SPELLING.get(iso3)
    if charset is None or not names or script_of(names[0]) == "Latin":
        return [*names]
    own = [bare for name in names if _fits(bare := _POINTS.sub("", name), charset)]
    return [name for name in own if iso3 not in _TRADITIONAL or not _SHORTENED & {*name}]


def cased(name: str, native: str, iso3: str | None = None) -> str:
    """The name in capitals, in small letters or with a capital, as the native text is written.

    Greek capitals bear no accent. `iso3` is the country whose language the name is in.
    """
    if native.isupper():
        name = name.replace("i", "\u0130") if iso3 in _DOTTED else name
        apart = unicodedata.normalize("NFD", name.upper())
        return unicodedata.normalize("NFC", _ACCENT.sub("", apart))
    if native.islower():
        name = name.replace("I", "\u0131") if iso3 in _DOTTED else name
        return name.replace("\u0130", "i").lower()
    return name[:1].upper() + name[1:]


def _fits(name: str, charset: str) -> bool:
    try:
        name.encode(charset)
    except UnicodeEncodeError:
        return False
    return True


def _likeness(name: str, names: Sequence[str]) -> float:
    return sum(SequenceMatcher(None, name, other).ratio() for other in names)
