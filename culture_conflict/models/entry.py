"""One line of the ledger: an answer or a fault, with all that made it, never its parse."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from culture_conflict.models.keys import canonical_json
from culture_conflict.models.protocol import Answer

__all__ = ["Entry", "answer_fields", "has_answer", "well_formed"]

_VERSION = 1
_TEXT, _MAYBE = (str,), (str, type(None))
_COUNT, _NUMBER = (int, type(None)), (int, float, type(None))


@dataclass(frozen=True, slots=True)
class Entry:
    """An answer as it came. Times are UTC in ISO 8601, `latency_s` seconds, `cost_usd` dollars.

    `parameters` (effective ones) is canonical JSON. `picture_sent` is the picture asked about;
    where a provider needed it smaller, `notes` name the bytes sent for it. The parse is left out on
    purpose: it is made anew at each reading, so that a better parser needs no new answers. Of an
    imported answer `imported_from` names the file, `asked_at` is the time of the import, and
    `prompt_sha256` is null: nobody knows the words that were sent.
    """

    key: str
    picture_sent: str
    prompt_id: str
    prompt_sha256: str | None
    evaluation: str
    repeat: int
    model: str
    provider: str
    model_revision: str
    parameters: str
    run_id: str
    asked_at: str
    attempts: int
    latency_s: float
    answer: str | None
    reasoning: str | None
    finish_reason: str | None
    served_model: str | None
    input_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None
    error: str | None
    versions: Mapping[str, str]
    imported_from: str | None = None
    notes: Mapping[str, str] = field(default_factory=dict)

    @property
    def request_notes(self) -> str | None:
        """The notes as canonical JSON; None where there are none."""
        return canonical_json(self.notes) if self.notes else None

    def to_line(self) -> bytes:
        """One line of JSON in UTF-8, with its newline."""
        values = {"v": _VERSION} | {name: getattr(self, name) for name in _TYPES}
        text = json.dumps(values, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return text.encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Entry:
        """What `to_line` wrote; fields that a later version adds are passed over.

        Raises:
            ValueError: the line is no JSON, or a field is missing or of another type.
        """
        values = json.loads(line)
        if not isinstance(values, dict) or values.get("v") != _VERSION:
            raise ValueError(f"expected a JSON object with v = {_VERSION}")
        values.setdefault("notes", {})
        for name, types in _TYPES.items():
            absent = None if name in _LATER else ...
            if not isinstance(values.get(name, absent), types):
                raise ValueError(f"field `{name}` is missing or of another type")  # noqa: TRY004
        return cls(**{name: values[name] for name in _TYPES if name in values})

    def as_answer(self) -> Answer:
        """The answer as a parser takes it."""
        return Answer(**{name: getattr(self, name) for name in _SHARED}, text=self.answer)


_TYPES: dict[str, tuple[type, ...]] = {
    "key": _TEXT,
    "picture_sent": _TEXT,
    "prompt_id": _TEXT,
    "prompt_sha256": _MAYBE,
    "evaluation": _TEXT,
    "repeat": (int,),
    "model": _TEXT,
    "provider": _TEXT,
    "model_revision": _TEXT,
    "parameters": _TEXT,
    "run_id": _TEXT,
    "asked_at": _TEXT,
    "attempts": (int,),
    "latency_s": (int, float),
    "answer": _MAYBE,
    "reasoning": _MAYBE,
    "finish_reason": _MAYBE,
    "served_model": _MAYBE,
    "input_tokens": _COUNT,
    "output_tokens": _COUNT,
    "cost_usd": _NUMBER,
    "error": _MAYBE,
    "versions": (dict,),
    "imported_from": _MAYBE,
    "notes": (dict,),
}
_LATER = frozenset(("imported_from",))  # lines of the first version lack it
_SHARED = tuple(field.name for field in fields(Answer) if field.name != "text")


def answer_fields(answer: Answer) -> dict[str, Any]:
    """An answer's part of an entry; what no table can hold is mended.

    Half a surrogate pair becomes U+FFFD; a negative or infinite count or cost becomes unknown.
    """
    return {
        "answer": well_formed(answer.text),
        "reasoning": well_formed(answer.reasoning),
        "finish_reason": well_formed(answer.finish_reason),
        "served_model": well_formed(answer.served_model),
        "input_tokens": _known(answer.input_tokens),
        "output_tokens": _known(answer.output_tokens),
        "cost_usd": _known(answer.cost_usd),
        "error": well_formed(answer.error),
        "notes": dict(answer.notes),
    }


def has_answer(entry: Entry) -> bool:
    """Whether there is anything to read: no fault, and a text that is not blank."""
    return entry.error is None and bool(entry.answer and entry.answer.strip())


def well_formed(text: str | None) -> str | None:
    """The text with each half of a surrogate pair, which no table can hold, as U+FFFD."""
    if text is None or text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _known(number: float | None) -> Any:
    return number if number is not None and math.isfinite(number) and number >= 0 else None
