"""A model behind an API, as a provider of answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from culture_conflict.errors import PictureError
from culture_conflict.models.api.account import Account
from culture_conflict.models.api.budget import Budget
from culture_conflict.models.api.capabilities import effective_parameters
from culture_conflict.models.api.faults import Fault
from culture_conflict.models.api.fitted import fit_once
from culture_conflict.models.api.fitting import Fitted, fits, picture_rule
from culture_conflict.models.api.forms import AnswerForm, how_asked
from culture_conflict.models.api.health import Health
from culture_conflict.models.api.library import versions
from culture_conflict.models.api.line import Line
from culture_conflict.models.api.prices import price_of
from culture_conflict.models.api.retry import MAX_REQUESTS, preset
from culture_conflict.models.api.routes import account_of, api_key
from culture_conflict.models.api.tries import Patience, Tries
from culture_conflict.models.api.wire import arguments, data_url
from culture_conflict.models.protocol import Answer, Request, Scalar
from culture_conflict.models.settings import ModelSetting

__all__ = ["ApiModel", "ApiPlace"]


@dataclass(frozen=True)
class ApiPlace:
    """What an API's model needs besides its row: the form of answers, and folders of the home.

    `accounts` holds limiters and spending, `fitted` the pictures that were too large for a model.
    """

    form: AnswerForm
    accounts: Path
    fitted: Path
    log: Callable[[str], None] = field(default=lambda _: None)

    @property
    def servers(self) -> Path:
        """The folder of servers that this home starts; it lies beside the accounts'."""
        return self.accounts.parent / "servers"


class ApiModel:
    """Asks with at most six requests per picture; `parameters` are those that take effect.

    The key is read when the first picture is asked about, so that planning needs none.

    Raises:
        RegistryError: the model does not take the row's parameters.
    """

    batch_size = 1
    max_requests = MAX_REQUESTS

    def __init__(self, setting: ModelSetting, place: ApiPlace) -> None:
        self._setting, self._place = setting, place
        self._effective = effective_parameters(setting)
        self._asked = how_asked(setting, place.form)
        self._price = price_of(setting)
        self.in_flight = setting.limits.in_flight
        self._account = Account(place.accounts / account_of(setting), setting.limits)
        self._budget = Budget(setting, self._price, self._account)
        self._health = Health(setting.called, self.in_flight)
        self._patience = Patience(
            preset(setting.retry),
            lambda answer: place.form.parse(answer).state,
            setting.larger_budget,
            setting.limits.deadline_s,
        )
        self._calls = 0
        self._line: Line | None = None
        self._shared: dict[str, Any] = {}
        self._notes: dict[str, str] = {}

    @property
    def parameters(self) -> Mapping[str, Scalar]:
        rule = picture_rule(self._setting)
        model = {"model": self._setting.model, "picture": rule}
        return {**model, **self._effective, **self._asked.recorded}

    @property
    def calls(self) -> int:
        """Requests sent, those asked again included."""
        return self._calls

    def expect(self, n_requests: int, prompt: str) -> None:
        """Refuse before the first request what can't succeed or would cost too much.

        Raises:
            ProviderError: no key, no library, an unknown price, or an estimate over the limit.
        """
        estimate = self._budget.require(n_requests, prompt)
        self._open()
        self._place.log(f"{self._setting.key}: {estimate}")

    async def ask(self, requests: Sequence[Request]) -> Sequence[Answer]:
        return [await self._one(request) for request in requests]

    async def close(self) -> None:
        """Close every connection and give back the account's slots."""
        line, self._line = self._line, None
        self._account.close()
        if line is not None:
            await line.close()

    async def _one(self, request: Request) -> Answer:
        line, data = self._open(), request.picture
        try:
            if fits(self._setting, data):
                fitted = Fitted(data, request.media_type)
            else:
                fitted = await asyncio.to_thread(fit_once, self._setting, data, self._place.fitted)
        except PictureError as error:
            return Answer(error=f"picture not sent ({error.reason}): {error}")

        async def send(given: dict[str, Any]) -> Answer | Fault:
            return await self._send(line, given, request.prompt)

        answer = await Tries(self._patience, send).run(self._given(fitted, request.prompt))
        return replace(answer, notes={**self._notes, **answer.notes, **fitted.notes})

    def _open(self) -> Line:
        if self._line is None:
            key = api_key(self._setting)
            self._line = Line.open(self._setting, key, self._price)
            self._shared = arguments(self._setting, self._effective, key)
            self._notes = versions()
        return self._line

    def _given(self, fitted: Fitted, prompt: str) -> dict[str, Any]:
        url = data_url(fitted.data, fitted.media_type)
        content = [
            {"type": "text", "text": prompt + self._asked.suffix},
            {"type": "image_url", "image_url": {"url": url}},
        ]
        form = self._asked.response_format
        given = self._shared | {"messages": [{"role": "user", "content": content}]}
        return given | ({} if form is None else {"response_format": form})

    async def _send(self, line: Line, given: dict[str, Any], prompt: str) -> Answer | Fault:
        """One request within the account's limits and the budget."""
        async with self._account.turn(self._budget.tokens_of(prompt)):
            # Another picture's request may have shown meanwhile that this one is of no use.
            self._health.check()
            with self._budget.one(prompt) as spending:
                self._calls += 1
                outcome = await line.send(given)
                spending.settle(outcome if isinstance(outcome, Answer) else None)
        return self._judged(outcome)

    def _judged(self, outcome: Answer | Fault) -> Answer | Fault:
        if isinstance(outcome, Fault) and outcome.kind == "filtered":
            outcome = Answer("", finish_reason="content_filter")
        if isinstance(outcome, Answer):
            self._health.answered()
            return outcome
        if outcome.kind == "rate_limit":
            self._account.rest(outcome.wait_s or 0.0)
        self._health.failed(outcome)
        return outcome
