"""From an answer to a state and its fields (ruling 7)."""

from __future__ import annotations

import re

from culture_conflict.benchmarks.confused_tourist.reading import (
    Reading,
    read_json,
    read_labels,
    read_pair,
    said,
)
from culture_conflict.benchmarks.confused_tourist.wording import ABSTENTION, REFUSAL, plain
from culture_conflict.models.protocol import Answer, Parsed
from culture_conflict.places.normalize import answered_countries

__all__ = ["parse"]

_MAX_TEXT = 20_000
_VERDICTS = {
    **dict.fromkeys(("content_filter", "safety", "image_safety", "blocklist"), "filtered"),
    **dict.fromkeys(("prohibited_content", "recitation", "spii"), "filtered"),
    "refusal": "refused",
}
_CUT = frozenset(("length", "max_tokens", "max_output_tokens"))
_TAGS = "think|thinking|thought|thoughts|reasoning|reflection"
_OPENS = re.compile(rf"<(?:{_TAGS})>|\[THINK\]", re.IGNORECASE)
_CLOSES = re.compile(rf"</(?:{_TAGS})>|\[/THINK\]", re.IGNORECASE)


def parse(answer: Answer) -> Parsed:
    """The state of an answer and the fields `item`, `country_answer` and `country` (alpha-3).

    Only text behind the last closed reasoning block counts, of that at most the last 20,000
    characters. An answer is `ok` as soon as it names an item or a country, and `hedged` where its
    country names two. A filter's verdict stands, whatever text came with it; text that ran into
    the length limit counts only as far as it is certainly whole. Never raises on content.
    """
    reason = (answer.finish_reason or "").casefold()
    if answer.error is not None:
        return _without("error")
    if reason in _VERDICTS:
        return _without(_VERDICTS[reason])
    text, unclosed = _behind_reasoning(answer.text or "")
    if reason in _CUT:
        return _cut_off(text)
    if not text:
        return _without("unparsed" if unclosed else "empty")
    return _whole(text)


def _behind_reasoning(text: str) -> tuple[str, bool]:
    """The text that is the answer, and whether a reasoning block was left open."""
    closed = list(_CLOSES.finditer(text))
    rest = text[closed[-1].end() :] if closed else text
    opened = _OPENS.search(rest)
    return rest[: opened.start() if opened else None].strip()[-_MAX_TEXT:], opened is not None


def _cut_off(text: str) -> Parsed:
    """A closed object is whole, and so are labelled lines above the last one."""
    reading = read_json(text, cut=True) or read_labels(text.rpartition("\n")[0])
    return _parsed(reading) if reading else _without("truncated")


def _whole(text: str) -> Parsed:
    reading = read_json(text) or read_labels(text)
    if reading is None and (state := _unwilling(text)):
        return _without(state)
    reading = reading or read_pair(text)
    return _parsed(reading) if reading else _without("unparsed")


def _unwilling(text: str) -> str | None:
    if said(text) is None:
        return "abstained"
    start = plain(text[:300])
    if REFUSAL.search(start):
        return "refused"
    return "abstained" if ABSTENTION.search(start) else None


def _parsed(reading: Reading) -> Parsed:
    item, country = said(reading.item), said(reading.country)
    if item is None and country is None:
        return _without("abstained")
    named = answered_countries(country) if country else ()
    iso3 = named[0] if len(named) == 1 else None
    fields = {"item": item, "country_answer": country, "country": iso3}
    return Parsed("hedged" if len(named) > 1 else "ok", fields)


def _without(state: str) -> Parsed:
    return Parsed(state, {"item": None, "country_answer": None, "country": None})
