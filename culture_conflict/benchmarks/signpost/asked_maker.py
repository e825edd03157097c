"""Replacement texts from a model: asked once, its faults told once, then refused (Appendix B)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from culture_conflict.benchmarks.confused_tourist.cleaning import behind_reasoning
from culture_conflict.benchmarks.signpost.replacements import (
    KINDS,
    Checked,
    Span,
    Triple,
    check,
)
from culture_conflict.models.protocol import Answer, Provider, Request

__all__ = [
    "MAKER",
    "MAX_ATTEMPTS",
    "MAX_SPANS",
    "Asked",
    "ask",
    "prompt_id",
    "read_answer",
    "render",
]

MAKER = "llm"
MAX_SPANS = 3
MAX_ATTEMPTS = 2

_FENCE = re.compile(r"```\w*\s*(.*?)```", re.DOTALL)
_LAST_COMMA = re.compile(r",(?=\s*[}\]])")


@dataclass(frozen=True)
class Asked:
    """What became of one picture's texts.

    `made` holds the accepted triples by span_id; it is empty where `faults` says why the model was
    refused. Half an answer is never taken: one bad triple refuses all of them. `failed`: no answer
    came, which says nothing about the model's texts and is asked again by the next run.
    """

    made: Mapping[str, Triple]
    checked: Mapping[str, Checked]
    faults: tuple[str, ...]
    attempts: int
    prompt_id: str
    failed: bool = False


async def ask(
    provider: Provider, picture: bytes, media_type: str, spans: Sequence[Span], location: str
) -> Asked:
    """Ask about one picture, and once more with the faults named; at most two requests.

    `location` is the place in words, or empty; it is told to this model only, never to a model
    that is evaluated (Appendix A). What the provider raises is raised. A request that failed ends
    it here, since providers try again by themselves.
    """
    prompt = first = render(spans, location)
    faults: tuple[str, ...] = ()
    asked = 0
    while asked < MAX_ATTEMPTS:
        asked += 1
        answer = (await provider.ask([Request(picture, media_type, prompt)]))[0]
        made, checked, faults = read_answer(answer, spans)
        if answer.error or not faults:
            failed = answer.error is not None
            return Asked(made, checked, faults, asked, _template()[0], failed)
        prompt = f"{first}\n\n{_repair(faults)}"
    return Asked({}, {}, faults, asked, _template()[0])


def prompt_id() -> str:
    """The prompt's id with its version."""
    return _template()[0]


def render(spans: Sequence[Span], location: str) -> str:
    """The prompt: our words, the numbered texts as JSON strings, the place."""
    listed = "\n".join(
        f"{number}. {json.dumps(span.text, ensure_ascii=False)}"
        for number, span in enumerate(spans, 1)
    )
    filled = {"spans": listed, "location": location.strip() or "not known", "most": str(MAX_SPANS)}
    return re.sub(r"\{(spans|location|most)\}", lambda found: filled[str(found[1])], _template()[1])


def read_answer(
    answer: Answer, spans: Sequence[Span]
) -> tuple[dict[str, Triple], dict[str, Checked], tuple[str, ...]]:
    """The triples by span_id, what is known of their places, and every fault of the answer.

    An answer that was cut off, is no JSON of the asked form, or breaks a rule of `check` is a
    fault; so is a number that is not in the list, twice in the answer, or one of more than three.
    """
    content, fault = _content(answer)
    if fault:
        return {}, {}, (fault,)
    made: dict[str, Triple] = {}
    faults: list[str] = [] if 0 < len(content) <= MAX_SPANS else [f"{len(content)} spans chosen"]
    for entry in content:
        span, triple, said = _entry(entry, spans)
        faults += said
        if span and span.span_id in made:
            faults.append(f"number {entry['number']} stands twice")
        if span and triple:
            made[span.span_id] = triple
    known = {span.span_id: span for span in spans}
    checked = {key: check(known[key], triple) for key, triple in made.items()}
    for key, result in checked.items():
        number = list(known).index(key) + 1
        faults += [f"number {number}: {said}" for said in result.faults]
    return made, checked, tuple(dict.fromkeys(faults))


def _content(answer: Answer) -> tuple[list[Any], str | None]:
    if answer.error:
        return [], f"the request failed: {answer.error}"
    if answer.finish_reason == "length":
        return [], "the answer was cut off"
    text, unclosed = behind_reasoning(answer.text or "")
    if unclosed:
        return [], "the answer was cut off"
    read = [content for part in _parts(text) if (content := _json(part)) is not None]
    if not read:
        return [], "the answer is no JSON object"
    found = (content.get("spans") if isinstance(content, dict) else content for content in read)
    spans = next((spans for spans in found if isinstance(spans, list)), None)
    return ([], "the answer holds no list of spans") if spans is None else (spans, None)


def _parts(text: str) -> Iterator[str]:
    """The answer, its fenced blocks, and what stands between its outermost braces."""
    yield text
    yield from (block[1] for block in _FENCE.finditer(text))
    yield text[text.find("{") : text.rfind("}") + 1]


def _json(text: str) -> Any:
    """What a JSON text says, a comma too many overlooked; None where it is none."""
    for tried in (text, _LAST_COMMA.sub("", text)):
        try:
            return json.loads(tried)
        except (ValueError, RecursionError):
            continue
    return None


def _entry(entry: Any, spans: Sequence[Span]) -> tuple[Span | None, Triple | None, list[str]]:
    if not isinstance(entry, dict):
        return None, None, ["an entry is no object"]
    number = entry.get("number")
    number = int(number) if isinstance(number, str) and number.isdecimal() else number
    if not isinstance(number, int) or isinstance(number, bool) or not 0 < number <= len(spans):
        return None, None, [f"{str(number)[:20]!r} is no number of the list"]
    wrong = [kind for kind in KINDS if not isinstance(entry.get(kind), str)]
    if wrong:
        return None, None, [f"number {number}: {', '.join(wrong)} missing or no text"]
    return spans[number - 1], Triple(*(entry[kind].strip() for kind in KINDS)), []


def _repair(faults: Sequence[str]) -> str:
    listed = "\n".join(f"- {fault}" for fault in faults[:10])
    return f"An earlier answer was refused:\n{listed}\nAnswer again in full, with these put right."


@cache
def _template() -> tuple[str, str]:
    """The prompt's id with its version, and its text."""
    path = Path(__file__).parent / "prompts" / "making" / "replacements.md"
    _, head, text = path.read_text(encoding="utf-8").split("---\n", 2)
    front = dict(line.split(": ", 1) for line in head.splitlines())
    return f"{front['id']}-v{front['version']}", text.strip()
