"""A server on this machine that speaks Nominatim's format, and what is left of a lookup there."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import polars as pl

from culture_conflict.benchmarks.signpost.traps import trap_targets
from culture_conflict.places.geocoding import Geocode
from culture_conflict.places.nominatim import BlockedError, Nominatim, NominatimSettings
from culture_conflict.tables.replacements import REPLACEMENTS
from culture_conflict_tests.sources.loopback import Asked, Reply, Server, serving

AGENT = "culture-conflict tests (me@example.org)"
TIMEOUT_S = 0.15
PLACE = {
    "lat": "-33.8698",
    "lon": "151.2083",
    "display_name": "Sydney, Australia",
    "type": "administrative",
    "importance": 0.84,
    "address": {"country_code": "au"},
}
GEORGIAS = (
    {**PLACE, "lat": "32.33", "lon": "-83.11", "display_name": "Georgia, United States"},
    {**PLACE, "lat": "42.0", "lon": "44.03", "display_name": "Georgia"},
)


@dataclass
class Clock:
    """Time that only passes by sleeping."""

    at: float = 1_000_000.0
    slept: list[float] = field(default_factory=list)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.at += seconds


@dataclass
class World:
    server: Server
    geocoder: Nominatim
    clock: Clock
    times: list[float]

    def queries(self) -> list[str]:
        return [query(asked)["q"] for asked in self.server.asked]


def query(asked: Asked) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(asked.path).query).items()}


def found(*places: Mapping[str, Any]) -> Reply:
    headers = {"Content-Type": "application/json"}
    return Reply(200, json.dumps(places).encode(), headers)


@contextmanager
def world(reply: Callable[[str, int], Reply], folder: Path | None = None) -> Iterator[World]:
    """`reply(path, n)` answers; n counts the requests for that text before."""
    clock, times = Clock(), []

    def timed(path: str, n: int) -> Reply:
        times.append(clock.at)
        return reply(path, n)

    with tempfile.TemporaryDirectory() as name, serving(timed) as server:
        cache = (folder or Path(name)) / "geocodes.jsonl"
        settings = NominatimSettings(
            AGENT, cache, f"127.0.0.1:{server.port}", "http", timeout_s=TIMEOUT_S
        )
        geocoder = Nominatim(settings, now=lambda: clock.at, sleep=clock.sleep)
        yield World(server, geocoder, clock, times)


def replaced(*texts: str, group: str = "g") -> pl.DataFrame:
    """Rows of `replacements` of one group, ranked as given."""
    unknown = dict.fromkeys(REPLACEMENTS.schema)
    return REPLACEMENTS.frame(
        [
            {
                **unknown,
                "replacement_id": f"{group}{rank}",
                "benchmark": "signpost",
                "source": "src",
                "group_id": group,
                "picture": "a" * 64,
                "span_id": f"s{rank}",
                "span_rank": rank,
                "state": "ok",
                "adversarial": text,
            }
            for rank, text in enumerate(texts, 1)
        ]
    )


def _reply(given: Mapping[str, Any]) -> Callable[[str, int], Reply]:
    def reply(path: str, n: int) -> Reply:
        if "statuses" in given and (status := given["statuses"][n]) != 200:
            return Reply(status)
        if "timeout twice" in given.get("raises", "") and n < 2:
            time.sleep(TIMEOUT_S * 1.5)
        if "reply" in given:
            return found(*given["reply"])
        return found(*GEORGIAS) if given.get("query") == "Georgia" else found(PLACE)

    return reply


def lookup(given: Mapping[str, Any]) -> dict[str, Any]:
    """All that can be seen of looking the case's text up, twice."""
    text = given.get("query", "Sydney")
    with world(_reply(given)) as seen:
        try:
            answer: Geocode | None = seen.geocoder.geocode(text)
        except BlockedError:
            answer = None
        attempts = seen.geocoder.asked
        if answer:
            seen.geocoder.geocode(text)
        cached = answer is not None and seen.geocoder.asked == attempts
        languages = {query(asked).get("accept-language") for asked in seen.server.asked}
    hit = answer.hits[0] if answer and answer.hits else None
    kept = {**(asdict(hit) if hit else {}), **(asdict(answer) if answer else {})}
    return {
        "status": {"hit": "ok"}.get(answer.status, answer.status) if answer else "blocked",
        "run_stops": answer is None,
        "attempts": attempts,
        "cached": cached,
        "lat": hit.latitude if hit else None,
        "min_gap_s": min(
            (b - a for a, b in zip(seen.times, seen.times[1:], strict=False)), default=0
        ),
        "languages": languages,
        "kept": kept,
        "ambiguous_flag": answer.ambiguous if answer else False,
    }


def targets(texts: list[str], reply: Callable[[str, int], Reply]) -> tuple[pl.DataFrame, list[str]]:
    """The table of one group's texts, and what was sent."""
    with world(reply) as seen:
        table = trap_targets(replaced(*texts), seen.geocoder, {"g": "PER"})
        return table, seen.queries()
