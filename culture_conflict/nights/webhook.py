"""Tells an address of the user's own that something happened; the address is a secret."""

from __future__ import annotations

import http.client
import json
import os
from collections.abc import Callable, Mapping
from urllib.parse import SplitResult, urlsplit

from culture_conflict.servers import on_this_machine

__all__ = ["notify"]

_TIMEOUT_S = 10.0


def notify(
    variable: str,
    text: str,
    facts: Mapping[str, object],
    log: Callable[[str], None],
    environment: Mapping[str, str] = os.environ,
) -> bool:
    """Post `{"text": text, **facts}` as JSON to the address that the variable holds.

    Whether it was taken; false where the variable is not set. Nothing is raised: what went wrong
    is logged by the variable's name and never with any part of the address. Only https is used,
    plain http only on loopback; redirects are not followed.
    """
    address = environment.get(variable, "").strip()
    if not address:
        return False
    try:
        parts = urlsplit(address)
        problem = _problem(parts)
        if problem is None:
            problem = _post(parts, json.dumps({"text": text, **facts}).encode())
    except (OSError, ValueError, http.client.HTTPException) as error:
        problem = f"it could not be reached ({type(error).__name__})"
    if problem is not None:
        log(f"The webhook named by {variable} was not told: {problem}.")
    return problem is None


def _problem(parts: SplitResult) -> str | None:
    """Why the address can't be used; a port that is no number is a ValueError."""
    _ = parts.port
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        return "it is no http(s) address"
    if parts.username is not None or parts.password is not None:
        return "an address with a user name is not used"
    if parts.scheme == "http" and not on_this_machine(parts.hostname):
        return "it is neither https nor on loopback"
    return None


def _post(parts: SplitResult, body: bytes) -> str | None:
    """What went wrong with the request, else None."""
    host = parts.hostname or ""
    connection: http.client.HTTPConnection
    if parts.scheme == "https":
        connection = http.client.HTTPSConnection(host, parts.port, timeout=_TIMEOUT_S)
    else:
        connection = http.client.HTTPConnection(host, parts.port, timeout=_TIMEOUT_S)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.request("POST", path, body, {"Content-Type": "application/json"})
        status = connection.getresponse().status
    finally:
        connection.close()
    return None if 200 <= status < 300 else f"it answered {status}"
