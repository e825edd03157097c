"""Nothing that looks like a key or a picture is left in a message."""

from __future__ import annotations

import pytest

from culture_conflict.models.api.redact import plain_line


@pytest.mark.parametrize(
    "text",
    [
        "Incorrect API key provided: sk-proj-abcdefgh1234",
        "Authorization: Bearer abc.def-ghi",
        "{'api_key': 'my-own-secret-77'}",
        "AIzaSyA1234567890abcdef is not valid",
        "odd my-own-secret-77 odd",
        "x data:image/png;base64,QUJDREVGR0g= y",
    ],
)
def test_secrets_go(text: str) -> None:
    shown = plain_line(text, "my-own-secret-77")
    for secret in ("abcdefgh", "abc.def", "my-own", "AIza", "QUJD"):
        assert secret not in shown


def test_a_message_stays_one_short_readable_line() -> None:
    text = "litellm.RateLimitError: RateLimitError: OpenAIException - Slow\n down\n" + "x " * 400
    shown = plain_line(text, None)
    assert shown.startswith("Slow down x")
    assert len(shown) <= 300
    assert plain_line("boom Traceback (most recent call last):\n File secret.py", None) == "boom"
