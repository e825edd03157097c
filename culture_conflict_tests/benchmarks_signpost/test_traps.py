"""Traps: the lowest rank that geocodes; and a service that is asked slowly, once, politely."""

from __future__ import annotations

import builtins
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from culture_conflict.benchmarks.signpost.traps import trap_targets
from culture_conflict.places.geocoding import Geocode, Hit, OfflineGeocoder
from culture_conflict.places.nominatim import (
    BlockedError,
    GeocodingError,
    Nominatim,
    NominatimSettings,
)
from culture_conflict.tables.trap_targets import TRAP_TARGETS
from culture_conflict_tests.benchmarks_signpost.geocoded_in_cases import (
    AGENT,
    PLACE,
    found,
    replaced,
    world,
)
from culture_conflict_tests.sources.loopback import Reply


class Told:
    """A geocoder that says what it is told; `!` in a text is an error, `+` a hit."""

    record = "told"

    def geocode(self, text: str) -> Geocode:
        if "!" in text:
            return Geocode(text, "error", (), "now", "timeout")
        hits = (Hit(1.0, 2.0, text, country_code="pe"),) if "+" in text else ()
        return Geocode(text, "hit" if hits else "no_result", hits, "now")


@pytest.mark.parametrize(
    ("texts", "trap", "state"),
    [
        (("one", "two +", "three +"), ["s2"], "trap"),
        (("one", "two"), [], "none"),
        (("one +", "two !"), ["s1"], "trap"),
        (("one !", "two +"), [], "error"),
        (("42", "🍕", "three +"), ["s3"], "trap"),
    ],
)
def test_the_trap_is_the_lowest_rank_with_a_hit_once_no_lower_one_failed(
    texts: tuple[str, ...], trap: list[str], state: str
) -> None:
    table = TRAP_TARGETS.validate(trap_targets(replaced(*texts).reverse(), Told(), {}))
    assert table.filter("is_trap")["span_id"].to_list() == trap
    assert set(table["group_state"]) == {state}


def test_offline_targets_have_a_point_a_country_and_another_continent() -> None:
    rows = pl.concat([replaced("OPEN 24 HOURS", "Lima"), replaced("Lyon", group="h")])
    table = TRAP_TARGETS.validate(trap_targets(rows, OfflineGeocoder(), {"g": "GBR", "h": "GBR"}))
    lima, lyon = table.row(1, named=True), table.row(2, named=True)
    assert (lima["country"], lima["other_continent"], lima["is_trap"]) == ("PER", True, True)
    assert lima["latitude"] == pytest.approx(-12.04, abs=0.1)
    assert (lyon["country"], lyon["other_continent"]) == ("FRA", False)
    assert table["generic_phrase"].to_list() == [True, False, False]
    assert table["status"].to_list() == ["no_result", "hit", "hit"]


def test_refused_texts_have_no_target() -> None:
    refused = replaced("Lima").with_columns(state=pl.lit("refused"))
    assert trap_targets(refused, Told(), {}).equals(TRAP_TARGETS.empty())


def test_the_service_hears_who_asks_in_which_language_and_how_many_hits() -> None:
    with world(lambda *_: found(PLACE)) as seen:
        answer = seen.geocoder.geocode("Sydney & Co")
        (asked,) = seen.server.asked
        assert seen.queries() == ["Sydney & Co"]
    assert asked.headers["User-Agent"] == AGENT
    assert "accept-language=en" in asked.path
    assert (answer.hits[0].country, answer.attempts) == ("AUS", 1)


def test_two_runs_share_the_cache_and_the_pace(tmp_path: Path) -> None:
    with world(lambda *_: found(PLACE), tmp_path) as seen:
        seen.geocoder.geocode("Sydney")
        settings = seen.geocoder._settings
        other = Nominatim(settings, now=lambda: seen.clock.at, sleep=seen.clock.sleep)
        assert other.geocode("Sydney").hits[0].display_name == "Sydney, Australia"
        assert other.asked == 0
        other.geocode("Perth")
        seen.geocoder.geocode("Perth")
        assert seen.times[1] - seen.times[0] >= 1.0
        assert len(seen.times) == 2


def test_two_that_ask_the_same_at_once_send_one_request(tmp_path: Path) -> None:
    def slow(*_: object) -> Reply:
        time.sleep(0.05)
        return found(PLACE)

    with world(slow, tmp_path) as seen:
        one = seen.geocoder
        two = Nominatim(one._settings, now=lambda: seen.clock.at, sleep=seen.clock.sleep)
        with ThreadPoolExecutor(2) as pool:
            answers = [*pool.map(lambda each: each.geocode("Sydney"), (one, two))]
        assert [answer.status for answer in answers] == ["hit", "hit"]
        assert len(seen.times) == 1


