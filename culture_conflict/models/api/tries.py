"""The requests about one picture: at most six, within one deadline."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

from culture_conflict.models.api.faults import Fault
from culture_conflict.models.api.retry import MAX_REQUESTS, Preset, pause_s
from culture_conflict.models.protocol import Answer
from culture_conflict.models.words import counted

__all__ = ["Patience", "Tries"]

Send = Callable[[dict[str, Any]], Awaitable[Answer | Fault]]


@dataclass(frozen=True)
class Patience:
    """How long one picture is asked about.

    `state_of` tells an answer's state (ruling 7); `larger_budget` is the `max_tokens` of one more
    request where an answer was cut off.
    """

    preset: Preset
    state_of: Callable[[Answer], str]
    larger_budget: int | None
    deadline_s: float
    rng: random.Random = field(default_factory=random.Random)


@dataclass
class Tries:
    """One picture's requests; tokens and cost of all of them are the answer's."""

    patience: Patience
    send: Send
    _got: list[Answer] = field(default_factory=list)
    _faults: list[Fault] = field(default_factory=list)
    _enlarged: bool = False

    async def run(self, given: dict[str, Any]) -> Answer:
        """The answer, or one that names the last fault; `notes` say what it took.

        Raises:
            ProviderError: `send` found that no request of this run can succeed.
        """
        deadline = time.monotonic() + self.patience.deadline_s
        while True:
            outcome = await self.send(given)
            if isinstance(outcome, Answer):
                self._got.append(outcome)
            else:
                self._faults.append(outcome)
            if not self._again(outcome):
                return self._final(outcome, given)
            if self._to_be_enlarged(outcome):
                self._enlarged = True
                given = given | {"max_tokens": self.patience.larger_budget}
                continue
            asked_to_wait = outcome.wait_s if isinstance(outcome, Fault) else None
            pause = pause_s(self._n, asked_to_wait, self.patience.rng)
            if time.monotonic() + pause >= deadline:
                return self._final(outcome, given, over=True)
            await asyncio.sleep(pause)

    @property
    def _n(self) -> int:
        return len(self._got) + len(self._faults)

    def _again(self, outcome: Answer | Fault) -> bool:
        if self._n >= MAX_REQUESTS:
            return False
        if isinstance(outcome, Fault):
            return outcome.again
        preset = self.patience.preset
        if self._to_be_enlarged(outcome):
            return True
        return self._n < preset.for_states and self.patience.state_of(outcome) in preset.states

    def _to_be_enlarged(self, outcome: Answer | Fault) -> bool:
        if self.patience.larger_budget is None or self._enlarged or isinstance(outcome, Fault):
            return False
        return self.patience.state_of(outcome) == "truncated"

    def _final(
        self, outcome: Answer | Fault, given: dict[str, Any], *, over: bool = False
    ) -> Answer:
        notes = {"requests": str(self._n), "temperature": str(given.get("temperature", "default"))}
        if self._faults:
            notes["faults"] = ",".join(fault.kind for fault in self._faults)
        if self._enlarged:
            notes["max_tokens"] = str(self.patience.larger_budget)
        if isinstance(outcome, Fault):
            late = " (the deadline of this picture was reached)" if over else ""
            outcome = Answer(error=f"{outcome.message}; after {counted(self._n, 'request')}{late}")
        return replace(
            outcome,
            input_tokens=_sum([each.input_tokens for each in self._got]),
            output_tokens=_sum([each.output_tokens for each in self._got]),
            cost_usd=_sum([each.cost_usd for each in self._got]),
            notes=notes,
        )


def _sum(parts: list[Any]) -> Any:
    """The sum; unknown where nothing is known or a part is not."""
    return None if not parts or None in parts else sum(parts)
