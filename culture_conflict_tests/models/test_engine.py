"""Each answer is asked for once, kept when it arrives, and never lost or made up."""

from __future__ import annotations

import json
import os
import shutil
import threading
import time
from collections.abc import Mapping
from typing import Any

import polars as pl
import pytest

from culture_conflict.errors import BusyError, InvalidTableError
from culture_conflict.locks import exclusive
from culture_conflict.models.engine import LEASE
from culture_conflict.models.progress import Progress
from culture_conflict.models.protocol import Answer, Parsed, Request
from culture_conflict_tests.models.asking_kit import (
    FakeProvider,
    World,
    echo,
    parse,
)


def test_every_variant_gets_its_row_in_order_and_duplicates_are_asked_once(world: World) -> None:
    provider = FakeProvider(batch_size=3)
    made, report = world.ask(world.variants([4, 2, 4, 7, 2]), provider)
    assert made["variant_id"].to_list() == ["v0", "v1", "v2", "v3", "v4"]
    assert made["item_answer"].to_list() == ["dish 4", "dish 2", "dish 4", "dish 7", "dish 2"]
    assert sorted(provider.asked) == [2, 4, 7]
    assert provider.closed == 1
    assert (report.n_variants, report.n_asked, report.n_reused, report.calls) == (5, 3, 0, 3)
    assert report.states == {"ok": 5}
    assert report.cost_usd == pytest.approx(0.003)
    assert report.coverage == 1


def test_a_row_says_all_that_made_its_answer(world: World) -> None:
    made, _ = world.ask(world.variants([1]), FakeProvider(), repeat=2, evaluation="canary")
    row = made.row(0, named=True)
    assert json.loads(row["parameters"]) == {"temperature": 0}
    assert row["picture"] == row["picture_sent"]
    told = (row["evaluation"], row["repeat"], row["model_revision"], row["attempts"])
    assert told == ("canary", 2, "1", 1)
    assert row["asked_at"].endswith("+00:00")
    line = json.loads(next(world.folder.glob("*.jsonl")).read_text())
    assert line["key"] == row["request_key"]
    assert line["versions"]["culture_conflict"]
    assert "item_answer" not in line
    assert "state" not in line


def test_the_second_run_asks_nothing(world: World) -> None:
    variants = world.variants(range(30))
    first, _ = world.ask(variants, FakeProvider(batch_size=4))
    provider = FakeProvider(batch_size=4)
    second, report = world.ask(variants, provider, run_id="later")
    assert provider.calls == report.calls == report.n_asked == 0
    assert report.n_reused == 30
    assert report.cost_usd is None
    assert second.equals(first)


def test_the_ledger_alone_is_enough(world: World) -> None:
    variants = world.variants(range(5))
    first, _ = world.ask(variants, FakeProvider())
    shutil.rmtree(world.root / "store")
    second, report = world.ask(variants, FakeProvider())
    assert report.calls == 0
    assert second.equals(first)


@pytest.mark.parametrize(
    "change",
    [
        {"prompt_text": lambda category: f"Which {category}?"},
        {"repeat": 1},
        {"evaluation": "canary"},
        {"revision": "2"},
        {"parameters": {"temperature": 0.5}},
        {"parameters": {"temperature": 0, "seed": 1}},
    ],
    ids=["prompt", "repeat", "evaluation", "revision", "parameter", "new parameter"],
)
def test_what_may_change_the_answer_asks_again(world: World, change: dict[str, Any]) -> None:
    variants = world.variants(range(3))
    world.ask(variants, FakeProvider())
    setting, parameters = world.setting, change.pop("parameters", {"temperature": 0})
    if "revision" in change:
        setting = setting.model_copy(update={"revision": change.pop("revision")})
    provider = FakeProvider(parameters=parameters)
    _, report = world.ask(variants, provider, setting=setting, **change)
    assert report.calls == 3
    assert report.n_reused == 0
    assert report.n_stale == 0


def test_a_new_picture_asks_only_for_itself_and_leaves_a_stale_answer(world: World) -> None:
    world.ask(world.variants([1, 2, 3]), FakeProvider())
    provider = FakeProvider()
    _, report = world.ask(world.variants([1, 9, 3]), provider)
    assert provider.asked == [9]
    assert (report.n_reused, report.n_stale) == (2, 1)


