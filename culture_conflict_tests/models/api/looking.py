"""What can be seen of asking over a network, under the names that field cases use."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl

from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.models.api.fitting import base64_bytes, fit, fits
from culture_conflict.models.api.retry import MAX_REQUESTS
from culture_conflict.models.api.wire import data_url
from culture_conflict.models.protocol import Answer
from culture_conflict.pictures.store import media_type
from culture_conflict_tests.models.api.kit import CANARY, KEY_ENV, Server, model, png, row
from culture_conflict_tests.models.asking_kit import FakeProvider, World, number

Sight = Callable[[Mapping[str, Any], Path], Any]
_ROOT = Path(__file__).parents[3]
_AUDITED = """
import os, sys
calls = []
sys.addaudithook(lambda event, _: event.startswith("socket.") and calls.append(event))
os.chdir(sys.argv[1])
from culture_conflict.models.api.library import load_litellm
load_litellm()
made = [each for each in calls if each in ("socket.connect", "socket.getaddrinfo")]
print(len(made), os.environ["LITELLM_LOCAL_MODEL_COST_MAP"], os.environ.get("FROM_DOTENV"))
"""


def audited_import(folder: Path) -> list[str]:
    """Calls made while litellm was loaded in a new process, and two of its settings."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("LITELLM")}
    command = [sys.executable, "-W", "ignore", "-c", _AUDITED, str(folder)]
    environment["PYTHONPATH"] = str(_ROOT)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


def look(name: str, given: Mapping[str, Any], files: Path) -> Any:
    return SIGHTS[name](given, files)


def asked(steps: list[dict[str, Any]], **fields: Any) -> dict[str, Any]:
    """One picture asked about: its row of the predictions, and the requests that arrived."""
    with _server() as server, tempfile.TemporaryDirectory() as folder:
        server.script(*steps)
        world = World(Path(folder))
        world.setting = row(server.url, **fields)
        sha = world.pictures.put(png(1))
        variants = world.variants([1]).with_columns(picture=pl.lit(sha))
        made, _ = world.ask(variants, model(world.setting, world.root), parse=parse)
        return made.row(0, named=True) | {"seen": server.seen()}


@contextmanager
def _server() -> Iterator[Server]:
    server, before = Server.start(), os.environ.get(KEY_ENV)
    os.environ[KEY_ENV] = CANARY
    try:
        yield server
    finally:
        server.stop()
        os.environ.pop(KEY_ENV)
        os.environ.update({} if before is None else {KEY_ENV: before})


def _prefix(given: Mapping[str, Any], files: Path) -> str:
    data = (files / given["file"]).read_bytes()
    return data_url(data, media_type(data)).partition("base64,")[0] + "base64,"


def _fits(given: Mapping[str, Any], _: Path) -> list[bool]:
    setting = row("https://h/v1", picture={"max_base64_bytes": given["limit_base64_bytes"]})
    return [fits(setting, png(1).ljust(n, b"\0")) for n in given["raw_bytes"]]


def _action(given: Mapping[str, Any], _: Path) -> str:
    """In the case's words, where the picture that does not fit was made to fit and said so."""
    setting = row("https://h/v1", picture={"max_base64_bytes": given["limit_base64_bytes"]})
    made = fit(setting, png(1).ljust(given["raw_bytes"][1], b"\0"))
    told = {"sent_size", "sent_quality", "sent_sha256"} <= set(made.notes)
    return "downscale or re-encode, recorded" if told and fits(setting, made.data) else "refused"


def _sent_size(given: Mapping[str, Any]) -> tuple[int, int]:
    setting = row("https://h/v1", picture={"max_side": given["max_side"]})
    width, height = fit(setting, png(1, tuple(given["image_size"]))).notes["sent_size"].split("x")
    return int(width), int(height)


def _aspect_kept(given: Mapping[str, Any], _: Path) -> bool:
    width, height = _sent_size(given)
    before, after = given["image_size"][0] / given["image_size"][1], width / height
    return abs(after - before) * height <= 1


def _refusal(_: Mapping[str, Any]) -> dict[str, Any]:
    return asked([{"status": 400}])


def _of_gpt5(given: Mapping[str, Any]) -> dict[str, Any]:
    return asked([{}], provider="openai", model=given["model"], parameters=given["params"])


def _status(given: Mapping[str, Any]) -> dict[str, Any]:
    body = {"error": {"message": "scripted", "code": given["error_code"]}}
    return asked([{"status": given["http_status"], "body": body}])


def _always_429(given: Mapping[str, Any], _: Path) -> int:
    assert given["configured_extra_attempts"] == MAX_REQUESTS - 1
    return len(asked([{"status": 429, "headers": {"retry-after": "0"}}])["seen"])


def _import(position: int) -> Sight:
    def sight(_: Mapping[str, Any], __: Path) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            told = audited_import(Path(folder))
        return [int(told[0]), f"LITELLM_LOCAL_MODEL_COST_MAP={told[1]}"][position]

    return sight


def _asked_again(given: Mapping[str, Any], _: Path) -> list[str]:
    saved = given["saved_rows"]
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        variants = world.variants(range(len(saved)))
        answers = [Answer(each.get("pred"), error=each.get("error")) for each in saved]
        first = FakeProvider(lambda request, _: answers[number(request)])
        world.ask(variants, first, parse=parse)
        second = FakeProvider()
        world.ask(variants, second, parse=parse)
    return sorted(saved[n]["id"] for n in second.asked)


SIGHTS: dict[str, Sight] = {
    "data_url_prefix": _prefix,
    "base64_len": lambda given, _: [base64_bytes(n) for n in given["raw_bytes"]],
    "fits": _fits,
    "action_if_not": _action,
    "sent_max_side_at_most": lambda given, _: max(_sent_size(given)),
    "aspect_kept": _aspect_kept,
    "resize_logged": lambda given, _: _sent_size(given) != tuple(given["image_size"]),
    "retries_on_400": lambda given, _: len(_refusal(given)["seen"]) - 1,
    "request_has_temperature": lambda given, _: (
        "temperature" in _of_gpt5(given)["seen"][0]["settings"]
    ),
    "effective_temperature_recorded": lambda given, _: json.loads(_of_gpt5(given)["parameters"])[
        "temperature"
    ],
    "one_model_does_not_fail_run": lambda given, _: _of_gpt5(given)["state"] == "ok",
    "requests_seen_by_server_at_most": _always_429,
    "attempts": lambda given, _: len(_status(given)["seen"]),
    "reason": lambda given, _: _status(given)["finish_reason"],
    "import_network_calls": _import(0),
    "setting": _import(1),
    "asked_again": _asked_again,
}
