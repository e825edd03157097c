"""What becomes of a street scene whose answer comes back as a field case says, every time."""

from __future__ import annotations

import asyncio
from typing import Any

from culture_conflict.benchmarks.signpost.parsing import parse
from culture_conflict.models.api.retry import preset
from culture_conflict.models.api.tries import Patience, Tries
from culture_conflict.models.protocol import Answer

ENLARGED = "with a larger budget, at most as often as configured"


def budgets_asked_with(given: dict[str, Any], larger_budget: int | None) -> list[int]:
    """`max_tokens` of each request, where every answer is the case's."""
    seen: list[int] = []

    async def send(parameters: dict[str, Any]) -> Answer:
        seen.append(parameters["max_tokens"])
        return Answer(text=given["text"], finish_reason=given["finish_reason"])

    patience = Patience(preset("default"), lambda said: parse(said).state, larger_budget, 60.0)
    asyncio.run(Tries(patience, send).run({"max_tokens": given["max_tokens"]}))
    return seen


def asked_again(given: dict[str, Any]) -> str | None:
    """In the cases' words: once with the larger budget of a row, not at all without one."""
    small, larger = given["max_tokens"], 2 * given["max_tokens"]
    allowed = budgets_asked_with(given, larger) == [small, larger]
    return ENLARGED if allowed and budgets_asked_with(given, None) == [small] else None
