"""What an answer says beside coordinates: whether there is a conflict, and what it goes by."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from culture_conflict.benchmarks.confused_tourist.reading import said
from culture_conflict.benchmarks.confused_tourist.wording import plain
from culture_conflict.benchmarks.signpost.judgement_words import (
    AFFIRMED,
    ASKED,
    BEGINS,
    DENIED,
    PLAIN,
    SAID,
    STATED,
    names_agreement,
    without_writing,
)

__all__ = ["Trust", "read_conflict", "read_trust"]

Trust = Literal["scene", "text"]

_TRUST = ("trusts", "trust", "trusted", "trusted_evidence", "trusts_more")
_FORM = re.compile(r'"<[^<>"]*>"')
# `the scene, not the text`: what stands behind is what is not gone by.
_CONTRAST = re.compile(
    r";|\b(?:not|rather than|instead of|over|more than|without|despite|ignor\w+|as)\b",
    re.IGNORECASE,
)
_SCENE = re.compile(
    r"\b(?:scene|scenery|sc\u00e8ne|escena|szene|visuals?|vision|image|surroundings|environment"
    r"|landscape|architecture|buildings?)\b|\u573a\u666f|\u756b\u9762|\u753b\u9762|\u89c6\u89c9",
    re.IGNORECASE,
)
_TEXT = re.compile(
    r"\b(?:texts?|texte|texto|textual|writings?|written|signs?|signage|signboards?|lettering|ocr"
    r"|shop names?|plates?)\b|\u6587\u5b57|\u6587\u672c",
    re.IGNORECASE,
)


def read_conflict(
    named: Mapping[str, Any], text: str = "", *, of_agreement: bool = False
) -> bool | None:
    """Whether a conflict between scene and writing is reported; None where nothing is said of it.

    Words that state it ("mismatch", "not consistent") mean the same under every name. A plain yes
    or no answers the name's question, which for agreement counts the other way round. Without such
    a name, what the sentences of `text` say of text and scene counts where they say the same; only
    then, `of_agreement`, a text that begins with yes or no answers whether both agree, and one
    that sees no writing finds no conflict, as the prompt says.
    """
    asked = {name: names_agreement(name) for name in named}
    verdicts = [
        verdict
        for agreement in (False, True)
        for name, about in asked.items()
        if about is agreement and (verdict := _verdict(named[name], agreement)) is not None
    ]
    if verdicts:
        return verdicts[0]
    if any(about is not None for about in asked.values()) or _FORM.search(text):
        return None
    stated = _stated(plain(text))
    return stated.pop() if len(stated) == 1 else _plain(text) if of_agreement else None


def read_trust(named: Mapping[str, Any]) -> Trust | None:
    """Which evidence the answer says it goes by; None where it names neither, or both."""
    value = next((said(str(named[name] or "")) for name in _TRUST if name in named), None) or ""
    words = value.replace("_", " ")
    return _trusted(_CONTRAST.split(words, maxsplit=1)[0]) or _trusted(words)


def _trusted(value: str) -> Trust | None:
    by_scene, by_text = (bool(each.search(value)) for each in (_SCENE, _TEXT))
    if by_scene == by_text:
        return None
    return "scene" if by_scene else "text"


def _stated(text: str) -> set[bool]:
    """What the sentences of a text state, and the words that it begins with."""
    begun = BEGINS.match(text)
    found = [STATED.match(text, begun.end()) if begun else None]
    found += [STATED.match(text, about.end()) for about in SAID.finditer(text)]
    return {
        _is_conflict(stated) for stated in found if stated and not ASKED.match(text, stated.end())
    }


def _plain(text: str) -> bool | None:
    if without_writing(text):
        return False
    answer = PLAIN.match(text)
    return None if answer is None else DENIED.match(answer["said"]) is not None


def _verdict(value: object, of_agreement: bool) -> bool | None:
    if value is None:
        return None
    if isinstance(value, bool):
        return value is not of_agreement
    text = plain(str(value))
    if said(text) is None:
        return False if text.casefold() == "none" and not of_agreement else None
    if stated := STATED.match(text):
        return _is_conflict(stated)
    if DENIED.match(text):
        return of_agreement
    return not of_agreement if AFFIRMED.match(text) else None


def _is_conflict(stated: re.Match[str]) -> bool:
    return (stated["conflict"] is None) is (stated["denied"] is not None)
