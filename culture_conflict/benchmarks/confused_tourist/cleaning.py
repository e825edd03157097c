"""From a raw answer to the text that is the answer: no reasoning, no wrapping, flags as names."""

from __future__ import annotations

import json
import re

from culture_conflict.benchmarks.confused_tourist.labels import label_kind
from culture_conflict.places.countries import countries

__all__ = ["MAX_TEXT", "behind_reasoning", "flags_as_names", "unwrapped"]

MAX_TEXT = 20_000

_TAGS = "(?:seed:)?(?:think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad)"
_OPENS = re.compile(
    rf"[<\u25c1]{_TAGS}[>\u25b7]|\[THINK\]|<\|channel\|>(?:analysis|commentary)<\|message\|>",
    re.IGNORECASE,
)
_CLOSES = re.compile(
    rf"[<\u25c1]/{_TAGS}[>\u25b7]|\[/THINK\]|<\|channel\|>final<\|message\|>", re.IGNORECASE
)
_TOKEN = re.compile(r"<\|[\w -]{1,40}\|>")
_ELEMENT = re.compile(r"<(?P<key>[^<>/\n]{1,40})>(?P<value>[^<>]{0,400})</(?P=key)>")
_TAG = re.compile(
    r"</?(?:answer|output|response|result|final_answer|final|p|b|i|br|strong|em|s|table|tbody|thead"
    r"|tr|td|th|ul|ol|li|div|span) ?/?>",
    re.IGNORECASE,
)
_BOXED = re.compile(r"\\(?:boxed|text|textbf|mathrm)\{((?:[^{}]|\{[^{}]{0,400}\}){0,400})\}")
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
_FIRST_LETTER = 0x1F1E6


def behind_reasoning(text: str) -> tuple[str, bool]:
    """The last 20,000 characters behind the last closed block, and whether one was left open."""
    closed = list(_CLOSES.finditer(text))
    rest = text[closed[-1].end() :] if closed else text
    opened = _OPENS.search(rest)
    return rest[: opened.start() if opened else None].strip()[-MAX_TEXT:], opened is not None


def unwrapped(text: str) -> str:
    """The text without control tokens, answer tags and boxes; elements and lists become lines."""
    text = _TOKEN.sub("", text)
    text = _BOXED.sub(r"\1", _BOXED.sub(r"\1", text)) if "\\" in text else text
    if "<" in text:
        text = _ELEMENT.sub(_labelled, _TAG.sub("\n", text))
    if '{\\"' in text:
        text = text.replace('\\"', '"')
    return _unlisted(text.strip())


def flags_as_names(text: str) -> str:
    """A text with its flag emojis written out as ` / Country`."""
    return _FLAG.sub(lambda found: f" / {_flagged(found[0])}", text).strip(" /")


def _labelled(found: re.Match[str]) -> str:
    if label_kind(found["key"]) is None:
        return found[0]
    return f"\n{found['key']}: {found['value'].strip()}\n"


def _unlisted(text: str) -> str:
    """`["Phở bò", "Vietnam"]` as `Phở bò / Vietnam`, `{"answer": "x"}` as x, else as it is."""
    if not (text.startswith(("[", "{")) and text.endswith(("]", "}"))):
        return text
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if isinstance(values, dict):
        values = () if len(values) > 1 or any(map(label_kind, values)) else values.values()
    texts = [value for value in values if isinstance(value, str)]
    return " / ".join(texts) if texts and len(texts) == len(values) else text


def _flagged(flag: str) -> str:
    code = "".join(chr(ord(letter) - _FIRST_LETTER + ord("A")) for letter in flag)
    return next((row.name for row in countries().values() if row.iso2 == code), "")
