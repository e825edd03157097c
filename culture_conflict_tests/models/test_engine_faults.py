"""Whatever fails, what came is kept, the rest is asked again, and the reason is told."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import pytest

from culture_conflict.errors import HomeError, ProviderError
from culture_conflict.models.progress import Progress
from culture_conflict.models.protocol import Answer, Request
from culture_conflict_tests.models.asking_kit import (
    FakeProvider,
    World,
    echo,
    number,
    picture,
)


def test_a_bad_answer_in_a_batch_spoils_only_itself_and_is_asked_again(world: World) -> None:
    def reply(request: Request, n: int) -> Answer:
        bad = {1: Answer(error="HTTP 500"), 2: Answer("  "), 3: Answer("no JSON")}
        return bad.get(number(request), echo(request, n))

    variants = world.variants(range(6))
    provider = FakeProvider(reply, batch_size=6)
    made, report = world.ask(variants, provider)
    assert made["state"].to_list() == ["ok", "error", "empty", "unparsed", "ok", "ok"]
    assert sorted(provider.asked) == [0, 1, 1, 2, 2, 3, 4, 5]
    assert provider.closed == 1
    assert made["attempts"].to_list() == [1, 2, 2, 1, 1, 1]
    assert (report.n_asked, report.n_asked_again, report.calls) == (6, 2, 8)
    assert made["error"].to_list() == [None, "HTTP 500", None, None, None, None]
    assert report.coverage == pytest.approx(5 / 6)
    provider = FakeProvider(batch_size=6)
    made, report = world.ask(variants, provider, run_id="again")
    assert sorted(provider.asked) == [1, 2]
    assert made["attempts"].to_list() == [1, 3, 3, 1, 1, 1]
    assert made["state"].to_list() == ["ok", "ok", "ok", "unparsed", "ok", "ok"]


def test_what_came_to_nothing_is_asked_once_more_at_the_end_of_the_run(world: World) -> None:
    first = {1: Answer(error="HTTP 503"), 2: Answer(""), 3: Answer("")}
    second = {3: Answer(error="HTTP 503")}
    seen: set[int] = set()

    def reply(request: Request, n: int) -> Answer:
        answers = second if number(request) in seen else first
        seen.add(number(request))
        return answers.get(number(request), echo(request, n))

    told: list[Progress] = []
    provider = FakeProvider(reply, in_flight=1)
    made, report = world.ask(world.variants(range(5)), provider, progress=told.append)
    assert provider.asked == [0, 1, 2, 3, 4, 1, 2, 3]
    assert made["state"].to_list() == ["ok", "ok", "ok", "empty", "ok"]
    assert made["attempts"].to_list() == [1, 2, 2, 2, 1]
    assert made["error"].null_count() == 5
    assert (report.n_asked, report.n_asked_again, report.calls) == (5, 3, 8)
    assert (told[-1].done, told[-1].total, told[-1].errors) == (8, 8, 1)
    assert world.ask(world.variants(range(5)), FakeProvider(), run_id="again")[1].calls == 1


def test_a_provider_that_fails_is_not_asked_once_more(world: World) -> None:
    def reply(_: Request, n: int) -> Answer:
        if n == 2:
            raise ConnectionError("gone")
        return Answer("")

    provider = FakeProvider(reply, in_flight=1)
    with pytest.raises(ProviderError, match="2 of 4 answers"):
        world.ask(world.variants(range(4)), provider)
    assert provider.asked == [0, 1, 2]


def test_text_and_numbers_that_no_table_holds_are_mended(world: World) -> None:
    bad = Answer("\ud83d is half an emoji, \ud83c\udf63 a whole one", cost_usd=float("nan"))
    made, _ = world.ask(world.variants([1]), FakeProvider(lambda *_: bad))
    assert made["answer"].to_list() == ["\ufffd is half an emoji, 🍣 a whole one"]
    assert made["cost_usd"].to_list() == [None]
    again, _ = world.ask(world.variants([1]), FakeProvider())
    assert again.equals(made)


def test_what_json_in_an_answer_spells_is_mended_too(world: World) -> None:
    bad = Answer('{"name": "caf\\ud83d \\ud83c\\udf63", "country": "Japan\\udc00"}')
    made, _ = world.ask(world.variants([1]), FakeProvider(lambda *_: bad))
    assert made["item_answer"].to_list() == ["caf\ufffd \U0001f363"]
    assert made["country_answer"].to_list() == ["Japan\ufffd"]
    assert made["state"].to_list() == ["ok"]
    assert made["answer"].to_list() == [bad.text]


def test_a_picture_that_cannot_be_read_is_an_error_of_its_own(world: World) -> None:
    variants = world.variants([1, 2, 3])
    world.pictures.path(variants["picture"][1]).unlink()
    provider = FakeProvider(batch_size=3)
    made, report = world.ask(variants, provider)
    assert report.n_asked_again == 0
    assert made["state"].to_list() == ["ok", "error", "ok"]
    assert "missing" in made["error"][1]
    assert variants["picture"][1] in made["error"][1]
    assert sorted(provider.asked) == [1, 3]
    world.pictures.put(picture(2))
    again, report = world.ask(variants, FakeProvider(), run_id="again")
    assert set(again["state"]) == {"ok"}
    assert report.calls == 1


def test_a_failing_provider_keeps_what_came_and_what_was_in_flight(world: World) -> None:
    async def _slowly(seconds: float) -> None:
        await asyncio.sleep(seconds)

    class Failing(FakeProvider):
        async def ask(self, requests: Any) -> Any:
            answers = await super().ask(requests)
            if 5 in [number(request) for request in requests]:
                raise ConnectionError("no route to host")
            await _slowly(0.05)
            return answers

    variants = world.variants(range(40))
    provider = Failing(in_flight=3)
    with pytest.raises(ProviderError, match=r"of 40 answers.*ConnectionError: no route to host"):
        world.ask(variants, provider)
    assert provider.closed == 1
    assert provider.calls < 10
    resumed = FakeProvider()
    _, report = world.ask(variants, resumed, run_id="again")
    kept = set(range(40)) - set(resumed.asked)
    assert kept == set(provider.asked) - {5}
    assert report.n_reused == len(kept)


def test_an_answer_too_few_is_an_error_that_names_the_provider(world: World) -> None:
    class Short(FakeProvider):
        async def ask(self, requests: Any) -> Any:
            return (await super().ask(requests))[:-1]

    with pytest.raises(ProviderError, match="Short gave 1 answers to 2 requests"):
        world.ask(world.variants([1, 2]), Short(batch_size=2))


def test_a_cancelled_run_keeps_what_came(world: World) -> None:
    def interrupted(request: Request, n: int) -> Answer:
        if n == 7:
            raise KeyboardInterrupt
        return echo(request, n)

    variants = world.variants(range(20))
    provider = FakeProvider(interrupted, in_flight=1)
    with pytest.raises(KeyboardInterrupt):
        world.ask(variants, provider)
    assert provider.closed == 1
    resumed = FakeProvider()
    _, report = world.ask(variants, resumed, run_id="again")
    assert report.n_reused == 7
    assert sorted(resumed.asked) == list(range(7, 20))


def test_damage_in_the_ledger_is_told_and_asked_again(world: World) -> None:
    variants = world.variants(range(4))
    world.ask(variants, FakeProvider(in_flight=1))
    segment = next(world.folder.glob("*.jsonl"))
    lines = segment.read_bytes().splitlines(keepends=True)
    lines[1] = b'{"v":1,' + lines[1][20:]
    segment.write_bytes(b"".join(lines)[:-30])
    provider = FakeProvider()
    made, report = world.ask(variants, provider, run_id="again")
    assert sorted(provider.asked) == [1, 3]
    assert set(made["state"]) == {"ok"}
    assert report.n_torn == 1
    assert [told.partition(": ")[0] for told in report.damaged] == [f"{segment}, line 2"]
    assert report.metadata()["ledger_damaged_lines"] == list(report.damaged)


def test_a_full_disk_stops_the_run_and_keeps_what_came(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    variants = world.variants(range(10))
    write, n = os.write, 0

    def full(descriptor: int, data: bytes) -> int:
        nonlocal n
        n += data.startswith(b'{"v":1')
        return write(descriptor, data[:40] if n == 5 else data)

    monkeypatch.setattr("culture_conflict.models.segments.os.write", full)
    with pytest.raises(HomeError, match="No space left on device"):
        world.ask(variants, FakeProvider(in_flight=1))
    monkeypatch.undo()
    _, report = world.ask(variants, FakeProvider(), run_id="again")
    assert (report.n_reused, report.n_torn, report.damaged) == (4, 1, ())
