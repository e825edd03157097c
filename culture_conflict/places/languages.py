"""Which languages an answer names, by their English names."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType

from culture_conflict.places.words import normalize

__all__ = ["named_languages"]

_CODE = re.compile(r"([a-z]{2})(?:[-_][a-z]{2,4})?")


@lru_cache(maxsize=4096)
def named_languages(text: str) -> tuple[str, ...]:
    """ISO 639-1 codes of the languages that a text names, in order, each once.

    Whole words count: `Thai` is not in `Thailand`. Varieties are their language: Mandarin and
    Cantonese are zh, Brazilian Portuguese is pt. A code alone (`ja`, `zh-CN`) names its language,
    but for `no`, which is an answer of its own.
    """
    plain = normalize(text, fold=True)
    code = None if plain == "no" else _CODE.fullmatch(plain)
    if code and code[1] in _names().values():
        return (code[1],)
    return tuple(dict.fromkeys(_names()[found[0]] for found in _pattern().finditer(plain)))


@cache
def _names() -> Mapping[str, str]:
    path = Path(__file__).with_name("languages.csv")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    pairs = ((name, row["code"]) for row in rows for name in row["names"].split("|"))
    return MappingProxyType({normalize(name, fold=True): code for name, code in pairs})


@cache
def _pattern() -> re.Pattern[str]:
    """The longest name first, so that `Irish Gaelic` is one."""
    names = sorted(_names(), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")
