"""Asks for edits within the limits of an account, and keeps what comes the moment it arrives."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from culture_conflict.editors.api.options import ApiOptions
from culture_conflict.editors.api.paid import PaidEdits, state_of
from culture_conflict.editors.api.spending import EditBudget
from culture_conflict.editors.api.wire import EditLine
from culture_conflict.errors import PictureError
from culture_conflict.locks import exclusive
from culture_conflict.models.api.account import Account
from culture_conflict.models.api.faults import Fault
from culture_conflict.models.api.health import Health
from culture_conflict.models.api.library import versions
from culture_conflict.models.api.prices import price_of
from culture_conflict.models.api.retry import preset
from culture_conflict.models.api.routes import account_of, api_key
from culture_conflict.models.api.tries import Patience, Tries
from culture_conflict.models.entry import Entry, answer_fields
from culture_conflict.models.interrupting import run_interruptible
from culture_conflict.models.keys import sha256_of
from culture_conflict.models.protocol import Answer
from culture_conflict.pictures.open import check_header, open_picture
from culture_conflict.pictures.store import PictureStore

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["EditAsking", "Wanted"]

_LONGEST_WAIT_S = 3600.0


@dataclass(frozen=True)
class Wanted:
    """One request: its key, the pictures as they are sent (PNG), and what is asked for."""

    key: str
    pictures: tuple[bytes, ...]
    picture_sent: str
    instruction: str
    prompt_id: str
    seed: int
    parameters: str


class EditAsking:
    """One editor's requests of one process.

    Below the home's `root`: what was asked in `ledger/edits/<key>` with the outputs beside it, the
    account's limits and spending in `accounts`, shared with the models that are asked through it.
    """

    def __init__(self, options: ApiOptions, root: Path) -> None:
        setting = options.setting
        self._options = options
        self._paid = PaidEdits(root / "ledger" / "edits" / setting.key)
        self._outputs = PictureStore(self._paid.folder / "outputs")
        self._price = price_of(setting)
        self._account = Account(root / "accounts" / account_of(setting), setting.limits)
        self._budget = EditBudget(setting, self._price, self._account)
        self._health = Health(setting.key, setting.limits.in_flight)
        patience = preset(setting.retry)
        self._patience = Patience(patience, _state, None, setting.limits.deadline_s)

    def picture(self, sha256: str) -> Image:
        """An output that was paid for.

        Raises:
            PictureError: it is gone or damaged.
        """
        return open_picture(self._outputs.get(sha256)).image

    def answers(self, wanted: Sequence[Wanted]) -> dict[str, Entry]:
        """What came of each request, asked now where it was not before.

        Processes take turns, so that none asks what another is asking.

        Raises:
            BusyError: others kept asking for an hour.
            ProviderError: nothing more can be asked; what came is kept.
            HomeError: what came can't be kept.
        """
        if (found := self._known(wanted)).keys() >= {one.key for one in wanted}:
            return found
        asking = f"Asking {self._options.setting.key} for edits"
        with exclusive(self._paid.lease, what=asking, wait_s=_LONGEST_WAIT_S):
            found = self._known(wanted)
            missing = {one.key: one for one in wanted if one.key not in found}
            if missing:
                longest = max((one.instruction for one in missing.values()), key=len)
                self._budget.require(len(missing), longest)
                run_interruptible(self._ask(list(missing.values()), found))
        return found

    def _known(self, wanted: Sequence[Wanted]) -> dict[str, Entry]:
        known = {one.key: self._paid.get(one.key) for one in wanted}
        return {key: entry for key, entry in known.items() if entry is not None}

    async def _ask(self, missing: Sequence[Wanted], found: dict[str, Entry]) -> None:
        setting = self._options.setting
        line = EditLine.open(self._options, api_key(setting), self._price, self._keep)
        try:
            outcomes = await asyncio.gather(
                *(self._one(line, wanted) for wanted in missing), return_exceptions=True
            )
        finally:
            self._account.close()
            await line.close()
        for wanted, outcome in zip(missing, outcomes, strict=True):
            if isinstance(outcome, BaseException):
                raise outcome
            found[wanted.key] = outcome

    async def _one(self, line: EditLine, wanted: Wanted) -> Entry:
        async def send(given: dict[str, Any]) -> Answer | Fault:
            return await self._send(line, given, wanted.instruction)

        began, at = time.perf_counter(), datetime.now(UTC).isoformat()
        given = line.arguments(wanted.pictures, wanted.instruction)
        answer = await Tries(self._patience, send).run(given)
        entry = self._entry(wanted, answer, at, time.perf_counter() - began)
        self._paid.add(entry)
        return entry

    async def _send(self, line: EditLine, given: dict[str, Any], prompt: str) -> Answer | Fault:
        async with self._account.turn(self._budget.tokens_of(prompt)):
            self._health.check()
            with self._budget.one(prompt) as spending:
                outcome = await line.send(given)
                spending.settle(outcome if isinstance(outcome, Answer) else None)
        if isinstance(outcome, Fault) and outcome.kind == "filtered":
            outcome = Answer(reasoning=outcome.message, finish_reason="content_filter")
        if isinstance(outcome, Answer):
            self._health.answered()
            return outcome
        if outcome.kind == "rate_limit":
            self._account.rest(outcome.wait_s or 0.0)
        self._health.failed(outcome)
        return outcome

    def _keep(self, data: bytes) -> str | None:
        """Only pictures are kept, and told by their sha256."""
        try:
            check_header(data)
        except PictureError:
            return None
        return self._outputs.put(data)

    def _entry(self, wanted: Wanted, answer: Answer, at: str, seconds: float) -> Entry:
        setting = self._options.setting
        answer = replace(answer, text=answer.text or None)
        return Entry(
            key=wanted.key,
            picture_sent=wanted.picture_sent,
            prompt_id=wanted.prompt_id,
            prompt_sha256=sha256_of(wanted.instruction),
            evaluation="edit",
            repeat=wanted.seed,
            model=setting.key,
            provider=setting.provider,
            model_revision=setting.revision,
            parameters=wanted.parameters,
            run_id=str(os.getpid()),
            asked_at=at,
            attempts=len(self._paid.all(wanted.key)) + 1,
            latency_s=round(seconds, 3),
            versions=versions(),
            **answer_fields(answer),
        )


def _state(answer: Answer) -> str:
    return state_of(text=answer.text, finish=answer.finish_reason, words=answer.reasoning)
