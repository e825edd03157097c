"""Whatever a server does, each picture gets its state, and the run its one clear message."""

from __future__ import annotations

import hashlib
import json
import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from culture_conflict.benchmarks.confused_tourist.parsing import parse as parse_dish
from culture_conflict.errors import ProviderError
from culture_conflict.models.engine import Report
from culture_conflict_tests.models.api.kit import CANARY, Server, model, png, row
from culture_conflict_tests.models.asking_kit import World

pytestmark = [
    pytest.mark.slow,  # litellm takes seconds to import
    pytest.mark.usefixtures("quick"),
    pytest.mark.filterwarnings("ignore:Items? .* on TypedDict"),
]
QUOTA = {"message": "You exceeded your current quota", "code": "insufficient_quota"}
FILTER = {"message": "blocked by content management", "code": "content_filter"}
POLICY = {"message": "rejected by our safety system", "code": "content_policy_violation"}
CONTEXT = {"message": "maximum context length is 8192 tokens", "code": "context_length_exceeded"}


def ask(world: World, url: str, n: int = 1, **fields: Any) -> tuple[list[dict[str, Any]], Report]:
    setting = row(url, **fields)
    world.setting = setting
    shas = [world.pictures.put(png(number)) for number in range(n)]
    variants = world.variants(range(n)).with_columns(picture=pl.Series(shas, dtype=pl.String))
    made, report = world.ask(variants, model(setting, world.root), parse=parse_dish)
    return list(made.iter_rows(named=True)), report


def error(code: int, body: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"status": code, "body": {"error": body}, **more}


@pytest.mark.parametrize(
    ("steps", "state", "requests"),
    [
        ([{}], "ok", 1),
        ([{"status": 429}, {}], "ok", 2),
        ([{"status": 429}], "error", 6),
        ([{"status": 500}, {"status": 503}, {"status": 529}, {}], "ok", 4),
        ([{"status": 502, "raw": "<html>", "type": "text/html"}, {}], "ok", 2),
        ([{"cut": "before"}, {}], "ok", 2),
        ([{"cut": "within"}, {}], "ok", 2),
        ([{"raw": '{"id": tru'}, {}], "ok", 2),
        ([{"raw": "<html>", "type": "text/html"}, {}], "ok", 2),
        ([{"body": [1]}, {"raw": "null"}, {}], "ok", 3),
        ([{"body": {"error": {"message": "upstream failed", "code": 502}}}, {}], "ok", 2),
        ([{"body": {"id": "x"}}, {}], "ok", 2),
        ([{"body": {"id": "x", "choices": [{"index": 0}]}}, {}], "ok", 2),
        ([{"body": {"id": "x", "choices": []}}, {}], "ok", 2),
        ([{"body": {"id": "x", "choices": []}}], "empty", 2),
        ([{"text": None}], "empty", 2),
        ([{"text": " "}], "empty", 2),
        ([{"finish": "length", "text": '{"name": "su'}], "truncated", 1),
        ([{"finish": "content_filter"}], "filtered", 1),
        ([error(400, FILTER)], "filtered", 1),
        ([error(400, POLICY)], "filtered", 1),
        ([error(400, CONTEXT)], "error", 1),
        ([{"status": 400}], "error", 1),
        ([{"status": 422}], "error", 1),
        ([{"status": 413}], "error", 1),
        ([{"text": "I cannot help with that."}], "refused", 1),
        ([{"text": "\u00e9\u202e\u0000 {"}], "unparsed", 1),
    ],
)
def test_each_fault_has_its_state(
    world: World, server: Server, steps: list[dict[str, Any]], state: str, requests: int
) -> None:
    server.script(*steps)
    (made,), report = ask(world, server.url)
    assert (made["state"], len(server.seen())) == (state, requests)
    assert report.calls == requests
    assert (made["error"] is None) == (state != "error")
    assert "\n" not in (made["error"] or "")


def test_half_a_character_is_an_answer(world: World, server: Server) -> None:
    text = json.dumps('{"name": "HALF", "country": "Japan"}').replace("HALF", "\\ud83d")
    raw = '{"id":"x","choices":[{"index":0,"finish_reason":"stop","message":'
    raw += '{"role":"assistant","content":' + text + "}}]}"
    server.script({"raw": raw})
    (made,), _ = ask(world, server.url)
    assert (made["state"], made["country"]) == ("ok", "JPN")
    # This answer told no usage: unknown is not 0.
    assert (made["input_tokens"], made["cost_usd"]) == (None, None)


def test_an_error_within_a_choice_is_none_of_the_models_words(world: World, server: Server) -> None:
    choice = {"index": 0, "finish_reason": "error", "message": {"content": ""}}
    broken = {"id": "x", "choices": [choice | {"error": {"code": 502, "message": "gone"}}]}
    server.script({"body": broken}, {})
    (made,), _ = ask(world, server.url)
    assert (made["state"], len(server.seen())) == ("ok", 2)


def test_a_slow_body_is_given_up(world: World, server: Server) -> None:
    server.script({"slow": 3}, {})
    limits = {"in_flight": 1, "timeout_s": 1, "deadline_s": 20}
    (made,), _ = ask(world, server.url, limits=limits)
    assert (made["state"], len(server.seen())) == ("ok", 2)


