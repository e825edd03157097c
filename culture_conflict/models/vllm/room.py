"""How large a picture may be so that it, its prompt and its answer fit a model's context."""

from __future__ import annotations

from culture_conflict.errors import RegistryError
from culture_conflict.models.settings import ModelSetting

__all__ = ["ANSWER_TOKENS", "PIXELS_PER_TOKEN", "PROMPT_TOKENS", "pixels_of"]

# An encoder with 14-pixel patches that merges two by two; one with 16-pixel patches takes fewer.
PIXELS_PER_TOKEN = 28 * 28
PROMPT_TOKENS = 1024
ANSWER_TOKENS = 1024
_LEAST_TOKENS = 64


def pixels_of(setting: ModelSetting) -> int:
    """The most pixels that are sent: what `max_model_len` leaves beside prompt and answer.

    Raises:
        RegistryError: it leaves no room for a picture.
    """
    answer = setting.parameters.get("max_tokens") or ANSWER_TOKENS
    length = setting.serve.max_model_len
    tokens = length - PROMPT_TOKENS - int(answer)
    if tokens < _LEAST_TOKENS:
        raise RegistryError(
            f"Model `{setting.key}`: `max_model_len` {length} leaves {tokens} tokens for a picture "
            f"beside {PROMPT_TOKENS} for the prompt and {answer} for the answer. Raise it, or "
            f"lower `max_tokens`."
        )
    return tokens * PIXELS_PER_TOKEN
