"""The webhook: who is told what, and that its address stays a secret."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer

import dagster as dg
import pytest

from culture_conflict.defs.alerts import night_failed
from culture_conflict.nights.webhook import notify
from culture_conflict_tests.nights.nightly import MODEL, Nightly, says

VARIABLE = "CULTURE_CONFLICT_WEBHOOK"


@dataclass
class Hook:
    """A server on loopback that keeps what it is told."""

    status: int = 200
    port: int = 0
    told: list[dict[str, str]] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/s3cret/path?token=s3cret"


@pytest.fixture
def hook() -> Iterator[Hook]:
    made = Hook()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.told.append(json.loads(body) | {"path": self.path})
            self.send_response(made.status)
            self.send_header("Location", "http://127.0.0.1:1/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    made.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield made
    server.shutdown()
    thread.join()
    server.server_close()


def post(address: str) -> tuple[bool, list[str]]:
    logged: list[str] = []
    return notify("HOOK", "hello", {"event": "x"}, logged.append, {"HOOK": address}), logged


def test_it_is_told_as_json(hook: Hook) -> None:
    assert post(hook.address) == (True, [])
    assert hook.told == [{"text": "hello", "event": "x", "path": "/s3cret/path?token=s3cret"}]


def test_without_an_address_nothing_happens() -> None:
    assert post("") == (False, [])


@pytest.mark.parametrize("status", [302, 404, 500])
def test_a_refusal_is_logged_without_the_address_and_redirects_are_not_followed(
    hook: Hook, status: int
) -> None:
    hook.status = status
    told, logged = post(hook.address)
    assert not told
    assert logged == [f"The webhook named by HOOK was not told: it answered {status}."]
    assert len(hook.told) == 1


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://s3cret.example.org/x", "neither https nor on loopback"),
        ("ftp://s3cret.example.org/x", "no http(s) address"),
        ("s3cret", "no http(s) address"),
        ("https://s3cret:word@example.org/x", "user name"),
        ("http://127.0.0.1:s3cret/x", "could not be reached"),
        ("http://127.0.0.1:1/s3cret", "could not be reached"),
        ("http://127.0.0.1:1/s3cret with blanks", "could not be reached"),
        ("http://[s3cret/x", "could not be reached"),
        ("https://s3cret-\udcff.example.org/x", "could not be reached"),
    ],
)
def test_an_address_that_can_not_be_used_is_never_shown(address: str, why: str) -> None:
    told, logged = post(address)
    assert not told
    assert why in logged[0]
    assert "s3cret" not in logged[0]


def test_a_real_change_is_told_and_an_unchanged_night_is_not(
    nightly: Nightly, hook: Hook, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(VARIABLE, hook.address)
    nightly.run("2026-11-02")
    nightly.reply, hook.status = says("Peru"), 500
    assert nightly.materialize("2026-11-04").success  # a webhook that fails fails no run
    assert [(one["event"], one["model"], one["day"]) for one in hook.told] == [
        ("drift", MODEL, "2026-11-04")
    ]
    assert "right countries 100.0 % -> 0.0 %" in hook.told[0]["text"]
    assert "s3cret" not in caplog.text


def test_a_failed_night_is_told_without_its_error(
    nightly: Nightly, hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, hook.address)

    @dg.op
    def fails() -> None:
        raise RuntimeError("s3cret of a server")

    @dg.job
    def night() -> None:
        fails()

    with dg.DagsterInstance.ephemeral() as instance:
        tags = {"dagster/partition/day": "2026-11-02", "dagster/partition/model": MODEL}
        result = night.execute_in_process(instance=instance, tags=tags, raise_on_error=False)
        context = dg.build_run_status_sensor_context(
            sensor_name="night_failed",
            dagster_event=result.get_run_failure_event(),
            dagster_instance=instance,
            dagster_run=result.dagster_run,
        )
        night_failed(context.for_run_failure(), home=nightly.home)
    (told,) = hook.told
    assert (told["event"], told["model"], told["day"]) == ("failure", MODEL, "2026-11-02")
    assert "goes on where it stopped" in told["text"]
    assert "server" not in told["text"]
