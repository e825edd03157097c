"""One server for many runs: kept by a command, found by runs, and never mistaken for another."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from culture_conflict.errors import BusyError, ProviderError, RegistryError
from culture_conflict.executors.needs import MODEL_GPUS, Devices, Needs
from culture_conflict.home import Home
from culture_conflict.models.api.provider import ApiPlace
from culture_conflict.models.vllm import shared
from culture_conflict.serve_cli import serve
from culture_conflict_tests.models_vllm.kit import FORM, local_row, vllm_model
from culture_conflict_tests.models_vllm.test_server import ask

ROOT = Path(__file__).parents[2]
KEY = "open"


class Keeper:
    """`culture-conflict serve open` in a process and a home of its own."""

    def __init__(self, root: Path) -> None:
        self.home = Home(root / "home")
        self.home.root.mkdir()
        self.row = local_row(root)
        row = self.row.model_dump(mode="json", exclude_defaults=True)
        self.home.models_file.write_text(yaml.safe_dump({"models": [row]}))
        self.root = root
        self.process: subprocess.Popen[str] | None = None

    def run(self, *arguments: str) -> subprocess.Popen[str]:
        code = "from culture_conflict.cli import main; main()"
        return subprocess.Popen(
            [sys.executable, "-c", code, "serve", *arguments],
            env=os.environ
            | {"CULTURE_CONFLICT_HOME": str(self.home.root), "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def start(self) -> None:
        self.process = self.run(KEY)
        wait(lambda: any(each.url for each in shared.kept(self.home.servers)))

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()


def wait(what: Callable[[], object], seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.05)


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    made = Keeper(tmp_path)
    yield made
    made.end()


def asked(keeper: Keeper, **fields: Any) -> list[str]:
    """What a run says that asks about one picture."""
    said: list[str] = []
    place = ApiPlace(FORM, keeper.home.accounts, keeper.home.fitted, said.append)
    model = vllm_model(local_row(keeper.root, **fields), keeper.root, said.append)
    model._place = place
    asyncio.run(ask(model))
    return said


@pytest.mark.slow
def test_runs_share_a_kept_server_until_it_is_stopped(keeper: Keeper) -> None:
    keeper.start()
    (found,) = shared.kept(keeper.home.servers)
    assert all(f"asks the shared server at {found.url}" in asked(keeper)[0] for _ in range(2))
    logs = list((keeper.home.servers / "logs" / KEY).glob("*.log"))
    assert len(logs) == 1
    with pytest.raises(ProviderError, match="another checkpoint, revision or other flags"):
        asked(keeper, serve={"dtype": "float32"})
    stopping = keeper.run(KEY, "--stop")
    assert "Stopped the server of open." in stopping.communicate()[0]
    assert keeper.process is not None
    assert keeper.process.wait(20) == 0
    assert shared.kept(keeper.home.servers) == []
    # With nobody left to ask, the next run starts a server of its own.
    assert "starting vLLM" in asked(keeper)[0]


@pytest.mark.slow
def test_a_killed_keeper_is_no_keeper_and_leaves_no_server(keeper: Keeper) -> None:
    keeper.start()
    (found,) = shared.kept(keeper.home.servers)
    os.kill(found.pid, signal.SIGKILL)
    wait(lambda: shared.kept(keeper.home.servers) == [])
    found_none = shared.wait_for(keeper.row, keeper.home.servers, lambda _: None)
    assert asyncio.run(found_none) is None
    wait(lambda: not shared.is_up(found.url))


@pytest.mark.slow
def test_a_run_waits_for_a_server_that_is_starting(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_VLLM", json.dumps({"slow": 2}))
    keeper.process = keeper.run(KEY)
    wait(lambda: shared.kept(keeper.home.servers))
    said = asked(keeper)
    assert "waiting for its shared server" in said[0]
    assert "asks the shared server" in said[1]


def test_nobody_else_can_keep_a_server_of_the_same_model(tmp_path: Path) -> None:
    with (
        shared.keep(tmp_path, KEY),
        pytest.raises(BusyError, match="A server of open"),
        shared.keep(tmp_path, KEY),
    ):
        pass
    assert shared.kept(tmp_path) == []


def test_a_step_needs_no_gpu_while_another_process_serves_its_model(tmp_path: Path) -> None:
    home = Home(tmp_path)
    row = local_row(tmp_path, gpus=2, gpu_memory_gb=40.0)
    elsewhere = row.model_copy(update={"key": "far", "base_url": "http://127.0.0.1:8000/v1"})
    rows = [one.model_dump(mode="json", exclude_defaults=True) for one in (row, elsewhere)]
    home.models_file.write_text(yaml.safe_dump({"models": rows}))

    def of(model: str) -> Devices:
        return Needs(home.models_file).devices_for(MODEL_GPUS, {"model": model, "source": "s"})

    assert of(KEY) == Devices(2, 40)
    assert of("far") == Devices()
    with shared.keep(home.servers, KEY):
        assert of(KEY) == Devices()
    assert of(KEY) == Devices(2, 40)


def test_only_a_checkpoint_of_ours_can_be_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CULTURE_CONFLICT_HOME", str(tmp_path))
    with pytest.raises(RegistryError, match="provider `reference-prior` is not served here"):
        serve("reference-prior")


def test_the_home_and_the_accounts_agree_where_servers_are(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert ApiPlace(FORM, home.accounts, home.fitted).servers == home.servers
