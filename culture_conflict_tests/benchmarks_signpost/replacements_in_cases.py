"""A fake provider that always says the same, and what becomes of a case's texts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from culture_conflict.benchmarks.signpost.asked_maker import MAX_ATTEMPTS, Asked, ask
from culture_conflict.benchmarks.signpost.replacements import Span, Triple, check
from culture_conflict.models.protocol import Answer, Request

SPANS = (
    Span("s1", "Oxford Street", "GBR"),
    Span("s2", "Bakery", "GBR"),
    Span("s3", "OPEN 24 HOURS", "GBR"),
    Span("s4", "Kingsway", "GBR"),
)


@dataclass
class FakeModel:
    """Gives its answers in turn, the last one for ever; no model is behind it."""

    answers: Sequence[Answer]
    batch_size: int = 1
    in_flight: int = 1
    parameters: Mapping[str, Any] = field(default_factory=dict)
    calls: int = 0
    prompts: list[str] = field(default_factory=list)

    async def ask(self, requests: Sequence[Request]) -> Sequence[Answer]:
        self.prompts += [request.prompt for request in requests]
        self.calls += len(requests)
        return [self.answers[min(self.calls, len(self.answers)) - 1]]

    async def close(self) -> None:
        pass


def said(*entries: Mapping[str, Any]) -> Answer:
    return Answer(json.dumps({"spans": entries}), finish_reason="stop")


def asked(model: FakeModel, location: str = "London") -> Asked:
    return asyncio.run(ask(model, b"picture", "image/png", SPANS, location))


def refused(given: Mapping[str, str]) -> dict[str, bool]:
    model = FakeModel([Answer(given["text"], finish_reason=given["finish_reason"])])
    result = asked(model)
    bounded = model.calls == result.attempts <= MAX_ATTEMPTS
    return {
        "accepted": bool(result.made),
        "retry": model.calls > 1,
        "max_retries_bounded": bounded,
    }


def accepted(given: Mapping[str, Any]) -> bool:
    if "json" in given:
        return not faults(given["json"])
    return refused(given)["accepted"]


def faults(triple: Mapping[str, str]) -> tuple[str, ...]:
    return check(Span("s", "Bread", "GBR"), Triple(**triple)).faults
