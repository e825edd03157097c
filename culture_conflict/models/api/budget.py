"""What a run will cost, and where it stops: a limit per run and one per day and account."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import ClassVar

from culture_conflict.errors import ProviderError
from culture_conflict.models.api.account import Account
from culture_conflict.models.api.capabilities import capability
from culture_conflict.models.api.routes import account_of
from culture_conflict.models.limits import Price
from culture_conflict.models.protocol import Answer, Scalar
from culture_conflict.models.settings import ModelSetting
from culture_conflict.models.words import counted

__all__ = ["Budget", "Spending", "expected_tokens"]

# Our assumptions for estimates; real answers are charged by the tokens the provider counts.
_PICTURE_TOKENS = 1200
_ANSWER_TOKENS = 100
_CHARACTERS_PER_TOKEN = 4
_THINKING: dict[Scalar, int] = {
    "none": 0,
    "minimal": 50,
    "low": 500,
    "medium": 1500,
    "high": 4000,
    "xhigh": 8000,
}


def expected_tokens(setting: ModelSetting, prompt: str) -> tuple[int, int]:
    """Tokens in and out that one request is expected to take (our assumption)."""
    given = setting.parameters
    out = _ANSWER_TOKENS
    if isinstance(budget := given.get("thinking_budget"), int):
        out += budget if budget >= 0 else _THINKING["high"]
    elif "reasoning_effort" in capability(setting).values or "reasoning_effort" in given:
        out += _THINKING.get(given.get("reasoning_effort", "medium"), _THINKING["high"])
    if isinstance(most := given.get("max_tokens"), int):
        out = min(out, most)
    return _PICTURE_TOKENS + len(prompt) // _CHARACTERS_PER_TOKEN, out


@dataclass
class Spending:
    """One request's share: expected, then what it was. `known` is false where no price is."""

    expected: float
    spent: float | None = None

    def settle(self, answer: Answer | None) -> None:
        """A fault costs nothing; an answer its cost, or what was expected where it tells none."""
        if answer is None:
            self.spent = 0.0
        else:
            self.spent = self.expected if answer.cost_usd is None else answer.cost_usd


@dataclass
class Budget:
    """Keeps a run within `max_cost_usd`, and the account's day within `max_cost_usd_per_day`."""

    ROW: ClassVar[str] = "row of models.yaml"
    PRICE: ClassVar[str] = "`price: {input: ..., output: ...}`"

    setting: ModelSetting
    price: Price | None
    account: Account
    spent: float = 0.0
    _reserved: float = field(default=0.0)
    _today: float | None = None

    def tokens_of(self, prompt: str) -> int:
        """Tokens that the limiter counts for one request."""
        return sum(expected_tokens(self.setting, prompt))

    def expected(self, prompt: str) -> float:
        """US dollars of one request; 0 where the price is unknown."""
        if self.price is None:
            return 0.0
        sent, got = expected_tokens(self.setting, prompt)
        return (sent * self.price.input + got * self.price.output) / 1e6

    def require(self, n_requests: int, prompt: str) -> str:
        """The estimate for so many requests, in words.

        Raises:
            ProviderError: the price is unknown and the row does not say so, or the estimate is over
                a limit; the message names the numbers.
        """
        if self.price is None:
            self._require_said()
            return f"{counted(n_requests, 'request')}, price unknown: no spending limit can be kept"
        if not self._paid:
            return f"{counted(n_requests, 'request')}, free of charge"
        estimate, today = n_requests * self.expected(prompt), self.account.spent_today()
        self._within(estimate, self.setting.max_cost_usd, "max_cost_usd", "this run", n_requests)
        rest = self.setting.max_cost_usd_per_day - today
        when = f"today, ${today:,.2f} being spent"
        self._within(estimate, rest, "max_cost_usd_per_day", when, n_requests)
        run, day = self.setting.max_cost_usd, self.setting.max_cost_usd_per_day
        return (
            f"{counted(n_requests, 'request')}, about ${estimate:,.2f} (limit ${run:,.2f}; "
            f"today ${today:,.2f} of ${day:,.2f} spent)"
        )

    @contextmanager
    def one(self, prompt: str) -> Iterator[Spending]:
        """Room for one request; one that is broken off counts as expected.

        Raises:
            ProviderError: the limit of the run or day is reached.
        """
        if not self._paid:
            yield Spending(0.0)
            return
        spending = Spending(self.expected(prompt))
        self._require_room(spending.expected)
        self._reserved += spending.expected
        try:
            yield spending
        finally:
            self._reserved -= spending.expected
            spent = spending.expected if spending.spent is None else spending.spent
            self.spent += spent
            if spent:
                self._today = self.account.spend(spent)

    @property
    def _paid(self) -> bool:
        return self.price is not None and self.price.input + self.price.output > 0

    def _require_room(self, expected: float) -> None:
        run, day = self.setting.max_cost_usd, self.setting.max_cost_usd_per_day
        if self.spent + self._reserved + expected > run:
            raise self._reached(self.spent, run, "max_cost_usd", "this run")
        # Learnt anew with each answer, so that asking costs one look at the shared file less.
        if self._today is None:
            self._today = self.account.spent_today()
        if self._today + self._reserved + expected > day:
            raise self._reached(self._today, day, "max_cost_usd_per_day", "today")

    def _reached(self, spent: float, limit: float, field_name: str, when: str) -> ProviderError:
        return ProviderError(
            f"{self.setting.called}: ${spent:,.4f} spent {when} on account "
            f"`{account_of(self.setting)}`, the limit is ${limit:,.2f}. What came is kept. Raise "
            f"`{field_name}` in its {self.ROW} and run again: it continues."
        )

    def _within(self, estimate: float, limit: float, name: str, when: str, n: int) -> None:
        if estimate > limit:
            raise ProviderError(
                f"{self.setting.called}: {counted(n, 'request')} would cost about "
                f"${estimate:,.2f}, more than the ${max(0.0, limit):,.2f} left for {when}. "
                f"Raise `{name}` in its {self.ROW}, or ask about fewer pictures. "
                "Nothing was asked."
            )

    def _require_said(self) -> None:
        if self.setting.price != "unknown":
            raise ProviderError(
                f"{self.setting.called}: the price of {self.setting.model} is unknown, so the "
                f"limit of ${self.setting.max_cost_usd:,.2f} can't be kept. Add {self.PRICE} to "
                f"its {self.ROW} (US dollars per million tokens; 0 for a server of your own), or "
                f"`price: unknown` to go without a limit. Nothing was asked."
            )
