"""The asynchronous core: ask a provider about many pictures, in bounded memory."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from culture_conflict.errors import HomeError, PictureError, ProviderError
from culture_conflict.models.protocol import Answer, Expecting, Provider, Request

if TYPE_CHECKING:
    from culture_conflict.pictures.store import PictureStore

__all__ = ["Asking", "Received", "Wanted"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """One distinct request: its key, the picture's sha256 and the prompt."""

    key: str
    picture: str
    prompt: str


@dataclass(frozen=True, slots=True)
class Received:
    """An answer (or fault) to a request, the seconds it took, and when it came (UTC, ISO 8601).

    Requests of one batch share the batch's seconds. `sent` is false where nothing could be sent.
    """

    wanted: Wanted
    answer: Answer
    latency_s: float
    at: str
    sent: bool = True


class Asking:
    """Asks everything wanted once; `keep` is called with each answer the moment it arrives.

    What `again` then names is asked once more, before the provider is closed.

    At most `provider.in_flight` batches exist at a time, pictures included: each worker takes its
    next batch only when it is done with the last, so a slow provider holds the reading back.
    """

    def __init__(
        self,
        wanted: Sequence[Wanted],
        provider: Provider,
        pictures: PictureStore,
        keep: Callable[[Received], None],
        again: Callable[[], Sequence[Wanted]] = tuple,
    ) -> None:
        self._provider, self._pictures, self._keep = provider, pictures, keep
        self._wanted, self._again = wanted, again
        self._total, self._kept = len(wanted), 0
        self._longest = max((each.prompt for each in wanted), key=len, default="")
        self._failed = False

    async def run(self) -> None:
        """Ask, then close the provider, whatever happened.

        Raises:
            ProviderError: the provider itself failed. No further batch was begun; those in flight
                were awaited and kept.
            HomeError: an answer could not be kept.
            asyncio.CancelledError: what had arrived is kept, what was in flight is lost.
        """
        try:
            if isinstance(self._provider, Expecting) and self._total:
                self._provider.expect(self._total, self._longest)
            outcomes = await self._pass(self._wanted)
            if not self._failed:
                more = self._again()
                self._total += len(more)
                outcomes = await self._pass(more)
        finally:
            await self._provider.close()
        for outcome in outcomes:
            if isinstance(outcome, HomeError | ProviderError):
                raise outcome
            if outcome is not None:
                raise self._provider_error(outcome) from outcome

    async def _pass(self, wanted: Sequence[Wanted]) -> list[BaseException | None]:
        size = max(1, self._provider.batch_size)
        batches = iter([wanted[start : start + size] for start in range(0, len(wanted), size)])
        n_workers = min(max(1, self._provider.in_flight), -(-len(wanted) // size))
        workers = [self._work(batches) for _ in range(n_workers)]
        return await asyncio.gather(*workers, return_exceptions=True)

    async def _work(self, batches: Iterator[Sequence[Wanted]]) -> None:
        done = False
        try:
            while not self._failed and (batch := next(batches, None)) is not None:
                await self._ask(batch)
            done = True
        finally:
            self._failed |= not done

    async def _ask(self, batch: Sequence[Wanted]) -> None:
        loaded = await asyncio.to_thread(self._load, batch)
        sent = [(wanted, item) for wanted, item in loaded if isinstance(item, Request)]
        for wanted, item in loaded:
            if isinstance(item, Answer):
                self._receive(Received(wanted, item, 0.0, _now(), sent=False))
        if not sent:
            return
        started = time.monotonic()
        answers = await self._provider.ask([request for _, request in sent])
        seconds, at = time.monotonic() - started, _now()
        if len(answers) != len(sent):
            raise ProviderError(
                f"{type(self._provider).__name__} gave {len(answers)} answers to {len(sent)} "
                f"requests; expected one each, in order. Nothing of this batch was kept."
            )
        for (wanted, _), answer in zip(sent, answers, strict=True):
            self._receive(Received(wanted, answer, seconds, at))

    def _receive(self, received: Received) -> None:
        self._keep(received)
        self._kept += 1

    def _load(self, batch: Sequence[Wanted]) -> list[tuple[Wanted, Request | Answer]]:
        """Read a batch's pictures; one that can't be read becomes a fault of its own request."""
        return [(wanted, self._request(wanted)) for wanted in batch]

    def _request(self, wanted: Wanted) -> Request | Answer:
        from culture_conflict.pictures.private import without_metadata
        from culture_conflict.pictures.store import media_type

        try:
            data = without_metadata(self._pictures.get(wanted.picture))
            return Request(data, media_type(data), wanted.prompt)
        except PictureError as error:
            return Answer(error=f"picture not sent ({error.reason}): {error}")

    def _provider_error(self, cause: BaseException) -> ProviderError:
        return ProviderError(
            f"{type(self._provider).__name__} failed after {self._kept:,} of {self._total:,} "
            f"answers, which are kept: {type(cause).__name__}: {cause}. Mend its cause and run "
            f"again: it continues."
        )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
