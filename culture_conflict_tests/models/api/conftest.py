from __future__ import annotations

from collections.abc import Iterator

import pytest

from culture_conflict_tests.models.api.kit import CANARY, KEY_ENV, Server


@pytest.fixture(scope="session")
def running() -> Iterator[Server]:
    server = Server.start()
    yield server
    server.stop()


@pytest.fixture
def server(running: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setenv(KEY_ENV, CANARY)
    running.script({})
    return running


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses between requests of a hundredth; what a provider asks to wait stays."""
    from culture_conflict.models.api import retry

    monkeypatch.setattr(retry, "_FIRST_S", 0.005)
