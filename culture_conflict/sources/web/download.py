"""Pictures by their addresses: asked for politely, never twice, and never a page for a picture."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from culture_conflict import __version__
from culture_conflict.errors import HomeError, PictureError
from culture_conflict.pictures.store import PictureStore, media_type
from culture_conflict.servers import retry_after_s
from culture_conflict.sources.fetching import Fetching
from culture_conflict.sources.web.addresses import Allowed, host_of
from culture_conflict.sources.web.request import Refused, fetch_once

if TYPE_CHECKING:
    from culture_conflict.sources.folder.settings import Downloads

__all__ = ["Downloader", "user_agent", "wait_s"]

_MOST_WAITING_S = 600.0
_MEGABYTE = 1_000_000


def user_agent(contact: str) -> str:
    """Who asks, and how to reach them: `culture_conflict/0.1.0 (me@example.org)`."""
    return f"culture_conflict/{__version__} ({contact})"


def wait_s(retry_after: str | None, attempt: int, now: datetime) -> float:
    """Seconds to wait before asking again: what the server says (seconds or a date), else 2^n."""
    said = retry_after_s(retry_after, now)
    return float(2**attempt) if said is None else said


@dataclass
class Downloader:
    """Fetches pictures into the store; `index` keeps which address gave which picture.

    One request at a time. A host that keeps refusing is not asked again by this downloader.
    """

    settings: Downloads
    pictures: PictureStore
    index: Path
    loopback: bool = False
    sleep: Callable[[float], None] = time.sleep
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    _fetching: Fetching = field(default_factory=lambda: Fetching("pictures"))
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _known: dict[str, str] | None = None
    _tired: dict[str, str] = field(default_factory=dict)

    def expect(self, urls: Sequence[str]) -> None:
        """Which addresses will be asked for, so that the time left can be told."""
        with self._lock:
            self._known = _read(self.index) if self._known is None else self._known
            self._fetching = Fetching("pictures", len(set(urls) - set(self._known)))

    def get(self, url: str) -> bytes:
        """The picture at an address: from the store where it was fetched before.

        Raises:
            PictureError: the reasons of `fetch_once`, `too_many_requests`, `unreachable`,
                `incomplete`, or `not_an_image`: whatever came is not kept.
            HomeError: the store or the index can't be written.
        """
        with self._lock:
            if (kept := self._kept(url)) is not None:
                return kept
            data = self._fetch(url)
            media_type(data)
            self._note(url, self.pictures.put(data))
            self._fetching.add(len(data))
            return data

    def _fetch(self, url: str) -> bytes:
        host = host_of(url)
        if host in self._tired:
            raise PictureError("too_many_requests", self._tired[host])
        allowed = Allowed(frozenset(self.settings.hosts), self.loopback)
        agent = user_agent(self.settings.contact)
        headers = {"User-Agent": agent, "Accept": "image/*", "Accept-Encoding": "identity"}
        limit = self.settings.max_megabytes * _MEGABYTE
        for attempt in range(1, self.settings.attempts + 1):
            found = fetch_once(url, allowed, headers, limit)
            if not isinstance(found, Refused):
                return found
            self._wait(found, attempt, host)
        raise AssertionError  # the last attempt raises in _wait

    def _wait(self, refused: Refused, attempt: int, host: str) -> None:
        seconds = wait_s(refused.retry_after, attempt, self.now())
        last = attempt == self.settings.attempts
        if not last and seconds <= _MOST_WAITING_S:
            self.sleep(seconds)
            return
        why = f"asked {attempt} times" if last else f"it says to wait {seconds:.0f} s"
        detail = f"{refused.detail} ({why}); build again later, what came is kept"
        if refused.reason == "too_many_requests":
            self._tired[host] = f"{host} refused earlier in this run: {detail}"
        raise PictureError(refused.reason, detail)

    def _kept(self, url: str) -> bytes | None:
        if self._known is None:
            self._known = _read(self.index)
        sha256 = self._known.get(url)
        if sha256 is None:
            return None
        try:
            return self.pictures.get(sha256)
        except PictureError:
            return None  # lost or damaged: fetched again

    def _note(self, url: str, sha256: str) -> None:
        assert self._known is not None
        self._known[url] = sha256
        try:
            self.index.parent.mkdir(parents=True, exist_ok=True)
            with self.index.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"url": url, "sha256": sha256}) + "\n")
        except OSError as error:
            raise HomeError(
                f"{self.index} can't be written: {error.strerror or error}. Free space or mend the "
                f"folder's permissions, then run again."
            ) from error


def _read(index: Path) -> dict[str, str]:
    """Address to sha256; a line that a kill tore is passed over."""
    known = {}
    if index.is_file():
        for line in index.read_text("utf-8").split("\n"):
            try:
                entry = json.loads(line)
                known[str(entry["url"])] = str(entry["sha256"])
            except (ValueError, KeyError, TypeError):
                continue
    return known