def test_an_error_is_kept_as_an_error_and_asked_again(tmp_path: Path) -> None:
    with world(lambda _, n: Reply(502) if n < 3 else found(PLACE), tmp_path) as seen:
        first = seen.geocoder.geocode("Sydney")
        assert (first.status, first.attempts) == ("error", 3)
        assert "502" in (first.detail or "")
        assert seen.geocoder.geocode("Sydney").status == "hit"
        assert '"error"' in (tmp_path / "geocodes.jsonl").read_text()
        waits = [b - a for a, b in zip(seen.times, seen.times[1:], strict=False)]
        assert waits == pytest.approx([1.0, 2.0, 1.0])


@pytest.mark.parametrize("reply", [Reply(200, b"<html>"), Reply(200, b'{"error": 1}'), Reply(500)])
def test_nonsense_from_the_service_is_an_error(reply: Reply) -> None:
    with world(lambda *_: reply) as seen:
        assert seen.geocoder.geocode("Sydney").status == "error"


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        ({"lat": "x", "lon": "1"}, "error"),
        ({"lat": "91", "lon": "1"}, "error"),
        ({"lat": "nan", "lon": "1"}, "error"),
        ({"lon": "1"}, "no_result"),
    ],
)
def test_a_result_off_the_globe_is_never_a_hit(raw: dict[str, Any], status: str) -> None:
    with world(lambda *_: found({"display_name": "?", **raw})) as seen:
        assert seen.geocoder.geocode("Sydney").status == status


@pytest.mark.parametrize("status", [403, 429])
def test_a_block_stops_the_run_and_keeps_nothing(tmp_path: Path, status: int) -> None:
    with world(lambda *_: Reply(status), tmp_path) as seen:
        with pytest.raises(BlockedError, match=str(status)):
            trap_targets(replaced("Sydney", "Perth"), seen.geocoder, {})
        assert not (tmp_path / "geocodes.jsonl").exists()
        assert len(set(seen.queries())) == 1


def test_one_429_among_other_faults_is_an_error_of_that_text_alone() -> None:
    with world(lambda _, n: Reply(502 if n < 2 else 429)) as seen:
        answer = seen.geocoder.geocode("Sydney")
    assert (answer.status, answer.attempts) == ("error", 3)
    assert "429" in (answer.detail or "")


def test_a_torn_line_of_the_cache_is_asked_again(tmp_path: Path) -> None:
    with world(lambda *_: found(PLACE), tmp_path) as seen:
        seen.geocoder.geocode("Sydney")
        path = tmp_path / "geocodes.jsonl"
        path.write_bytes(path.read_bytes()[:-20])
        again = Nominatim(
            seen.geocoder._settings, now=lambda: seen.clock.at, sleep=seen.clock.sleep
        )
        assert again.geocode("Sydney").status == "hit"
        third = Nominatim(seen.geocoder._settings, now=time.time, sleep=seen.clock.sleep)
        assert third.geocode("Sydney").status == "hit"
        assert (again.asked, third.asked) == (1, 0)


@pytest.mark.parametrize("agent", ["", "geopy/2.5", "my-application"])
def test_a_user_agent_needs_an_address(tmp_path: Path, agent: str) -> None:
    with pytest.raises(GeocodingError, match="e-mail or web address"):
        Nominatim(NominatimSettings(agent, tmp_path / "c"))


def test_without_geopy_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real: Callable[..., Any] = builtins.__import__

    def missing(name: str, *arguments: Any, **named: Any) -> Any:
        if name.startswith("geopy"):
            raise ModuleNotFoundError(name)
        return real(name, *arguments, **named)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(GeocodingError, match="pip install geopy"):
        Nominatim(NominatimSettings(AGENT, tmp_path / "c"))


@pytest.mark.parametrize(("said", "stops"), [("20", False), ("86400", True)])
def test_a_long_wait_that_the_service_asks_for_is_told_and_not_sat_out(
    said: str, stops: bool
) -> None:
    def reply(_: str, n: int) -> Reply:
        return found(PLACE) if n else Reply(429, b"", {"Retry-After": said})

    with world(reply) as seen:
        if stops:
            with pytest.raises(BlockedError, match="asks to wait"):
                seen.geocoder.geocode("Sydney")
            assert sum(seen.clock.slept) < 5
        else:
            assert seen.geocoder.geocode("Sydney").status == "hit"
            assert 19 <= seen.times[1] - seen.times[0] < 25
