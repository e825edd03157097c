"""The words by which answers report a conflict, agree, affirm and deny; data for the parser."""

from __future__ import annotations

import re

__all__ = [
    "AFFIRMED",
    "ASKED",
    "BEGINS",
    "DENIED",
    "PLAIN",
    "SAID",
    "STATED",
    "names_agreement",
    "without_writing",
]

_YES = (
    r"yes|true|s\u00ed|si|oui|ja|sim|tak|evet|\u0434\u0430|ya|\u662f\u7684?|\u5bf9|\u306f\u3044"
    r"|\uc608|\ub124|\u0646\u0639\u0645"
)
_NO = (
    r"no|false|non|nein|nee|n\u00e3o|nao|nie|hay\u0131r|\u043d\u0435\u0442|tidak|\u5426|\u4e0d\u662f?"
    r"|\u3044\u3044\u3048|\uc544\ub2c8\uc694|\uc544\ub2c8\uc624|\u0644\u0627"
)
AFFIRMED = re.compile(rf"\W*(?:{_YES}|y|present|detected)\b", re.IGNORECASE)
DENIED = re.compile(
    rf"\W*(?:(?:{_NO}|n|absent)\b|none\b(?!\s+of\b)|(?:\u65e0|\u6ca1\u6709)"
    r"|not\s+(?:present|detected|found|visible|any|really|at\s+all)\b|not\W*$)",
    re.IGNORECASE,
)
PLAIN = re.compile(
    rf"\W*(?:(?:my\s+|the\s+)?(?:final\s+)?answer(?:\s+is\b|\s*[:\uff1a])\W*)?"
    rf"(?P<said>{_YES}|{_NO})(?!\w)",
    re.IGNORECASE,
)
_DENIED = (
    r"(?:no|not|never|without|do(?:es)? not|do(?:es)?n't|(?:is|are)(?: not|n't))\s+"
    r"(?:(?:any|in|an?|obvious|clear|apparent|visible|real|direct|significant|major|(?:signs?|evidence)\s+of)\s+)*"
    r"|(?:\u6ca1\u6709|\u65e0|\u4e0d\u5b58\u5728)(?:\u660e\u663e)?|\u4e0d"
)
_CONFLICT = (
    r"\u51b2\u7a81|\u885d\u7a81|\u77db\u76fe"
    r"|(?:conflict\w*|contradict\w*|inconsisten\w+|disagree\w*|mismatch\w*"
    r"|points?\s+(?:somewhere\s+else|elsewhere|to\s+an?(?:other|\s+different)))(?!\w)"
)
_AGREED = (
    r"\u4e00\u81f4|\u5339\u914d|\u76f8\u7b26|(?:agree\w*|consisten\w+|match\w*|fit|belong"
    r"|(?:fits|belongs)\s+(?:with\s+|to\s+)?the\s+(?:scene|surroundings))(?!\w)"
)
STATED = re.compile(
    rf"\W*(?:they\s+|both\s+)*(?P<denied>{_DENIED})?(?:\u5b58\u5728)?"
    rf"(?:(?P<conflict>{_CONFLICT})|{_AGREED})",
    re.IGNORECASE,
)
# Where a sentence may go on so: `The text does` not match, `There is a clear` conflict.
SAID = re.compile(
    r"\b(?:there\s+(?:is|are|seems\sto\sbe)\s+(?:(?:an?|some|clear|obvious)\s+)*"
    r"|(?:texts?|writing|signs?|signage|scene|image|surroundings|two|they|both|it|this)\s+"
    r"(?:(?:is|are|do|does|seems?|appears?|to|be|clearly)\s+)*)",
    re.IGNORECASE,
)
# A text that begins with its statement: `No conflict`, `Inconsistent.`, `Mismatch detected`.
BEGINS = re.compile(
    r"(?:\W*(?:yes|no)\b[,.;:]\s*)?(?=\W*(?:(?:no|not|do(?:es)?\s?n['o]t)\s"
    r"|\w+(?:\s+(?:detected|found|present))?\s*(?:[.,;!\n\u3002\uff0c\uff01]|$)))",
    re.IGNORECASE,
)
ASKED = re.compile(r"[^.!?\n]*\?")
_NO_WRITING = re.compile(
    r"\b(?:no|not any|isn't any|without)\s+(?:visible\s|readable\s|legible\s)?(?:text|writing)\b",
    re.IGNORECASE,
)
_OF_CONFLICT = re.compile(r"conflict|contradict|inconsisten|mismatch|disagree", re.IGNORECASE)
_OF_AGREEMENT = re.compile(r"agree|consisten|match", re.IGNORECASE)
_BESIDE = re.compile(
    r"reason|expla|confiden|score|level|note|detail|descri|type|degree|why", re.IGNORECASE
)


def names_agreement(name: str) -> bool | None:
    """Whether a field of this name asks for agreement, or for a conflict; None for neither."""
    if _BESIDE.search(name.replace("agree", "")):
        return None
    if _OF_CONFLICT.search(name):
        return False
    return True if _OF_AGREEMENT.search(name) else None


def without_writing(text: str) -> bool:
    """Whether a text says that it sees no writing."""
    return _NO_WRITING.search(text) is not None
