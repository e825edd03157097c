"""One row of the registry: a model setting that answers can be asked of."""

from __future__ import annotations

import hashlib
import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, StringConstraints

from culture_conflict.models.limits import Limits, PictureLimits, Price, Retry, Structured
from culture_conflict.models.vllm.options import ServeOptions

__all__ = ["API_PROVIDERS", "KEY_LENGTH", "PROVIDERS", "Kind", "ModelSetting", "is_slug", "slug"]

Kind = Literal["vlm", "reference"]

KEY_LENGTH = 100
_SLUG = re.compile(r"[a-z0-9][a-z0-9._-]*")
_MARK = 10

# Providers that are asked over the network; `api/routes.py` says how.
API_PROVIDERS = (
    "anthropic",
    "azure",
    "bedrock",
    "dashscope",
    "gemini",
    "moonshot",
    "openai",
    "openai-compatible",
    "openrouter",
    "vllm",
    "volcengine",
    "xai",
)

# Providers that a row may name, and what they are; `providers.py` makes them.
PROVIDERS: dict[str, Kind] = {
    "reference-prior": "reference",
    "reference-nearest-image": "reference",
    "reference-flag-reader": "reference",
    "reference-text-reader": "reference",
    "reference-background-reader": "reference",
    "replay": "vlm",
    "transformers": "vlm",
    **dict.fromkeys(API_PROVIDERS, "vlm"),
}

_Text = Annotated[str, StringConstraints(min_length=1)]
_EnvName = Annotated[str, StringConstraints(pattern=r"^[A-Z_][A-Z0-9_]*$")]
_Dollars = Annotated[FiniteFloat, Field(ge=0)]
_Scalar = str | bool | int | FiniteFloat | None


class ModelSetting(BaseModel):
    """A model with everything that makes its answers comparable.

    `key` is the partition key and a folder name. `revision` and `parameters` are part of each
    answer's key: changing them asks again; changing `name` does not. Values are never converted:
    `revision: 1` is refused, `revision: "1"` is meant. `gpus` is what the model needs on the host
    that runs its step, `gpu_memory_gb` the GiB that each of them must have free.

    The rest is for models behind an API. `model` is the provider's own id; `base_url` and `key_env`
    (the name of the environment variable that holds the key) default to the provider's. Runs of one
    `account` share its limits and its daily spending. `max_cost_usd` is a run's limit.
    `larger_budget` is the `max_tokens` of one more request where an answer was cut off. `serve` is
    how provider `vllm` serves the checkpoint `model`, a hub id (with a commit as `revision`) or a
    folder; with a `base_url` a server that runs there is asked.
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
    model: _Text | None = None
    base_url: _Text | None = None
    key_env: _EnvName | None = None
    account: (
        Annotated[str, StringConstraints(pattern=rf"^{_SLUG.pattern}$", max_length=60)] | None
    ) = None
    structured: Structured = "prompt"
    limits: Limits = Limits()
    picture: PictureLimits = PictureLimits()
    serve: ServeOptions = ServeOptions()
    retry: Retry = "default"
    larger_budget: Annotated[int, Field(ge=1)] | None = None
    price: Price | Literal["unknown"] | None = None
    max_cost_usd: _Dollars = 25.0
    max_cost_usd_per_day: _Dollars = 50.0

    @property
    def called(self) -> str:
        """What messages about its account, key and limits call it."""
        return f"Model `{self.key}`"

    @property
    def is_api(self) -> bool:
        """Whether asking this model needs the network."""
        return self.provider in API_PROVIDERS


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
