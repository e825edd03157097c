"""What was asked of an API and what came of it, so that nothing is paid for twice."""

from __future__ import annotations

import asyncio
import fcntl
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from culture_conflict.errors import BusyError, HomeError
from culture_conflict.models.entry import Entry

__all__ = ["PaidEdits", "state_of"]

_LONGEST_WAIT_S, _PAUSE_S = 3600.0, 0.05
_ASKED_AGAIN = ("error", "empty", "unreadable")
# Parts of finish reasons, OpenAI's and Gemini's own.
_FINISHES = {
    "filtered": ("content_filter", "safety", "prohibited", "blocklist", "recitation", "spii"),
    "truncated": ("length", "max_tokens"),
    "unreadable": ("unreadable",),
    "refused": ("refusal",),
}


def state_of(*, text: str | None, finish: str | None, words: str | None) -> str:
    """`ok` with a picture; else why there is none, in a word for tables.

    `text` is the sha256 of the picture that came, `words` what was said instead of one.
    """
    if text:
        return "ok"
    told = (finish or "").casefold()
    for state, signs in _FINISHES.items():
        if any(sign in told for sign in signs):
            return state
    return "refused" if (words or "").strip() else "empty"


@dataclass(frozen=True)
class PaidEdits:
    """`<key[:2]>/<key>.jsonl` below a folder: every asking of one request, a line each.

    A line is whole once `add` has returned, and survives the process and a power cut. Of several
    the first that needs no further asking counts. A torn line is passed over.
    """

    folder: Path

    def get(self, key: str, there: Callable[[Entry], bool] = lambda _: True) -> Entry | None:
        """What came of a request and is still `there`; None where it has to be asked (again)."""
        return next((one for one in self.all(key) if not _again(one) and there(one)), None)

    def all(self, key: str) -> list[Entry]:
        """Every asking of one request, errors included.

        Raises:
            HomeError: the file can't be read.
        """
        try:
            lines = self._path(key).read_bytes().splitlines(keepends=True)
        except FileNotFoundError:
            return []
        except OSError as error:
            raise HomeError(
                f"{self._path(key)} can't be read ({error.strerror}). Mend its permissions, "
                f"otherwise this edit would be paid for again."
            ) from error
        return [found for line in lines if (found := _entry(line)) is not None]

    def add(self, entry: Entry) -> None:
        """Keep one asking before anything else happens to it.

        Raises:
            HomeError: it can't be written.
        """
        path = self._path(entry.key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("ab") as file:
                # A line that a killed writer left torn must not swallow this one.
                file.write((b"\n" if file.tell() else b"") + entry.to_line())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise _unwritable(path, error) from error

    @asynccontextmanager
    async def turn(self, key: str) -> AsyncIterator[None]:
        """Hold one request, so that no other thread or process asks the same; others go on.

        The kernel lets go of it when its holder dies.

        Raises:
            BusyError: another holder kept it for an hour.
            HomeError: its file can't be written.
        """
        descriptor = self._open(key)
        try:
            deadline = time.monotonic() + _LONGEST_WAIT_S
            while not _taken(descriptor):
                if time.monotonic() >= deadline:
                    raise BusyError(
                        f"Another process has been asking for the edit {self._path(key)} for an "
                        f"hour. Stop it or wait until it has finished, then run again."
                    )
                await asyncio.sleep(_PAUSE_S)
            yield
        finally:
            os.close(descriptor)

    def _open(self, key: str) -> int:
        path = self._path(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise _unwritable(path, error) from error

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.jsonl"


def _taken(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _unwritable(path: Path, error: OSError) -> HomeError:
    return HomeError(
        f"{path} can't be written ({error.strerror}). Free space or mend its permissions, then run "
        f"again: it continues."
    )


def _again(entry: Entry) -> bool:
    if entry.error is not None:
        return True
    state = state_of(text=entry.answer, finish=entry.finish_reason, words=entry.reasoning)
    return state in _ASKED_AGAIN


def _entry(line: bytes) -> Entry | None:
    try:
        return Entry.from_line(line)
    except ValueError:
        return None
