"""Text made comparable, and cut into the words that names are compared by (ruling 1)."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["normalize", "words"]

_APOSTROPHES = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201b\u02bc\u02bb\u02b9\u02be\u02bf\u2032`\u00b4\uff07", "'")
)
# Letters that Unicode doesn't take apart into a base letter and a mark.
_LETTERS = str.maketrans(
    {
        "đ": "d",
        "ø": "o",
        "ł": "l",
        "\u0131": "i",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ð": "d",
        "ħ": "h",
    }
)
_MARKS = re.compile("[\u0300-\u036f\u093c\u09bc\u0a3c]")
_OUTER = frozenset("PSZC")
_SPACELESS = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u309f\u3400-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff]"
)
_INITIAL = re.compile(r"(?<!\w)([^\W\d_])\.(?:\s(?=[^\W\d_](?!\w)))?")
_SAME = {"st": "saint", "rep": "republic", "dem": "democratic"}


def normalize(text: str, *, fold: bool) -> str:
    """NFKC, casefolded, spaces collapsed, outer punctuation and symbols stripped (ruling 1).

    `fold` also removes the diacritics of Latin, Greek and Cyrillic letters and Indic nuktas, and
    makes every apostrophe straight; other marks of other scripts carry vowels and stay. Invisible
    characters go; a Turkish İ is an i. Normalizing twice changes nothing.
    """
    previous = None
    while text != previous:
        previous, text = text, _fold(_once(text)) if fold else _once(text)
    return text


def _once(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold().replace("i\u0307", "i")
    text = "".join(c for c in text if unicodedata.category(c) != "Cf")
    text = " ".join(unicodedata.normalize("NFKC", text).split())
    start, end = 0, len(text)
    while start < end and unicodedata.category(text[start])[0] in _OUTER:
        start += 1
    while start < end and unicodedata.category(text[end - 1])[0] in _OUTER:
        end -= 1
    return text[start:end]


def _fold(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES))
    return unicodedata.normalize("NFKC", _MARKS.sub("", apart)).translate(_LETTERS)


@lru_cache(maxsize=65_536)
def words(text: str) -> tuple[str, ...]:
    """The folded words of a text, without punctuation, apostrophes and `the`.

    `U. K.` is one word, `&` is `and`, `St.` is `saint`. In scripts without spaces each character is
    a word, so that 日本 is found in 日本料理.
    """
    text = normalize(text, fold=True).replace("&", " and ").replace("'", "")
    text = _INITIAL.sub(r"\1", text)
    text = _SPACELESS.sub(lambda found: f" {found[0]} ", text)
    kept = (c if unicodedata.category(c)[0] in "LNM" else " " for c in text)
    return tuple(_SAME.get(word, word) for word in "".join(kept).split() if word != "the")
