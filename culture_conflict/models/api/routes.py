"""Where each provider of an API is reached, and with which key."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import urlsplit

from culture_conflict.errors import ProviderError
from culture_conflict.models.settings import ModelSetting
from culture_conflict.models.vllm.options import ServeOptions
from culture_conflict.servers import on_this_machine

__all__ = ["ROUTES", "Route", "RowFault", "account_of", "api_key", "base_url", "row_fault"]


@dataclass(frozen=True)
class Route:
    """How litellm is called: its name for the wire format, and the provider's defaults.

    `max_side`, `min_side` (pixels) and `max_base64_bytes` are the provider's picture limits. Every
    provider that speaks OpenAI's format goes through one client of ours.
    """

    wire: str
    base_url: str | None = None
    key_env: str | None = None
    max_side: int | None = None
    max_base64_bytes: int = 20_000_000
    min_side: int | None = None


@dataclass(frozen=True)
class RowFault:
    """What is wrong with a field of a row, and how to mend it."""

    field: str
    what: str
    remedy: str


_CLAUDE = {"max_side": 8000, "max_base64_bytes": 5_242_880}
ROUTES: Mapping[str, Route] = MappingProxyType(
    {
        "openai": Route("openai", "https://api.openai.com/v1", "OPENAI_API_KEY"),
        "openai-compatible": Route("openai"),
        "openrouter": Route("openai", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
        "moonshot": Route("openai", "https://api.moonshot.ai/v1", "MOONSHOT_API_KEY"),
        "dashscope": Route(
            "openai",
            "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
            "DASHSCOPE_API_KEY",
            max_base64_bytes=10_000_000,
        ),
        "volcengine": Route(
            "openai",
            "https://ark.cn-beijing.volces.com/api/v3",
            "ARK_API_KEY",
            max_base64_bytes=10_000_000,
        ),
        "xai": Route("openai", "https://api.x.ai/v1", "XAI_API_KEY"),
        "anthropic": Route(
            "anthropic", "https://api.anthropic.com", "ANTHROPIC_API_KEY", **_CLAUDE
        ),
        "gemini": Route(
            "gemini", "https://generativelanguage.googleapis.com/v1beta", "GEMINI_API_KEY"
        ),
        # Encoders of open weights refuse a side shorter than one of their patches.
        "vllm": Route("openai", min_side=32),
        "azure": Route("azure", None, "AZURE_API_KEY"),
        "bedrock": Route("bedrock", None, "AWS_BEARER_TOKEN_BEDROCK", **_CLAUDE),
    }
)
_NEEDS_URL = ("azure", "openai-compatible")


def row_fault(setting: ModelSetting) -> RowFault | None:
    """What keeps an API's row from being usable; None for a good one and for other providers."""
    if (fault := _serve_fault(setting)) or not setting.is_api:
        return fault
    if not setting.model:
        what = f"`model` is missing: provider `{setting.provider}` needs the id to ask for"
        return RowFault("model", what, "Add `model:` with the provider's own id.")
    if setting.base_url is None:
        if setting.provider in _NEEDS_URL:
            what = f"`base_url` is missing: provider `{setting.provider}` has no address of its own"
            return RowFault("base_url", what, "Add `base_url: https://host/v1`.")
        return None
    return _url_fault(setting.base_url)


def _serve_fault(setting: ModelSetting) -> RowFault | None:
    """Of what is said about serving: who can't be served, and what vLLM would ignore."""
    if setting.provider != "vllm":
        if setting.serve == ServeOptions():
            return None
        what = f"`serve` is for provider `vllm`, the row names `{setting.provider}`"
        return RowFault("serve", what, "Take it out, or write `provider: vllm`.")
    if guided := sorted(name for name in setting.parameters if name.startswith("guided_")):
        what = f"parameter `{guided[0]}` is ignored by vLLM, which would answer unguided"
        return RowFault("parameters", what, "Write `structured: json_schema` instead.")
    return None


def base_url(setting: ModelSetting) -> str | None:
    """The address that the row or its provider names; None where the library makes it (Bedrock)."""
    return setting.base_url or ROUTES[setting.provider].base_url


def account_of(setting: ModelSetting) -> str:
    """The account whose limits and spending this row shares with others.

    A checkpoint that we serve ourselves shares its server with nobody.
    """
    return setting.account or (setting.key if setting.provider == "vllm" else setting.provider)


def api_key(setting: ModelSetting, environment: Mapping[str, str] = os.environ) -> str | None:
    """The key from the variable that the row or its provider names; None where neither names one.

    Raises:
        ProviderError: the variable is not set, or is empty.
    """
    name = setting.key_env or ROUTES[setting.provider].key_env
    if name is None:
        return None
    if not (key := environment.get(name, "").strip()):
        raise ProviderError(
            f"{setting.called}: the environment variable {name} is not set. Set it to the key "
            f"of account `{account_of(setting)}` where this command runs, or name another variable "
            f"in the row's `key_env`."
        )
    return key


def _url_fault(url: str) -> RowFault | None:
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return RowFault("base_url", "`base_url` is no address", "Write `https://host/v1`.")
    if parts.username or parts.password or parts.query:
        what = "`base_url` carries a name, password or query, which would reach logs"
        return RowFault("base_url", what, "Take it out; the key comes from `key_env`.")
    if host and (parts.scheme == "https" or (parts.scheme == "http" and on_this_machine(host))):
        return None
    what = "`base_url` must be https (http only for this machine: 127.0.0.1, ::1, localhost)"
    return RowFault("base_url", what, "Write `https://host/v1`.")
