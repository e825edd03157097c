"""From litellm's response to an answer, or to the fault that it hides."""

from __future__ import annotations

from typing import Any

from culture_conflict.models.api.faults import Fault
from culture_conflict.models.api.redact import plain_line
from culture_conflict.models.limits import Price
from culture_conflict.models.protocol import Answer

__all__ = ["answer_of", "cost_of"]


def answer_of(response: Any, price: Price | None, key: str | None) -> Answer | Fault:
    """The first choice as it came; without choices an answer without text.

    litellm reports missing usage as 0 tokens, which no request with a picture has: that is unknown.
    """
    choice = response.choices[0] if response.choices else None
    tokens = _tokens(response)
    told: dict[str, Any] = {
        "served_model": _text(getattr(response, "model", None)),
        "input_tokens": tokens[0],
        "output_tokens": tokens[1],
        "cost_usd": cost_of(*tokens, price),
    }
    if choice is None:
        return Answer("", finish_reason=None, **told)
    further = getattr(choice, "provider_specific_fields", None) or {}
    if error := further.get("error"):
        return Fault("server", f"server (in a choice): {plain_line(str(error), key)}")
    message = choice.message
    return Answer(
        _text(message.content),
        reasoning=_text(getattr(message, "reasoning_content", None)),
        finish_reason=_finish(choice, message, further),
        **told,
    )


def cost_of(
    input_tokens: int | None, output_tokens: int | None, price: Price | None
) -> float | None:
    """US dollars; unknown tokens or an unknown price make an unknown cost, never 0."""
    if price is None or input_tokens is None or output_tokens is None:
        return None
    return (input_tokens * price.input + output_tokens * price.output) / 1e6


def _tokens(response: Any) -> tuple[int | None, int | None]:
    usage = getattr(response, "usage", None)
    sent = getattr(usage, "prompt_tokens", None)
    if not sent:
        return None, None
    # Thinking is billed as output; Gemini counts it apart in the total.
    got = getattr(usage, "completion_tokens", None)
    total = getattr(usage, "total_tokens", None)
    if isinstance(total, int) and isinstance(got, int):
        got = max(got, total - sent)
    return sent, got


def _finish(choice: Any, message: Any, further: dict[str, Any]) -> str | None:
    """The provider's own word where litellm has folded it into another, as a refusal."""
    own = getattr(message, "provider_specific_fields", None) or {}
    if (
        getattr(message, "refusal", None)
        or own.get("refusal")
        or own.get("stop_reason") == "refusal"
    ):
        return "refusal"
    native = further.get("native_finish_reason")
    return _text(native if native not in (None, "STOP", "stop") else choice.finish_reason)


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
