"""What a geocoder has said, kept in a file that all runs share."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from culture_conflict.locks import exclusive
from culture_conflict.places.geocoding import Geocode, Hit

__all__ = ["GeocodeCache"]

_WAIT_S = 600.0


class GeocodeCache:
    """One JSON line per answer; the last line of a query holds; a torn last line is overlooked.

    Hits and the absence of one are kept for good; errors are written down and never reused. Take
    `turn` around a request: it also sees that only one process asks at a time.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: dict[str, Geocode] = {}
        self._read_to = 0

    def get(self, service: str, query: str) -> Geocode | None:
        """The kept answer of this service to this query; None where it has to be asked."""
        self._refresh()
        found = self._known.get(_key(service, query))
        return None if found is None or found.status == "error" else found

    def put(self, service: str, answer: Geocode) -> None:
        """Append an answer; hold `turn` meanwhile."""
        line = json.dumps({"service": service, **asdict(answer)}, ensure_ascii=False)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a+b") as file:
            if file.tell():
                file.seek(-1, os.SEEK_END)
                torn = file.read(1) != b"\n"
                file.write(b"\n" if torn else b"")
            file.write(line.encode() + b"\n")
        self._refresh()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Be the only one, over all processes that share this file, that asks and appends."""
        lock = self.path.with_name(f"{self.path.name}.lock")
        with exclusive(lock, what="Geocoding", wait_s=_WAIT_S):
            yield

    def last_request(self) -> float:
        """When any process last asked, in seconds since 1970; 0 = never."""
        path = self._clock_file
        try:
            return float(path.read_text(encoding="ascii"))
        except (FileNotFoundError, ValueError):
            return 0.0

    def note_request(self, at: float) -> None:
        """Remember for every process when the last request went out."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._clock_file.write_text(repr(at), encoding="ascii")

    @property
    def _clock_file(self) -> Path:
        return self.path.with_name(f"{self.path.name}.last")

    def _refresh(self) -> None:
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            file.seek(self._read_to)
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        self._read_to += len(whole)
        for line in whole.splitlines():
            self._take(line)

    def _take(self, line: bytes) -> None:
        try:
            row = json.loads(line)
            service = row.pop("service")
            hits = tuple(Hit(**hit) for hit in row.pop("hits"))
            answer = Geocode(hits=hits, **row)
        except (ValueError, KeyError, TypeError, AttributeError):
            return  # a torn line: its query is asked again
        self._known[_key(service, answer.query)] = answer


def _key(service: str, query: str) -> str:
    return json.dumps([service, query], ensure_ascii=False)
