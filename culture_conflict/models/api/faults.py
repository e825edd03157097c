"""What went wrong with one request, and whether another may go better."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from culture_conflict.models.api.redact import plain_line
from culture_conflict.servers import retry_after_s

if TYPE_CHECKING:
    from openai import OpenAIError

__all__ = ["Fault", "FaultKind", "fault_of"]

FaultKind = Literal[
    "rate_limit",
    "quota",
    "key",
    "blocked",
    "model",
    "parameters",
    "request",
    "context",
    "filtered",
    "server",
    "timeout",
    "connection",
    "body",
]
_AGAIN = ("rate_limit", "server", "timeout", "connection", "body")
_STOPS = ("quota", "key", "blocked", "model", "parameters")
_FILTERS = (
    *("content_filter", "content_policy_violation", "responsibleaipolicyviolation"),
    "moderation_blocked",
)
_QUOTA_CODES = ("insufficient_quota", "billing_hard_limit_reached", "billing_not_active")
_QUOTA_WORDS = ("exceeded your current quota", "credit balance is too low", "insufficient balance")
_CONTEXT_WORDS = ("context length", "context window", "prompt is too long")
_CONNECTION_WORDS = ("connection error", "server disconnected", "cannot connect", "connect call")
_BODY_WORDS = ("no 'choices'", "invalid response", "expecting value", "valid response block")
_BY_STATUS: Mapping[int, FaultKind] = {
    401: "key",
    402: "quota",
    403: "blocked",
    404: "model",
    408: "timeout",
    409: "server",
    425: "server",
    429: "rate_limit",
}
_MAX_WAIT_S = 3600.0


@dataclass(frozen=True)
class Fault:
    """One failed request. `wait_s` is what the provider asks to wait, where it does."""

    kind: FaultKind
    message: str
    wait_s: float | None = None

    @property
    def again(self) -> bool:
        """Whether the same request may succeed later."""
        return self.kind in _AGAIN

    @property
    def stops(self) -> bool:
        """Whether no request of this run can succeed."""
        return self.kind in _STOPS


def fault_of(error: OpenAIError, key: str | None) -> Fault:
    """The fault behind an exception of litellm, whose classes all derive from OpenAI's.

    Its classes alone don't tell: a refused connection is its status 500, a used-up quota its
    `RateLimitError`, a filter's verdict a plain `BadRequestError`.
    """
    text = str(error)
    kind = _kind(error, text.casefold())
    said = plain_line(text, key)
    status = getattr(error, "status_code", None)
    shown = f"{kind}: {said}" if kind in ("connection", "timeout") else f"{kind} ({status}): {said}"
    return Fault(kind, shown, _retry_after(error))


def _kind(error: OpenAIError, text: str) -> FaultKind:
    code = str(getattr(error, "code", "") or "").casefold()
    name = type(error).__name__
    told: dict[FaultKind, bool] = {
        "filtered": name == "ContentPolicyViolationError" or _has(code, text, _FILTERS),
        "quota": _has(code, text, _QUOTA_CODES) or _says(text, _QUOTA_WORDS),
        "parameters": name == "UnsupportedParamsError",
        "timeout": name == "Timeout",
        "body": _says(text, _BODY_WORDS),
        "connection": _says(text, _CONNECTION_WORDS),
    }
    by_words = next((kind for kind, holds in told.items() if holds), None)
    return by_words or _by_status(getattr(error, "status_code", None), text)


def _by_status(status: int | None, text: str) -> FaultKind:
    if status is not None and status in _BY_STATUS:
        return _BY_STATUS[status]
    if status is None or not 300 <= status < 500:
        return "server"
    return "context" if _says(text, _CONTEXT_WORDS) else "request"


def _says(text: str, words: Iterable[str]) -> bool:
    return any(each in text for each in words)


def _has(code: str, text: str, codes: Iterable[str]) -> bool:
    """Whether one of the codes was given; of image edits litellm leaves it in the body's JSON."""
    return any(each == code or f'"code": "{each}"' in text for each in codes)


def _retry_after(error: OpenAIError) -> float | None:
    """What the provider asks to wait; nobody waits over an hour."""
    headers = getattr(error, "litellm_response_headers", None)
    if headers is None:
        headers = getattr(getattr(error, "response", None), "headers", None)
    if headers is None:
        return None
    if (milliseconds := retry_after_s(headers.get("retry-after-ms"))) is not None:
        return min(milliseconds / 1000, _MAX_WAIT_S)
    seconds = retry_after_s(headers.get("retry-after"))
    return None if seconds is None else min(seconds, _MAX_WAIT_S)
