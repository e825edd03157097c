"""Which parameters a model takes: those it refuses are left out openly, never silently."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from culture_conflict.errors import RegistryError
from culture_conflict.models.protocol import Scalar
from culture_conflict.models.settings import ModelSetting
from culture_conflict.models.words import did_you_mean, listed

__all__ = ["DEFAULT", "Capability", "capability", "effective_parameters"]

# What stands in the recorded parameters for one that the model refuses.
DEFAULT = "provider default"

_KNOWN = (
    "temperature",
    "top_p",
    "seed",
    "max_tokens",
    "reasoning_effort",
    "verbosity",
    "thinking_budget",
)
_FURTHER = {
    "azure": ("api_version",),
    "bedrock": ("aws_region_name",),
    "vllm": ("top_k", "min_p", "repetition_penalty", "presence_penalty", "frequency_penalty"),
}
_FREE = ("openai-compatible", "openrouter")
_OPENAI = ("openai", "azure", "openai-compatible", "openrouter")
_EFFORTS = ("minimal", "low", "medium", "high")


@dataclass(frozen=True)
class Capability:
    """What a family of models does; `providers` and `pattern` (of the model id) say which.

    `refuses` are parameters that are left out. `values` are the only values of a parameter.
    `unless` frees temperature and top_p again where another parameter has one of its values; None
    stands for a parameter that is not given.
    """

    providers: tuple[str, ...]
    pattern: str
    json_schema: bool = False
    refuses: tuple[str, ...] = ()
    values: Mapping[str, tuple[Scalar, ...]] = field(default_factory=dict)
    unless: Mapping[str, tuple[Scalar, ...]] = field(default_factory=dict)

    def covers(self, setting: ModelSetting) -> bool:
        model = (setting.model or "").rpartition("/")[2]
        return setting.provider in self.providers and bool(re.match(self.pattern, model))


# The first that covers a model counts. Sources: the providers' references as of 2026, and what
# litellm 1.110.2 refuses by itself.
_TABLE = (
    Capability(_OPENAI, r"gpt-5-chat", json_schema=True, refuses=("reasoning_effort", "verbosity")),
    Capability(
        _OPENAI,
        r"gpt-5(-mini|-nano)?(-\d{4}-\d\d-\d\d)?$",
        json_schema=True,
        refuses=("temperature", "top_p", "thinking_budget"),
        values={"reasoning_effort": _EFFORTS, "verbosity": ("low", "medium", "high")},
    ),
    Capability(
        _OPENAI,
        r"gpt-5\.\d",
        json_schema=True,
        refuses=("temperature", "top_p", "thinking_budget"),
        values={"reasoning_effort": ("none", "low", "medium", "high", "xhigh")},
        unless={"reasoning_effort": ("none", None)},
    ),
    Capability(
        _OPENAI,
        r"o[134](-|$)",
        json_schema=True,
        refuses=("temperature", "top_p", "verbosity", "thinking_budget"),
        values={"reasoning_effort": ("low", "medium", "high")},
    ),
    Capability(
        _OPENAI,
        r"gpt-4(o|\.1)",
        json_schema=True,
        refuses=("reasoning_effort", "verbosity", "thinking_budget"),
    ),
    Capability(("gemini",), r"gemini-[23]", json_schema=True, refuses=("verbosity",)),
    Capability(
        ("anthropic", "bedrock"), r".*claude", refuses=("seed", "verbosity", "reasoning_effort")
    ),
    Capability(("vllm",), r".*", json_schema=True, refuses=("verbosity", "thinking_budget")),
    Capability(("xai",), r"grok-4", json_schema=True, refuses=("reasoning_effort", "verbosity")),
)
_UNKNOWN = Capability((), "")


def capability(setting: ModelSetting) -> Capability:
    """What is known of the row's model; for an unknown one nothing is refused."""
    return next((each for each in _TABLE if each.covers(setting)), _UNKNOWN)


def effective_parameters(setting: ModelSetting) -> dict[str, Scalar]:
    """The row's parameters as they take effect; one that the model refuses is `DEFAULT`.

    Raises:
        RegistryError: a parameter is unknown, or its value is none that the model takes.
    """
    known = capability(setting)
    given = setting.parameters
    refused = set(known.refuses)
    if any(given.get(name) in values for name, values in known.unless.items()):
        refused -= {"temperature", "top_p"}
    for name, value in setting.parameters.items():
        _check(setting, known, name, value)
    return {
        name: DEFAULT if name in refused else value
        for name, value in setting.parameters.items()
        if value is not None
    }


def _check(setting: ModelSetting, known: Capability, name: str, value: Scalar) -> None:
    allowed = (*_KNOWN, *_FURTHER.get(setting.provider, ()))
    if name not in allowed and setting.provider not in _FREE:
        raise RegistryError(
            f"Model `{setting.key}`: parameter `{name}` is unknown{did_you_mean(name, allowed)}. "
            f"Known for provider `{setting.provider}`: {listed(allowed)}."
        )
    values = known.values.get(name)
    if values is not None and value is not None and value not in values:
        raise RegistryError(
            f"Model `{setting.key}`: {setting.model} takes `{name}` {', '.join(map(str, values))}; "
            f"the row says {value!r}. Write one of these."
        )
