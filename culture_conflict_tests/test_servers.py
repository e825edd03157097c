"""How long a server asks to wait, in every form it may say so, and which host is this machine."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from culture_conflict.servers import on_this_machine, retry_after_s

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("2", 2),
        (" 1.5 ", 1.5),
        ("-3", 0),
        ("Mon, 30 Nov 2026 12:01:00 GMT", 60),
        ("Mon, 30 Nov 2026 12:01:00", 60),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0),
        ("9" * 400, 1e9),
        ("inf", 1e9),
        ("nan", None),
        ("soon", None),
        ("", None),
        (None, None),
    ],
)
def test_what_a_server_asks_to_wait(said: str | None, seconds: float | None) -> None:
    assert retry_after_s(said, NOW) == seconds


@pytest.mark.parametrize(
    ("host", "mine"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost", True),
        ("localhost.example.org", False),
        ("10.0.0.1", False),
        ("0.0.0.0", False),
        ("", False),
    ],
)
def test_which_host_is_this_machine(host: str, mine: bool) -> None:
    assert on_this_machine(host) is mine
