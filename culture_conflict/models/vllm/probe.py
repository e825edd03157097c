"""Looks at a server on loopback: whether it is up, what it serves, which vLLM it is."""

from __future__ import annotations

import http.client
import json
import socket
import urllib.error
import urllib.request
from typing import Any

__all__ = ["free_port", "is_up", "served_names", "version"]

_TIMEOUT_S = 5.0
_MOST = 1_000_000
_FAULTS = (OSError, ValueError, http.client.HTTPException)


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens at now; whoever starts there is asked its name."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


def is_up(url: str) -> bool:
    """Whether the server at `url` (which ends in /v1) says that it can answer."""
    try:
        _get(_root(url) + "/health")
    except _FAULTS:
        return False
    return True


def served_names(url: str) -> tuple[str, ...]:
    """The names under which it serves; none where it doesn't tell."""
    try:
        return tuple(str(each["id"]) for each in json.loads(_get(url + "/models"))["data"])
    except (*_FAULTS, KeyError, TypeError):
        return ()


def version(url: str) -> str:
    """VLLM's version, or `unknown`."""
    try:
        told: Any = json.loads(_get(_root(url) + "/version"))
        return str(told["version"])
    except (*_FAULTS, KeyError, TypeError):
        return "unknown"


def _root(url: str) -> str:
    return url.removesuffix("/v1")


def _get(url: str) -> bytes:
    """The body; no proxy is used, since the server is on this machine."""
    if not url.startswith("http://127.0.0.1:"):
        raise ValueError(f"{url} is not on loopback")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(url, timeout=_TIMEOUT_S) as response:
        body: bytes = response.read(_MOST)
    return body
