"""A run stops early where going on is of no use, and only there."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from culture_conflict.errors import ProviderError
from culture_conflict.models.api.faults import Fault, fault_of
from culture_conflict.models.api.health import Health
from culture_conflict.models.api.retry import pause_s
from culture_conflict.models.api.routes import api_key, row_fault
from culture_conflict_tests.models.api.kit import CANARY, row

DOWN = Fault("connection", "connection: refused")


def test_down_is_many_faults_in_a_row_over_some_time() -> None:
    now = [0.0]
    health = Health("m", in_flight=2, clock=lambda: now[0])
    for _ in range(100):
        health.failed(DOWN)
    now[0] = 29
    health.answered()
    for _ in range(100):
        health.failed(DOWN)
    now[0] = 60
    with pytest.raises(ProviderError, match=r"seems down \(connection: refused\)"):
        health.failed(DOWN)
    with pytest.raises(ProviderError, match="seems down"):
        health.check()


def test_few_faults_over_a_long_time_are_no_outage() -> None:
    now = [0.0]
    health = Health("m", in_flight=2, clock=lambda: now[0])
    for _ in range(10):
        now[0] += 60
        health.failed(DOWN)
    health.check()


def test_bad_requests_stop_a_run_only_before_its_first_answer() -> None:
    refused = Fault("request", "request (400): no")
    health = Health("m", in_flight=2)
    health.answered()
    for _ in range(50):
        health.failed(refused)
    fresh = Health("m", in_flight=2)
    for _ in range(4):
        fresh.failed(refused)
    with pytest.raises(ProviderError, match="first 5 pictures"):
        fresh.failed(refused)


def test_pauses_grow_vary_and_respect_the_provider() -> None:
    rng = random.Random(1)
    pauses = [pause_s(n, None, rng) for n in range(1, 12)]
    assert pauses[0] <= 0.5
    assert 15 <= pauses[-1] <= 30
    assert len(set(pauses)) == len(pauses)
    assert all(pause_s(1, 7.0, rng) >= 7 for _ in range(100))


class _Raised(Exception):  # noqa: N818 - stands for any of the library's
    def __init__(self, message: str, **fields: Any) -> None:
        super().__init__(message)
        self.__dict__.update(fields)


@pytest.mark.parametrize(
    ("error", "kind", "wait_s"),
    [
        (_Raised("x", status_code=429, litellm_response_headers={"retry-after": "2"}), "rate", 2),
        (
            _Raised("x", status_code=429, litellm_response_headers={"retry-after": "x"}),
            "rate",
            None,
        ),
        (_Raised("x", status_code=429, litellm_response_headers={"retry-after": "-1"}), "rate", 0),
        (
            _Raised("x", status_code=429, litellm_response_headers={"retry-after": "9e9"}),
            "rate",
            3600,
        ),
        (
            _Raised("x", status_code=429, litellm_response_headers={"retry-after": "nan"}),
            "rate",
            None,
        ),
        (
            _Raised("x", status_code=429, litellm_response_headers={"retry-after-ms": "50"}),
            "rate",
            0.05,
        ),
        (
            _Raised(
                "x",
                status_code=429,
                litellm_response_headers={"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"},
            ),
            "rate",
            0,
        ),
        (_Raised("Your credit balance is too low", status_code=400), "quota", None),
        (_Raised("Connection error.", status_code=500), "connection", None),
        (_Raised("x", status_code=529), "server", None),
        (_Raised("x", status_code=302), "request", None),
        (_Raised("x"), "server", None),
    ],
)
def test_faults_are_told_apart(error: Any, kind: str, wait_s: float | None) -> None:
    fault = fault_of(error, None)
    assert fault.kind.startswith(kind)
    assert fault.wait_s == wait_s


@pytest.mark.parametrize(
    ("url", "fine"),
    [
        ("https://host/v1", True),
        ("http://127.0.0.1:8000/v1", True),
        ("http://[::1]:8000/v1", True),
        ("http://localhost:8000/v1", True),
        ("http://localhost.evil.org/v1", False),
        ("http://10.0.0.1/v1", False),
        ("ftp://127.0.0.1/", False),
        ("https://user@host/v1", False),
        ("https://host/v1?key=abc", False),
        ("https://[oops/v1", False),
        ("//host", False),
    ],
)
def test_keys_travel_encrypted_or_not_at_all(url: str, fine: bool) -> None:
    assert (row_fault(row(url)) is None) is fine


def test_only_the_named_variable_is_read(tmp_path: Path) -> None:
    setting = row("https://h/v1", key_env="MINE")
    assert api_key(setting, {"MINE": f" {CANARY}\n", "OPENAI_API_KEY": "other"}) == CANARY
    with pytest.raises(ProviderError, match="MINE is not set"):
        api_key(setting, {"MINE": " ", "OPENAI_API_KEY": "other"})
    assert api_key(row("https://h/v1", key_env=None), {"OPENAI_API_KEY": "other"}) is None
