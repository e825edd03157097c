"""What makes two requests the same: the ledger's key."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from culture_conflict.models.protocol import Scalar

__all__ = ["canonical_json", "request_key", "sha256_of"]


def sha256_of(text: str) -> str:
    """The sha256 of a text's UTF-8, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def canonical_json(values: Mapping[str, Scalar]) -> str:
    """JSON that is the same for equal values: names sorted, 0.0 written as 0.

    Raises:
        ValueError: a number is not finite.
    """
    plain = {name: _whole(value) for name, value in values.items()}
    return json.dumps(
        plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def request_key(
    *,
    picture_sent: str,
    prompt_sha256: str,
    provider: str,
    revision: str,
    parameters: str,
    evaluation: str,
    repeat: int,
    variant: str | None = None,
) -> str:
    """The key of an answer: sha256 over all that may change it, and nothing else.

    `picture_sent` and `prompt_sha256` are the sha256 of what is sent; `parameters` is the
    canonical JSON of the effective parameters (for an API they name the model asked for). The
    registry's key and name are left out, so that renaming a setting's title asks nothing again.
    `variant` is given for imported answers only: they came one per variant, so that two variants
    with the same picture keep an answer each.
    """
    values: dict[str, Scalar] = {
        "picture_sent": picture_sent,
        "prompt": prompt_sha256,
        "provider": provider,
        "revision": revision,
        "parameters": parameters,
        "evaluation": evaluation,
        "repeat": repeat,
    }
    return sha256_of(canonical_json(values | ({} if variant is None else {"variant": variant})))


def _whole(value: Scalar) -> Scalar:
    return int(value) if isinstance(value, float) and value.is_integer() else value
