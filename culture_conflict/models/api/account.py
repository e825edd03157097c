"""What one account allows, shared by every process that asks through it."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from culture_conflict.errors import HomeError
from culture_conflict.models.api.bucket import Bucket
from culture_conflict.models.api.slots import Slots
from culture_conflict.models.limits import Limits

__all__ = ["Account"]

_WIDTH = 1024
_LONGEST_NAP_S = 1.0


@dataclass
class Account:
    """The limiter and the purse of one account, in a folder of its own.

    Requests in flight hold kernel locks, which die with their process. Buckets, a common rest and
    the day's spending stand in one small file that is read and written under a lock.
    """

    folder: Path
    limits: Limits
    clock: Callable[[], float] = time.time
    _slots: Slots = field(init=False)
    _descriptor: int | None = None

    def __post_init__(self) -> None:
        self._slots = Slots(self.folder, self.limits.in_flight)

    @asynccontextmanager
    async def turn(self, tokens: int) -> AsyncIterator[None]:
        """Wait until one request of about so many tokens may be sent; hold its slot meanwhile.

        Raises:
            HomeError: the account's folder can't be read or written.
        """
        async with self._slots.one():
            while (wait := self._take(tokens)) > 0:  # noqa: ASYNC110 - it depends on other processes
                await asyncio.sleep(min(wait, _LONGEST_NAP_S))
            yield

    def rest(self, seconds: float) -> None:
        """Let nobody send for so long: the provider asked for it."""
        with self._state() as state:
            state["rest_until"] = max(state.get("rest_until", 0.0), self.clock() + seconds)

    def spend(self, usd: float) -> float:
        """Add to today's spending (UTC) and return its sum over all runs."""
        with self._state() as state:
            today = self._today()
            spent = float(state.get("spent", {}).get(today, 0.0)) + usd
            state["spent"] = {today: spent}
        return spent

    def spent_today(self) -> float:
        """US dollars that every run of this home spent on this account today (UTC)."""
        with self._state() as state:
            return float(state.get("spent", {}).get(self._today(), 0.0))

    def close(self) -> None:
        """Close the files; they are opened again when needed."""
        self._slots.close()
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)

    def _take(self, tokens: int) -> float:
        """0 where the request may go, else the seconds after which to try again."""
        with self._state() as state:
            now = self.clock()
            if (resting := state.get("rest_until", 0.0) - now) > 0:
                return float(resting)
            wanted = {
                "requests": (self.limits.requests_per_minute, 1),
                "tokens": (self.limits.tokens_per_minute, tokens),
            }
            buckets = {
                name: Bucket(limit, need, state.get(name), now)
                for name, (limit, need) in wanted.items()
                if limit is not None
            }
            wait = max((bucket.wait_s for bucket in buckets.values()), default=0.0)
            if wait <= 0:
                state |= {name: bucket.taken() for name, bucket in buckets.items()}
            return wait

    @contextmanager
    def _state(self) -> Iterator[dict[str, Any]]:
        """The shared file as a mapping, locked; written back where it changed.

        It is written by one call into the same block, so that a killed writer leaves it whole.
        """
        descriptor = self._open()
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        try:
            before = os.pread(descriptor, _WIDTH, 0)
            state = self._read(before)
            yield state
            after = json.dumps(state).encode().ljust(_WIDTH)
            if after != before:
                self._write(descriptor, after)
        finally:
            fcntl.flock(descriptor, fcntl.LOCK_UN)

    def _open(self) -> int:
        if self._descriptor is None:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                flags = os.O_RDWR | os.O_CREAT
                self._descriptor = os.open(self.folder / "account.json", flags, 0o600)
            except OSError as error:
                raise self._fault(error.strerror or str(error)) from error
        return self._descriptor

    def _read(self, data: bytes) -> dict[str, Any]:
        try:
            state = json.loads(data) if data.strip() else {}
        except ValueError as error:
            raise self._fault("it holds no JSON") from error
        if not isinstance(state, dict):
            raise self._fault("it holds no mapping")
        return state

    def _write(self, descriptor: int, data: bytes) -> None:
        try:
            os.pwrite(descriptor, data, 0)
        except OSError as error:
            raise self._fault(error.strerror or str(error)) from error

    def _fault(self, why: str) -> HomeError:
        return HomeError(
            f"{self.folder / 'account.json'} can't be used: {why}. Mend the folder's permissions "
            f"or free space; if the file is damaged delete it: today's spending then counts from 0."
        )

    def _today(self) -> str:
        return datetime.fromtimestamp(self.clock(), UTC).date().isoformat()
