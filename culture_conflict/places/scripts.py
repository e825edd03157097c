"""Which script a text is written in, and which language that may be."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache

__all__ = ["guess_language", "script_of"]

# The first word of a character's Unicode name, where it isn't the script's own.
_SCRIPTS = {
    "CJK": "Han",
    "HIRAGANA": "Kana",
    "KATAKANA": "Kana",
    "HALFWIDTH": "Kana",
    "ETHIOPIC": "Ethiopic",
}
_LANGUAGES = {
    "Han": "zh",
    "Kana": "ja",
    "Hangul": "ko",
    "Thai": "th",
    "Greek": "el",
    "Hebrew": "he",
    "Arabic": "ar",
    "Cyrillic": "ru",
    "Devanagari": "hi",
    "Bengali": "bn",
    "Tamil": "ta",
    "Telugu": "te",
    "Georgian": "ka",
    "Armenian": "hy",
    "Khmer": "km",
    "Lao": "lo",
    "Myanmar": "my",
    "Sinhala": "si",
    "Ethiopic": "am",
    "Gujarati": "gu",
    "Gurmukhi": "pa",
    "Malayalam": "ml",
    "Kannada": "kn",
}
# Letters that one language of a script uses and its neighbours don't, the rarest first.
_TELLING = {
    "Latin": (
        ("vi", "ơưđạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ"),
        ("de", "ß"),
        ("tr", "ğı\u0130ş"),
        ("pl", "łąęśźż"),
        ("cs", "řůě"),
        ("hu", "őű"),
        ("ro", "țșă"),
        ("is", "þð"),
        ("pt", "ãõ"),
        ("es", "ñ¿¡"),
        ("da", "ø"),
        ("sv", "å"),
        ("fr", "çèêœ"),
    ),
    "Cyrillic": (("uk", "їєґ"), ("be", "ў"), ("sr", "ђћ"), ("mk", "ѓќѕ"), ("kk", "қғұ")),
    "Arabic": (("ur", "ٹڈڑے"), ("fa", "پچژگ")),
}


@lru_cache(maxsize=65_536)
def script_of(text: str) -> str | None:
    """The script of most letters, by its Unicode name: Latin, Cyrillic, Han, Kana, Arabic ...

    One kana makes a text Kana, since Japanese mixes both and Chinese has none. None where there is
    no letter; a tie goes to the script that comes first.
    """
    seen = Counter(filter(None, map(_script, text)))
    if seen["Kana"]:
        return "Kana"
    return max(seen, key=lambda name: seen[name]) if seen.total() else None


def guess_language(text: str) -> str | None:
    """The likely language as ISO 639-1: by script, then by letters few languages have.

    A guess for grouping, never a fact: Latin text without such letters gives None, Cyrillic gives
    ru and Arabic script ar.
    """
    script = script_of(text)
    if script is None:
        return None
    letters = set(unicodedata.normalize("NFC", text).lower()) | set(text)
    for language, telling in _TELLING.get(script, ()):
        if letters & set(telling):
            return language
    return _LANGUAGES.get(script)


@lru_cache(maxsize=65_536)
def _script(character: str) -> str | None:
    """None for what is no letter."""
    if unicodedata.category(character)[0] != "L":
        return None
    first = unicodedata.name(character, "UNKNOWN").split()[0].partition("-")[0]
    return _SCRIPTS.get(first, first.capitalize())
