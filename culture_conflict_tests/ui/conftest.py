"""One Dagster UI with its daemon for the whole test session, and a real browser."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

from culture_conflict.home import Home
from culture_conflict_tests.checkpoints.kit import torch_environment
from culture_conflict_tests.executors.slot_kit import Host as FakeHost
from culture_conflict_tests.ui.daemon_kit import Ui, stop_following

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def fake_gpus(home: Path) -> FakeHost:
    """Two fake GPUs, with locks of their own, for the UI that serves this home."""
    host = FakeHost(home.parent)
    host.set_devices(**{"FAKE-0": 80, "FAKE-1": 80})
    return host


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _wait_until_ready(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        assert process.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(f"{url}/server_info", timeout=5):
                return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.5)
    pytest.fail(f"the UI did not come up:\n{log.read_text()}")


@pytest.fixture(scope="session")
def ui(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ui]:
    """`culture-conflict ui` on a free port; stopped with all its children."""
    folder = tmp_path_factory.mktemp("ui")
    port, log = _free_port(), folder / "ui.log"
    # The schedule is off until a test starts it; then it ticks at the next full minute.
    (folder / "home").mkdir()
    (folder / "home" / "nights.yaml").write_text('cron: "* * * * *"\nsince: 2020-01-01\n')
    with log.open("wb") as output:
        process = subprocess.Popen(
            [str(Path(sys.executable).with_name("culture-conflict")), "ui", "--port", str(port)],
            env=torch_environment()
            | {"CULTURE_CONFLICT_HOME": str(folder / "home")}
            | fake_gpus(folder / "home").own,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        _wait_until_ready(f"http://127.0.0.1:{port}", process, log)
        made = Ui(f"http://127.0.0.1:{port}", Home(folder / "home"))
        stop_following(made)  # a rebuild after every test would cost more than the tests
        yield made
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def page() -> Iterator[Page]:
    """A page of Debian's Chromium."""
    if not Path(CHROMIUM).exists():
        pytest.fail(f"{CHROMIUM} is not installed (apt-get install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser.new_page(viewport={"width": 1400, "height": 900})
        browser.close()
