"""From an answer to a state and its fields (ruling 7)."""

from __future__ import annotations

from culture_conflict.benchmarks.confused_tourist.claims import claimed_countries
from culture_conflict.benchmarks.confused_tourist.cleaning import (
    behind_reasoning,
    flags_as_names,
    unwrapped,
)
from culture_conflict.benchmarks.confused_tourist.lines import read_labels, read_lines, read_table
from culture_conflict.benchmarks.confused_tourist.prose import (
    read_mention,
    read_pair,
    read_sentences,
)
from culture_conflict.benchmarks.confused_tourist.reading import Reading, read_json, said
from culture_conflict.benchmarks.confused_tourist.unwilling import unwilling, willing_part
from culture_conflict.benchmarks.confused_tourist.wording import CORRECTION, plain
from culture_conflict.models.protocol import Answer, Parsed
from culture_conflict.places.normalize import answered_countries

__all__ = ["CUT", "VERDICTS", "parse"]

VERDICTS = {
    **dict.fromkeys(("content_filter", "safety", "image_safety", "blocklist"), "filtered"),
    **dict.fromkeys(("prohibited_content", "recitation", "spii"), "filtered"),
    "refusal": "refused",
}
CUT = frozenset(("length", "max_tokens", "max_output_tokens"))


def parse(answer: Answer) -> Parsed:
    """The state of an answer and the fields `item`, `country_answer` and `country` (alpha-3).

    Only text behind the last closed reasoning block counts, of that at most the last 20,000
    characters; what follows `Actually`, `Correction` or `Final answer` stands above what came
    before. An answer is `ok` as soon as it names an item or a country, and `hedged` where its
    country claims two. A filter's verdict stands, whatever text came with it; text that ran into
    the length limit counts only as far as it is certainly whole. Never raises on content.
    """
    reason = (answer.finish_reason or "").casefold()
    if answer.error is not None:
        return _without("error")
    if reason in VERDICTS:
        return _without(VERDICTS[reason])
    text, unclosed = behind_reasoning(answer.text or "")
    if reason in CUT:
        return _cut_off(text)
    if not text:
        return _without("unparsed" if unclosed else "empty")
    return _whole(unwrapped(text))


def _cut_off(text: str) -> Parsed:
    """A closed object is whole, and so are labelled lines above the last one."""
    above = text.rpartition("\n")[0]
    reading = read_json(text, cut=True) or read_table(above) or read_labels(above)
    reading = reading or read_lines(above)
    return _parsed(reading, text) if reading else _without("truncated")


def _whole(text: str) -> Parsed:
    if reading := _corrected(text) or _formed(text):
        return _parsed(reading, text)
    if state := "abstained" if said(flags_as_names(text)) is None else unwilling(text):
        reading = _free(willing_part(text))
        return _parsed(reading, text) if reading and reading.item else _without(state)
    reading = _free(text) or _free(flags_as_names(text)) or read_lines(text, item_alone=True)
    reading = reading or read_mention(text)
    return _parsed(reading, text) if reading else _without("unparsed")


def _formed(text: str) -> Reading | None:
    return read_json(text) or read_table(text) or read_labels(text) or read_lines(text)


def _free(text: str) -> Reading | None:
    return read_pair(text) or read_sentences(text)


def _corrected(text: str) -> Reading | None:
    """What follows the last correction, where it names a country; the rest from before it.

    Inside an object the words are somebody's remark, not a correction.
    """
    text = plain(text)
    marks = list(CORRECTION.finditer(text))
    if not marks or text.count("{", 0, marks[-1].start()) > text.count("}", 0, marks[-1].start()):
        return None
    before, after = text[: marks[0].start()], text[marks[-1].end() :]
    last = _formed(after) or _free(after)
    if last is None or not answered_countries(last.country or ""):
        return None
    return last.over(_formed(before) or _free(before))


def _parsed(reading: Reading, text: str) -> Parsed:
    item, country = said(reading.item), said(reading.country)
    claimed = claimed_countries(country) if country else ()
    if item and unwilling(item):
        item = None
    if country and not claimed and unwilling(country):
        country = None
    if item is None and country is None:
        return _without(unwilling(text) or "abstained")
    iso3 = claimed[0] if len(claimed) == 1 else None
    fields = {"item": item, "country_answer": country, "country": iso3}
    return Parsed("hedged" if len(claimed) > 1 else "ok", fields)


def _without(state: str) -> Parsed:
    return Parsed(state, {"item": None, "country_answer": None, "country": None})
