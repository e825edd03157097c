"""One row of the registry: a model setting that answers can be asked of."""

from __future__ import annotations

import hashlib
import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, StringConstraints

__all__ = ["KEY_LENGTH", "PROVIDERS", "Kind", "ModelSetting", "is_slug", "slug"]

Kind = Literal["vlm", "reference"]

KEY_LENGTH = 100
_SLUG = re.compile(r"[a-z0-9][a-z0-9._-]*")
_MARK = 10

# Providers that a row may name, and what they are; `providers.py` makes them.
PROVIDERS: dict[str, Kind] = {
    "reference-prior": "reference",
    "reference-nearest-image": "reference",
    "reference-flag-reader": "reference",
    "replay": "vlm",
}

_Text = Annotated[str, StringConstraints(min_length=1)]
_Scalar = str | bool | int | FiniteFloat | None


class ModelSetting(BaseModel):
    """A model with everything that makes its answers comparable.

    `key` is the partition key and a folder name. `revision` and `parameters` are part of each
    answer's key: changing them asks again; changing `name` does not. Values are never converted:
    `revision: 1` is refused, `revision: "1"` is meant. `gpus` is what the model needs on the host
    that runs its step, `gpu_memory_gb` the GiB that each of them must have free.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    key: Annotated[str, StringConstraints(pattern=rf"^{_SLUG.pattern}$", max_length=KEY_LENGTH)]
    provider: str
    name: _Text
    kind: Kind = "vlm"
    revision: _Text
    parameters: dict[str, _Scalar] = Field(default_factory=dict)
    enabled: bool = True
    nightly: bool = False
    gpus: Annotated[int, Field(ge=0)] = 0
    gpu_memory_gb: Annotated[FiniteFloat, Field(gt=0)] | None = None


def is_slug(text: str) -> bool:
    """Whether the text can be a key: safe as a partition, a folder and a column value."""
    return len(text) <= KEY_LENGTH and _SLUG.fullmatch(text) is not None


def slug(text: str) -> str:
    """A key for any model id, the id itself where it can be one.

    Two ids never share a key: what is lost by lower-casing and replacing is made up for by ten
    digits of the id's sha256. The registry row that carries the key keeps the exact id in `name`.
    """
    if is_slug(text):
        return text
    mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_MARK]
    base = re.sub(r"[^a-z0-9._]+", "-", text.lower()).strip("-._")
    return f"{base[: KEY_LENGTH - _MARK - 1] or 'model'}-{mark}"
