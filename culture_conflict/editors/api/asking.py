"""Asks for edits within the limits of an account, and keeps what comes the moment it arrives."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from culture_conflict.editors.api.loop import Loop
from culture_conflict.editors.api.options import ApiOptions
from culture_conflict.editors.api.paid import PaidEdits, state_of
from culture_conflict.editors.api.spending import EditBudget
from culture_conflict.editors.api.wire import EditLine
from culture_conflict.errors import CultureConflictError, PictureError
from culture_conflict.models.api.account import Account
from culture_conflict.models.api.faults import Fault
from culture_conflict.models.api.health import Health
from culture_conflict.models.api.library import versions
from culture_conflict.models.api.prices import price_of
from culture_conflict.models.api.retry import preset
from culture_conflict.models.api.routes import account_of, api_key
from culture_conflict.models.api.tries import Patience, Tries
from culture_conflict.models.entry import Entry, answer_fields
from culture_conflict.models.keys import sha256_of
from culture_conflict.models.protocol import Answer
from culture_conflict.pictures.open import open_picture
from culture_conflict.pictures.store import PictureStore

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["EditAsking", "Wanted"]


@dataclass(frozen=True)
class Wanted:
    """One request: its key, the pictures as they are sent (PNG), and what is asked for.

    `made_of` names the stored pictures that are shown (sha256).
    """

    key: str
    pictures: tuple[bytes, ...]
    picture_sent: str
    instruction: str
    prompt_id: str
    seed: int
    parameters: str
    made_of: tuple[str, ...] = ()


class EditAsking:
    """One editor's requests of one process, whatever thread they come from.

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
        self._health = Health(setting.called, setting.limits.in_flight)
        patience = preset(setting.retry)
        self._patience = Patience(patience, _state, None, setting.limits.deadline_s)
        self._guard, self._users = threading.Lock(), 0
        self._asking: tuple[Loop, EditLine] | None = None

    def picture(self, sha256: str) -> Image:
        """An output that was paid for.

        Raises:
            PictureError: it is gone or damaged.
        """
        return open_picture(self._outputs.get(sha256)).image

    @contextmanager
    def open(self) -> Iterator[Callable[[Wanted], Future[Entry]]]:
        """Give a way to ask: what came of a request, asked now where it was not before.

        Many threads may have it open; all ask within the same limits. What was sent when an error
        comes up is waited for, since it is paid for; an interruption ends it.

        Raises:
            BusyError, ProviderError, HomeError: by the future of a request; see `_one`.
        """
        asked: set[Future[Entry]] = set()

        def ask(wanted: Wanted) -> Future[Entry]:
            future = self._submitted(wanted)
            asked.add(future)
            future.add_done_callback(asked.discard)
            return future

        with self._guard:
            self._users += 1
        try:
            yield ask
        except CultureConflictError:
            wait(tuple(asked))
            raise
        finally:
            for future in tuple(asked):
                future.cancel()
            self._leave()

    def _submitted(self, wanted: Wanted) -> Future[Entry]:
        if (known := self._known(wanted.key)) is not None:
            done: Future[Entry] = Future()
            done.set_result(known)
            return done
        with self._guard:
            if self._asking is None:
                key = api_key(self._options.setting)
                line = EditLine.open(self._options, key, self._price, self._keep)
                self._asking = Loop(), line
            loop, line = self._asking
            return loop.submit(self._one(line, wanted))

    def _known(self, key: str) -> Entry | None:
        """What came of a request; None where it has to be asked (again), its output being gone."""
        return self._paid.get(key, self._has)

    def _has(self, entry: Entry) -> bool:
        return entry.answer is None or self._outputs.path(entry.answer).exists()

    def _leave(self) -> None:
        with self._guard:
            self._users -= 1
            if self._users or self._asking is None:
                return
            (loop, line), self._asking = self._asking, None
            loop.stop(line.close())
            self._account.close()

    async def _one(self, line: EditLine, wanted: Wanted) -> Entry:
        """Ask for one edit and keep what comes.

        Raises:
            BusyError: another process kept asking the same for an hour.
            ProviderError: nothing more can be asked.
            HomeError: what came can't be kept.
        """

        async def send(given: dict[str, Any]) -> Answer | Fault:
            return await self._send(line, given, wanted.instruction)

        async with self._paid.turn(wanted.key):
            if (known := self._known(wanted.key)) is not None:
                return known
            self._budget.require(1, wanted.instruction)
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
        """Only pictures that can be read to the end are kept, and told by their sha256."""
        try:
            open_picture(data)
        except PictureError:
            return None
        return self._outputs.put(data)

    def _entry(self, wanted: Wanted, answer: Answer, at: str, seconds: float) -> Entry:
        setting = self._options.setting
        answer = replace(answer, text=answer.text or None)
        fields = answer_fields(answer)
        fields["notes"] |= {"made_of": " ".join(wanted.made_of)} if wanted.made_of else {}
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
            **fields,
        )


def _state(answer: Answer) -> str:
    return state_of(text=answer.text, finish=answer.finish_reason, words=answer.reasoning)
