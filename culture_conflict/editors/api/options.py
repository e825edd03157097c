"""What a row of kind `api` says: whom it asks, how it edits, and what it may cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, NoReturn

from pydantic import ValidationError

from culture_conflict.editors.registry import EditorRow, Scalar
from culture_conflict.errors import RegistryError
from culture_conflict.models.api.routes import row_fault
from culture_conflict.models.settings import ModelSetting

__all__ = ["ApiOptions", "Wire", "read_options"]

Wire = Literal["generate", "edits"]

_WIRES: Mapping[str, Wire] = MappingProxyType(
    {
        "gemini": "generate",
        "openai": "edits",
        "openai-compatible": "edits",
        "azure": "edits",
        "vllm": "edits",
    }
)
# ConfusedTourist, appendix 9: gemini-2.5-flash-image at temperature 0, 1:1, 648 tokens.
_PAPER: Mapping[str, Scalar] = MappingProxyType(
    {"temperature": 0.0, "aspect_ratio": "1:1", "max_tokens": 648}
)
_OWN: Mapping[Wire, tuple[str, ...]] = MappingProxyType(
    {
        "generate": ("temperature", "top_p", "seed", "max_tokens", "aspect_ratio"),
        "edits": ("size", "quality", "background", "input_fidelity"),
    }
)
# Left to GPT image, the size is one of three, none of which need be the picture's: each edit would
# be paid for and then fail as `wrong_size`.
_SQUARE: Mapping[str, Scalar] = MappingProxyType({"size": "1024x1024"})
# Of one provider; without a version, litellm would take the one of a variable in the environment.
_MORE: Mapping[str, Mapping[str, Scalar]] = MappingProxyType(
    {
        "gemini": _PAPER,
        "openai": _SQUARE,
        "azure": MappingProxyType({**_SQUARE, "api_version": "2025-04-01-preview"}),
    }
)
_SETTING = ("model", "base_url", "key_env", "account", "max_cost_usd", "max_cost_usd_per_day")
_LIMITS = ("requests_per_minute", "tokens_per_minute", "in_flight", "timeout_s", "deadline_s")
_PRICES = ("price_input", "price_output")
_SHARED = ("provider", *_SETTING, *_LIMITS, *_PRICES, "price")


class EditorSetting(ModelSetting):
    """An editor as accounts, limits and spending know it, which messages call by what it is."""

    @property
    def called(self) -> str:
        return f"Editor `{self.key}`"


@dataclass(frozen=True)
class ApiOptions:
    """A row as it takes effect.

    `setting` is what accounts, limits and spending know it by. `shape` is the width by height that
    is asked for, None where the provider chooses it; pictures are bordered to that shape before
    they are sent, and the border is cut off again. `parameters` are sent as they are.
    """

    setting: ModelSetting
    wire: Wire
    parameters: Mapping[str, Scalar]
    shape: tuple[int, int] | None


def read_options(row: EditorRow) -> ApiOptions:
    """A row's options, beside it what a provider is asked by where the row says nothing else.

    For Gemini these are the paper's settings, for OpenAI and Azure a square of 1,024 pixels, for
    Azure also the version of its interface that knows edits. A parameter that is null is left to
    the provider. Prices are US dollars per million tokens.

    Raises:
        RegistryError: a parameter is unknown, missing or of the wrong kind.
    """
    given = dict(row.parameters)
    provider = given.get("provider")
    if provider not in _WIRES:
        _refuse(row.key, f"`provider: {provider!r}`", f"Known: {', '.join(_WIRES)}.")
    wire, usual = _WIRES[str(provider)], _MORE.get(str(provider), {})
    names = dict.fromkeys((*_OWN[wire], *usual))
    if unknown := [name for name in given if name not in (*_SHARED, *names)]:
        known = ", ".join((*names, *_SHARED))
        _refuse(row.key, f"parameter `{unknown[0]}` is unknown to {provider}", f"Known: {known}.")
    chosen = {**usual, **{name: given[name] for name in names if name in given}}
    parameters = {name: value for name, value in chosen.items() if value is not None}
    shape = _shape(row.key, parameters)
    return ApiOptions(_setting(row.key, given), wire, MappingProxyType(parameters), shape)


def _setting(key: str, given: Mapping[str, Scalar]) -> ModelSetting:
    values: dict[str, Any] = {
        "key": key,
        "provider": given["provider"],
        "name": key,
        "revision": "1",
        "limits": {name: given[name] for name in _LIMITS if given.get(name) is not None},
        **{name: given[name] for name in _SETTING if given.get(name) is not None},
    }
    if any(given.get(name) is not None for name in _PRICES):
        values["price"] = {name.removeprefix("price_"): given.get(name) for name in _PRICES}
    elif given.get("price") is not None:
        values["price"] = given["price"]
    try:
        setting = EditorSetting.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        _refuse(key, f"`{where}`: {first['msg']}", "Mend it.")
    if fault := row_fault(setting):
        _refuse(key, fault.what, fault.remedy)
    return setting


def _shape(key: str, parameters: Mapping[str, Scalar]) -> tuple[int, int] | None:
    for name, between in (("aspect_ratio", ":"), ("size", "x")):
        value = parameters.get(name)
        if value is None or value == "auto":
            continue
        sides = str(value).split(between)
        if len(sides) != 2 or not all(side.isascii() and side.isdigit() for side in sides):
            _refuse(key, f"`{name}: {value!r}`", f"Write width{between}height, or null.")
        width, height = (int(side) for side in sides)
        if width and height:
            return width, height
        _refuse(key, f"`{name}: {value!r}` has a side of 0", "Mend it.")
    return None


def _refuse(key: str, what: str, remedy: str) -> NoReturn:
    raise RegistryError(f"Editor `{key}`: {what}. {remedy}")
