"""The words and signs by which answers are read and refusals known; data for the parser."""

from __future__ import annotations

import re

from culture_conflict.places.words import words

__all__ = [
    "ABSTENTION",
    "BESIDE",
    "CORRECTION",
    "CUE",
    "LABEL",
    "LIST_MARK",
    "NOTHING",
    "PAIR",
    "REFUSAL",
    "STEM",
    "STRONG",
    "TAIL",
    "WEAK",
    "plain",
]

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201b\uff07", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u300c\u300d\uff02", '"'),
        **dict.fromkeys("\u2013\u2014\u2015", "-"),
        **dict.fromkeys("\uff0c\u3001", ","),
        "\uff08": "(",
        "\uff09": ")",
        "\uff1a": ":",
        "\uff0f": "/",
        "\uff5c": "|",
        "\u3002": ".",
    }
)
_EMPHASIS = re.compile(r"\*{1,3}|`{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)")


def plain(text: str) -> str:
    """The text with straight quotes, simple punctuation and no emphasis marks."""
    return _EMPHASIS.sub("", text.translate(_PLAIN))


# `key: value` in an object that is no valid JSON.
PAIR = re.compile(
    r"""["']?(?P<key>[^\W\d_][\w .-]{0,30})["']?\s{0,9}[:=]\s{0,9}"""
    r"""(?:"(?P<double>(?:[^"\\]|\\.)*)"|'(?P<single>(?:[^'\\]|\\.|'(?=\w))*)'"""
    r"""|(?P<bare>[^,}\n]*))"""
)
LABEL = re.compile(
    r"(?:^|(?<=[\s\-.;,|#>(\"]))(?:the )?(?:"
    r"(?:(?:original|local|native|traditional|full|common|item|dish|food|garment|instrument|object)"
    r" ){0,2}(?P<name>name(?: of (?:the|this) [\w ]{3,24}?)?|item|dish|food|garment|attire"
    r"|(?:musical )?instrument)"
    r"|(?:place|country|nation)(?: of origin| name)?|origin(?: country)?)"
    r"(?: ?\([^)\n]{0,60}\))?[\"']?[ \t]{0,3}:[ \t]{0,9}",
    re.IGNORECASE | re.MULTILINE,
)
LIST_MARK = re.compile(r"^[ \t]*(?:[-*\u2022>]|#{1,6}|\d{1,2}[.)])[ \t]+", re.MULTILINE)
# What a sentence says before and behind the name it gives.
STEM = re.compile(
    r"^(?:but |and |so |however,? |sorry,? )?(?:"
    r"(?:this|that|the|it|in the (?:picture|image))\b[^.!?]{0,60}?"
    r"(?:\b(?:is|are|shows|looks like|(?:appears|seems) to be)|'s) "
    r"(?:(?:called|named|known as|likely|probably|most likely|possibly|a|an|the) )*"
    r"|(?:i(?:'d| would) (?:say|guess)|my (?:best )?(?:guess|answer) is"
    r"|(?:it )?looks like)(?: it's)? "
    r"(?:(?:that|a|an|the) )*"
    r"|i (?:think|believe|guess) (?:that )?(?:(?:this|it|the \w+)(?: is|'s) )?(?:(?:a|an|the) )?"
    r"|it's (?:(?:called|likely|probably|a|an|the) )*"
    r"|(?:possibly|probably|perhaps|maybe|likely|most likely) (?:(?:a|an|the) )?"
    r"|(?:the )?(?:final |right |correct )?answer(?: is)?:? )",
    re.IGNORECASE,
)
TAIL = re.compile(
    r"[\s,;:.]{0,3}\b(?:(?:which|that|and|it) ){0,2}(?:(?:is|are|was) )?(?:originally )?"
    r"(?:is|are|originally|originates?|originated|comes?|came|originating|coming"
    r"|(?:(?:most|very) )?(?:closely|commonly|strongly|often|usually|typically|widely|generally"
    r"|traditionally)|it's)$",
    re.IGNORECASE,
)
STRONG = ("/", "|", "\n", "\t", ";", " - ", "\u2192", "->", "=")
WEAK = (" from ", " associated with ", " native to ", " belongs to ", ", ", ",", "(", "[", ": ")
NOTHING = frozenset(
    words(text)
    for text in (
        *("unknown", "null", "none", "n/a", "na", "nil", "nan", "undefined", "not applicable"),
        *("unsure", "not sure", "unclear", "uncertain", "unidentified", "undetermined", "unnamed"),
        *("unspecified", "not specified", "not known", "unknown country", "unknown origin"),
        *("unknown item", "unknown dish", "unknown garment", "unknown instrument", "no answer"),
        *("i don't know", "cannot determine", "cannot be determined", "can't determine"),
        *("can't tell", "cannot tell", "cannot identify", "cannot be identified"),
        *("unable to determine", "unable to identify", "not identifiable", "name", "country"),
        *("original name", "country of origin", "country name", "original name of the dish"),
        *("original name of the garment", "original name of the musical instrument"),
    )
)
CUE = re.compile(r"\b(?:flags?|landmarks?|monuments?|skylines?|banners?)\b", re.IGNORECASE)
# What a remark about the rest of the picture is known by.
BESIDE = re.compile(
    rf"{CUE.pattern}|\b(?:backgrounds?|backdrops?|scenery|surroundings)\b", re.IGNORECASE
)
# What comes last stands above what came before, where one of these introduces it.
CORRECTION = re.compile(
    r"\b(?:(?:final|corrected|revised) answer(?: is)?|correction|on second thoughts?|scratch that"
    r"|let me correct (?:that|myself)|i stand corrected)\b\s?[:,.]?"
    r"|(?:^|[.!?\n])\s{0,9}(?:(?:oh|hmm|no|but|wait|actually|sorry|i meant)\b[\s,.:]{0,9}){0,4}"
    r"(?:wait|actually|i meant)\b\s?[:,.]?"
    r"|\b(?:answer|respuesta|r\u00e9ponse|resposta|risposta|antwort|antwoord|jawaban|cevap|odpowied\u017a"
    r"|\u043e\u0442\u0432\u0435\u0442|\u0111\u00e1p \u00e1n|tr\u1ea3 l\u1eddi)\s?:"
    r"|(?:\u7b54\u6848|\u56de\u7b54|\u7b54\u3048|\ub2f5|\uc815\ub2f5|\ub2f5\ubcc0"
    r"|\u0627\u0644\u062c\u0648\u0627\u0628|\u0627\u0644\u0625\u062c\u0627\u0628\u0629"
    r"|\u0e04\u0e33\u0e15\u0e2d\u0e1a|\u0909\u0924\u094d\u0924\u0930)\s?:",
    re.IGNORECASE,
)
# Both are matched against `plain` text.
REFUSAL = re.compile(
    r"\bi(?:'m| am) (?:very |really )?sorry|\bsorry,? (?:but )?i\b|\bas an ai\b"
    r"|\bmy apologies\b|\bi apologi[sz]e"
    r"|\bi (?:can ?not|can't) (?:help|assist|comply|fulfil|do that|provide|process)"
    r"|\bi(?: am|'m) (?:unable|not able) to (?:help|assist|comply|provide|process|view|see)"
    r"|\bi (?:won't|will not|must decline)\b|\bagainst (?:my|our) (?:policy|guidelines)",
    re.IGNORECASE,
)
ABSTENTION = re.compile(
    r"\b(?:do not|don't) know\b|\bnot (?:sure|certain|possible|clear)\b|\bno idea\b"
    r"|\b(?:do not|don't|can ?not|can't|unable to) see\b"
    r"|\bplease (?:provide|upload|share|attach) (?:the|an?) (?:image|picture|photo)"
    r"|\bno (?:image|picture|dish|food|garment|instrument|item)"
    r" (?:is|was|can be|visible|attached)\b"
    r"|\b(?:can ?not|can't|could not|couldn't|unable to|impossible to|not able to) "
    r"(?:be )?(?:\w+ )?"
    r"(?:say|tell|determined?|identif\w+|recogni[sz]\w+|name|know|confirm|ascertain)\b",
    re.IGNORECASE,
)