def test_retry_after_is_honoured_and_the_deadline_too(world: World, server: Server) -> None:
    server.script({"status": 429, "headers": {"retry-after": "1"}}, {})
    started = time.monotonic()
    (made,), _ = ask(world, server.url)
    assert made["state"] == "ok"
    assert time.monotonic() - started >= 1
    server.script({"status": 429, "headers": {"retry-after": "60"}})
    limits = {"in_flight": 1, "timeout_s": 1, "deadline_s": 2}
    (made,), _ = ask(world, server.url, limits=limits, key="late", account="other")
    assert "deadline" in made["error"]
    assert len(server.seen()) == 1


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (error(401, {"message": f"Incorrect API key provided: {CANARY}"}), "rejects the key"),
        ({"status": 403, "raw": "<html>blocked</html>", "type": "text/html"}, "refuses this key"),
        ({"status": 402}, "quota or credit is used up"),
        (error(429, QUOTA), "quota or credit is used up"),
        (error(404, {"message": "no such model", "code": "model_not_found"}), "no such model"),
        ({"status": 400}, "refused the first 5 pictures"),
    ],
)
def test_what_cannot_succeed_stops_early_with_one_message(
    world: World, server: Server, step: dict[str, Any], said: str
) -> None:
    server.script(step)
    with pytest.raises(ProviderError, match=said) as caught:
        ask(world, server.url, n=40)
    assert len(server.seen()) <= 12
    assert CANARY not in str(caught.value)
    assert "run again" in str(caught.value)


def test_a_refused_connection_is_told_from_a_servers_fault(world: World, server: Server) -> None:
    (made,), report = ask(world, "http://127.0.0.1:9/v1")
    assert made["error"].startswith("connection: ")
    assert report.calls == 6


def test_a_burst_of_faults_costs_no_answer(world: World, server: Server) -> None:
    server.script({"status": 500}, {"status": 429}, {"cut": "before"}, {})
    made, report = ask(world, server.url, n=30)
    assert {each["state"] for each in made} == {"ok"}
    assert report.calls == 120
    assert server.most_at_once() <= 4


def test_what_an_earlier_script_left_waiting_is_not_counted(world: World, server: Server) -> None:
    server.script({"delay": 30})
    ask(world, server.url, n=1, limits={"in_flight": 1, "timeout_s": 1, "deadline_s": 1})
    server.script({})
    ask(world, server.url, n=2, limits={"in_flight": 1})
    assert server.most_at_once() == 1


def test_the_key_of_the_named_variable_is_sent_and_no_other(
    world: World, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-another")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    ask(world, server.url)
    expected = hashlib.sha256(CANARY.encode()).hexdigest()
    assert [each["key_sha256"] for each in server.seen()] == [expected]


def test_without_its_variable_nothing_is_sent(
    world: World, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CULTURE_CONFLICT_TEST_KEY")
    with pytest.raises(ProviderError, match="CULTURE_CONFLICT_TEST_KEY is not set"):
        ask(world, server.url)
    assert server.seen() == []


def test_no_redirect_carries_the_key_away(world: World, server: Server) -> None:
    server.script({"status": 307, "headers": {"location": f"{server.url}/elsewhere"}})
    (made,), _ = ask(world, server.url)
    assert made["state"] == "error"
    assert len(server.seen()) == 1


@pytest.mark.parametrize(("provider", "suffix"), [("anthropic", ""), ("gemini", "/v1beta")])
def test_the_other_wire_formats_are_spoken_too(
    world: World, server: Server, provider: str, suffix: str
) -> None:
    server.script({"status": 429, "headers": {"retry-after": "0"}}, {"status": 500}, {})
    url = server.root + suffix
    made, report = ask(world, url, n=3, provider=provider, model="some-model")
    assert {each["state"] for each in made} == {"ok"}
    assert report.calls == 9
    assert {each["served_model"] for each in made} == {"some-model-served"}
    assert made[0]["cost_usd"] == pytest.approx((1000 * 1 + 20 * 2) / 1e6)
    server.script({"status": 401})
    with pytest.raises(ProviderError, match="rejects the key"):
        ask(world, url, provider=provider, model="some-model", revision="2")


def test_an_answer_that_was_cut_off_gets_one_larger_budget(world: World, server: Server) -> None:
    server.script({"finish": "length", "text": "{"})
    (made,), _ = ask(world, server.url, larger_budget=4000)
    budgets = [each["settings"]["max_tokens"] for each in server.seen()]
    assert (made["state"], budgets) == ("truncated", [200, 4000])
    # Both requests cost.
    assert made["cost_usd"] == pytest.approx(2 * (1000 * 1 + 20 * 2) / 1e6)


def test_signpost_asks_again_for_what_it_cannot_read(world: World, server: Server) -> None:
    server.script({"text": "hmm, let me see"}, {"text": "<think>"}, {})
    (made,), _ = ask(world, server.url, retry="signpost")
    assert (made["state"], len(server.seen())) == ("ok", 3)


def test_notes_say_what_an_answer_took(world: World, server: Server, tmp_path: Path) -> None:
    server.script({"status": 500}, {})
    ask(world, server.url)
    (line,) = next(world.ledger.glob("*/*/*/*.jsonl")).read_text().splitlines()
    assert '"requests":"2","temperature":"0","faults":"server"' in line
    assert '"litellm":"1.110.2"' in line


def test_a_picture_made_to_fit_is_marked(world: World, server: Server) -> None:
    (made,), _ = ask(world, server.url, picture={"max_side": 64, "max_base64_bytes": 4096})
    assert "sent_" not in made["request_notes"]
    setting = row(server.url, picture={"max_side": 64})
    world.setting = setting
    variants = world.variants([1]).with_columns(
        picture=pl.lit(world.pictures.put(png(5, (640, 480))))
    )
    table, _ = world.ask(variants, model(setting, world.root), parse=parse_dish)
    notes = json.loads(table["request_notes"][0])
    seen = server.seen()[-1]
    assert (notes["sent_size"], seen["prefix"]) == ("64x48", "data:image/jpeg;base64,")
    assert seen["base64_bytes"] == 4 * -(-int(notes["sent_bytes"]) // 3)
