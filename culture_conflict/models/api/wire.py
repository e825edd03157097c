"""What is handed to litellm for one request, and the client that carries it."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from culture_conflict.models.api.capabilities import DEFAULT
from culture_conflict.models.api.routes import ROUTES, base_url
from culture_conflict.models.protocol import Scalar
from culture_conflict.models.settings import ModelSetting

if TYPE_CHECKING:
    from openai import AsyncOpenAI

__all__ = ["arguments", "data_url", "make_client"]

_LITELLM = ("temperature", "top_p", "seed", "max_tokens", "reasoning_effort", "verbosity")
_PLAIN = (*_LITELLM, "api_version", "aws_region_name")


def data_url(data: bytes, media_type: str) -> str:
    """The picture as chat APIs take it; the media type is that of the bytes, never of a name."""
    return f"data:{media_type};base64,{base64.b64encode(data).decode('ascii')}"


def arguments(
    setting: ModelSetting, effective: Mapping[str, Scalar], key: str | None
) -> dict[str, Any]:
    """Litellm's arguments that all requests of a run share."""
    route = ROUTES[setting.provider]
    sent = {name: value for name, value in effective.items() if value != DEFAULT}
    given: dict[str, Any] = {
        "model": f"{route.wire}/{setting.model}",
        "api_base": base_url(setting),
        # Were it left out, litellm would look for a key of its own choice.
        "api_key": key or "none",
        "timeout": setting.limits.timeout_s,
        "max_retries": 0,
        "num_retries": 0,
    }
    given |= {name: sent[name] for name in _PLAIN if name in sent}
    if "thinking_budget" in sent:
        given["thinking"] = {"type": "enabled", "budget_tokens": sent["thinking_budget"]}
    if route.wire == "openai":
        # Our capability table decides; litellm knows no model behind an address of one's own.
        given["allowed_openai_params"] = [name for name in _LITELLM if name in sent]
        free = {n: v for n, v in sent.items() if n not in (*_PLAIN, "thinking_budget")}
        given |= {"extra_body": free} if free else {}
    return given


def make_client(setting: ModelSetting, key: str | None) -> AsyncOpenAI | None:
    """One pool of connections for providers that speak OpenAI's format; None for the others.

    No redirect is followed, so that the key reaches the named host only.
    """
    if ROUTES[setting.provider].wire != "openai":
        return None
    import httpx2
    from openai import AsyncOpenAI

    limits, url = setting.limits, base_url(setting)
    pool = httpx2.Limits(
        max_connections=limits.in_flight, max_keepalive_connections=limits.in_flight
    )
    local = urlsplit(url or "").scheme == "http"
    carrier = httpx2.AsyncClient(
        limits=pool, timeout=limits.timeout_s, follow_redirects=False, trust_env=not local
    )
    client = AsyncOpenAI(api_key=key or "none", base_url=url, max_retries=0, http_client=carrier)
    if setting.provider != "openai":
        # Taken from the environment by the client, and nobody else's business.
        client.organization = client.project = None
    return client
