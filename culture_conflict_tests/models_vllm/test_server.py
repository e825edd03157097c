"""A server is started, waited for, asked and ended with all that it started."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from culture_conflict.errors import ProviderError
from culture_conflict.models.protocol import Request
from culture_conflict.models.vllm.provider import VllmModel
from culture_conflict.models.vllm.server import start
from culture_conflict_tests.models.api.kit import png
from culture_conflict_tests.models_vllm.kit import gone, local_row, vllm_model

ROOT = Path(__file__).parents[2]


def scripted(monkeypatch: pytest.MonkeyPatch, **script: object) -> None:
    monkeypatch.setenv("FAKE_VLLM", json.dumps(script))


async def ask(model: VllmModel, pictures: int = 1) -> list[str | None]:
    requests = [Request(png(n, (64, 48)), "image/png", "What is it?") for n in range(pictures)]
    try:
        model.expect(pictures, "What is it?")
        answers = [answer for one in requests for answer in await model.ask([one])]
    finally:
        await model.close()
    assert all(answer.notes["vllm"] == "0.0-fake" for answer in answers)
    assert all(answer.cost_usd == 0 for answer in answers)
    return [answer.text for answer in answers]


@pytest.mark.slow
def test_planning_starts_nothing_and_asking_starts_one_server(tmp_path: Path) -> None:
    said: list[str] = []
    model = vllm_model(local_row(tmp_path), tmp_path, said.append)
    assert model.parameters["serve"] == "auto;len=8192;seed=0"
    assert not (tmp_path / "servers").exists()
    answers = asyncio.run(ask(model, 2))
    assert answers == ['{"name": "sushi", "country": "Japan"}'] * 2
    (log,) = (tmp_path / "servers" / "logs" / "open").glob("*.log")
    assert str(log) in said[0]
    assert "answers at http://127.0.0.1:" in said[1]
    seen = [json.loads(line) for line in (log.parent / "seen.jsonl").read_text().splitlines()]
    assert [each["model"] for each in seen] == [str(tmp_path / "checkpoint")] * 2


@pytest.mark.slow
def test_the_form_of_the_answer_is_enforced_by_the_schema(tmp_path: Path) -> None:
    model = vllm_model(local_row(tmp_path, structured="json_schema"), tmp_path, lambda _: None)
    asyncio.run(ask(model))
    seen = next((tmp_path / "servers" / "logs" / "open").glob("seen.jsonl")).read_text()
    schema = json.loads(seen)["response_format"]["json_schema"]["schema"]
    assert schema["required"] == ["name", "country"]


def test_a_server_that_fails_is_told_with_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted(monkeypatch, exit="CUDA out of memory. Bearer abcdefghijklmnop")
    with pytest.raises(ProviderError) as told:
        start(local_row(tmp_path), tmp_path / "servers", lambda _: None).wait()
    message = str(told.value)
    assert "exit code 3" in message
    assert "CUDA out of memory. [key]" in message
    assert str(next((tmp_path / "servers").rglob("*.log"))) in message


@pytest.mark.slow
def test_a_server_that_is_never_ready_is_ended_at_the_deadline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = tmp_path / "child"
    scripted(monkeypatch, slow=60, child=str(child))
    monkeypatch.setattr("culture_conflict.models.vllm.server.GRACE_S", 0.5)
    row = local_row(tmp_path, serve={"start_timeout_s": 2})
    with pytest.raises(ProviderError, match="not ready after 2 s"):
        start(row, tmp_path / "servers", lambda _: None).wait()
    assert gone(int(child.read_text()), 1)


def test_another_program_at_the_port_is_not_taken_for_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted(monkeypatch, names=["somebody-else"])
    with pytest.raises(ProviderError, match="another program took the port"):
        start(local_row(tmp_path), tmp_path / "servers", lambda _: None).wait()


def test_stopping_ends_children_that_left_and_do_not_listen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = tmp_path / "child"
    scripted(monkeypatch, child=str(child))
    monkeypatch.setattr("culture_conflict.models.vllm.server.GRACE_S", 0.5)
    server = start(local_row(tmp_path), tmp_path / "servers", lambda _: None).wait()
    while not child.exists():
        time.sleep(0.05)
    server.stop()
    assert gone(int(child.read_text()), 1)


@pytest.mark.slow
def test_a_server_that_dies_while_it_is_asked_ends_the_run_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted(monkeypatch, dies_at=2)
    model = vllm_model(local_row(tmp_path), tmp_path, lambda _: None)
    begun = time.monotonic()
    with pytest.raises(ProviderError, match=r"ended while it was being asked[\s\S]*engine died"):
        asyncio.run(ask(model, 3))
    assert time.monotonic() - begun < 15


def test_a_killed_run_leaves_no_server(tmp_path: Path) -> None:
    child = tmp_path / "child"
    program = f"""
        import pathlib, time
        from culture_conflict.models.vllm.server import start
        from culture_conflict_tests.models_vllm.kit import local_row
        root = pathlib.Path({str(tmp_path)!r})
        server = start(local_row(root), root / "servers", lambda _: None).wait()
        print(server.process.pid, flush=True)
        time.sleep(600)
    """
    run = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)],
        env=os.environ | {"FAKE_VLLM": json.dumps({"child": str(child)}), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert run.stdout is not None
    keeper = int(run.stdout.readline())
    run.send_signal(signal.SIGKILL)
    run.wait()
    run.stdout.close()
    assert gone(keeper)
    assert gone(int(child.read_text()))


def test_a_run_that_is_cancelled_while_its_server_starts_ends_at_once(tmp_path: Path) -> None:
    child = tmp_path / "child"
    program = f"""
        import asyncio, pathlib, signal
        from culture_conflict.models.interrupting import run_interruptible
        from culture_conflict.models.vllm import server
        from culture_conflict_tests.models.api.kit import png
        from culture_conflict.models.protocol import Request
        from culture_conflict_tests.models_vllm.kit import local_row, vllm_model
        # Ignored below a script's background job.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        root = pathlib.Path({str(tmp_path)!r})
        server.GRACE_S = 0.5
        model = vllm_model(local_row(root, serve={{"start_timeout_s": 600}}), root, print)

        async def ask():
            try:
                model.expect(1, "What?")
                await model.ask([Request(png(1, (64, 48)), "image/png", "What?")])
            finally:
                await model.close()

        run_interruptible(ask())
    """
    run = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)],
        env=os.environ
        | {"FAKE_VLLM": json.dumps({"slow": 600, "child": str(child)}), "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    until = time.monotonic() + 30
    while not (child.exists() and child.read_text()):
        assert time.monotonic() < until
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    assert "KeyboardInterrupt" in run.communicate(timeout=60)[1]
    assert gone(int(child.read_text()), 1)