@pytest.mark.parametrize(
    "change",
    [
        {"prompt_id": "renamed"},
        {"run_id": "another"},
        {"parse": lambda answer: Parsed("hedged")},
        {"name": "A new title"},
        {"parameters": {"temperature": 0.0}},
    ],
    ids=["prompt_id", "run", "parser", "name", "0.0 for 0"],
)
def test_what_cannot_change_the_answer_asks_nothing(world: World, change: dict[str, Any]) -> None:
    variants = world.variants(range(3))
    world.ask(variants, FakeProvider())
    setting = world.setting.model_copy(update={"name": change.pop("name", "Fake")})
    provider = FakeProvider(parameters=change.pop("parameters", {"temperature": 0}))
    made, report = world.ask(variants, provider, setting=setting, **change)
    assert report.calls == 0
    assert set(made["state"]) == ({"hedged"} if "parse" in change else {"ok"})


def test_only_the_categories_own_prompt_is_sent(world: World) -> None:
    provider = FakeProvider()
    world.ask(world.variants([1], category="music"), provider)
    assert provider.prompts == {"Name the music."}


def test_at_most_in_flight_batches_hold_pictures(world: World) -> None:
    read: list[str] = []

    class Watched:
        def get(self, sha256: str) -> bytes:
            read.append(sha256)
            return world.pictures.get(sha256)

    answered = 0

    def reply(request: Request, n: int) -> Answer:
        nonlocal answered
        answered += 1
        assert len(read) <= answered + 2 * 3
        return echo(request, n)

    provider = FakeProvider(reply, batch_size=3, in_flight=2, delay_s=0.001)
    world.ask(world.variants(range(60)), provider, pictures=Watched())
    assert provider.most == 2
    assert len(read) == 60


def test_two_runs_of_one_model_and_source_never_overlap(world: World) -> None:
    variants = world.variants([1])
    with (
        exclusive(world.folder / LEASE, what="other", wait_s=0),
        pytest.raises(BusyError, match=f"Asking fake about sample .*process {os.getpid()} "),
    ):
        world.ask(variants, FakeProvider())
    assert world.ask(variants, FakeProvider())[1].calls == 1


def test_the_second_run_waits_for_the_first_and_takes_its_answers(world: World) -> None:
    variants = world.variants(range(6))
    slow, late = FakeProvider(in_flight=1, delay_s=0.05), FakeProvider()
    first = threading.Thread(target=world.ask, args=(variants, slow))
    first.start()
    while not slow.asked:
        time.sleep(0.001)
    _, report = world.ask(variants, late, run_id="second", wait_s=20.0)
    first.join()
    assert (slow.calls, late.calls, report.n_reused) == (6, 0, 6)


def test_order_and_another_source_ask_nothing_again(world: World) -> None:
    variants = world.variants(range(4))
    first, _ = world.ask(variants, FakeProvider())
    provider = FakeProvider()
    turned, _ = world.ask(variants.reverse(), provider)
    assert turned.equals(first.reverse())
    other = variants.with_columns(source=pl.lit("another"))
    added = FakeProvider()
    world.ask(other, added)
    world.ask(variants, provider)
    assert (provider.calls, added.calls) == (0, 4)


def test_progress_is_told_at_the_start_and_the_end_but_not_for_each_answer(world: World) -> None:
    told: list[Progress] = []
    world.ask(world.variants(range(50)), FakeProvider(), progress=told.append)
    assert [each.done for each in told] == [0, 50]
    assert told[-1].describe().startswith("50/50 answers (")
    assert told[-1].describe().endswith("$0.05")
    world.ask(world.variants(range(50)), FakeProvider(), progress=told.append)
    assert told[-1].describe() == "nothing to ask, 50 answers are in the ledger"


def test_progress_names_rate_time_left_errors_and_cost() -> None:
    state = Progress(done=50, total=2000, reused=1000, errors=2, seconds=10.0, cost_usd=1.5)
    expected = "50/2,000 answers (5.0/s, 390 s left), 1,000 from the ledger, 2 errors, $1.50"
    assert state.describe() == expected


def test_variants_of_two_sources_are_refused_and_none_is_fine(world: World) -> None:
    variants = world.variants([1, 2])
    mixed = variants.with_columns(source=variants["variant_id"].str.replace("v", "s"))
    with pytest.raises(InvalidTableError, match="one source, got s0, s1"):
        world.ask(mixed, FakeProvider())
    made, report = world.ask(variants.head(0), FakeProvider())
    assert made.is_empty()
    assert report.metadata()["calls"] == 0


def test_a_parser_with_other_names_leaves_nulls(world: World) -> None:
    fields: Mapping[str, str | None] = {"item": None}
    made, _ = world.ask(world.variants([1]), FakeProvider(), parse=lambda _: Parsed("ok", fields))
    assert made.select("item_answer", "country").row(0) == (None, None)
    assert parse(Answer("")).state == "empty"
