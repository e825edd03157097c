"""One request for a picture: no proxy, no cookie, no more bytes than allowed."""

from __future__ import annotations

import http.client
import socket
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urljoin

from culture_conflict.errors import PictureError
from culture_conflict.sources.web.addresses import Allowed, Target

__all__ = ["Refused", "fetch_once"]

_REDIRECTS = (301, 302, 303, 307, 308)
_MOST_REDIRECTS = 5
_CHUNK = 65_536
_TIMEOUT_S = 30
_MOST_S = 300


@dataclass(frozen=True)
class Refused:
    """An answer without a picture that may be another later: its status, `Retry-After`, why."""

    status: int
    retry_after: str | None
    reason: str
    detail: str


def fetch_once(
    url: str, allowed: Allowed, headers: Mapping[str, str], max_bytes: int
) -> bytes | Refused:
    """The body at an address, redirects to allowed hosts followed; or a refusal worth a retry.

    Raises:
        PictureError: `too_large`, `http_error`, `bad_redirect`, or as `Allowed.target`: asking
            again would not help.
    """
    for _ in range(_MOST_REDIRECTS + 1):
        target = allowed.target(url)
        connection = _connection(target)
        try:
            connection.request("GET", target.path, headers=dict(headers))
            with connection.getresponse() as answer:
                if answer.status in _REDIRECTS:
                    url = _next(url, answer.headers.get("Location"))
                    continue
                return _body(answer, max_bytes)
        except (OSError, http.client.HTTPException) as error:
            what = " ".join(str(error).split())[:200] or type(error).__name__
            return Refused(0, None, "unreachable", f"{target.host}: {what}")
        finally:
            connection.close()
    raise PictureError("bad_redirect", f"more than {_MOST_REDIRECTS} redirects")


def _next(url: str, location: str | None) -> str:
    if not location:
        raise PictureError("bad_redirect", "a redirect without an address")
    return urljoin(url, location)


def _body(answer: http.client.HTTPResponse, max_bytes: int) -> bytes | Refused:
    if answer.status in {429, 503} or answer.status in {500, 502, 504}:
        reason = "too_many_requests" if answer.status in {429, 503} else "http_error"
        said = f"the server answered {answer.status}"
        return Refused(answer.status, answer.headers.get("Retry-After"), reason, said)
    if answer.status != 200:
        raise PictureError("http_error", f"the server answered {answer.status}")
    promised = answer.length
    if promised is not None and promised > max_bytes:
        raise PictureError("too_large", f"the picture has {promised} bytes, over {max_bytes}")
    data = bytearray()
    until = time.monotonic() + _MOST_S
    while chunk := answer.read1(_CHUNK):
        data += chunk
        if len(data) > max_bytes:
            raise PictureError("too_large", f"the picture has over {max_bytes} bytes")
        if time.monotonic() > until:
            return Refused(0, None, "unreachable", f"not finished in {_MOST_S} s")
    if promised is not None and len(data) != promised:
        return Refused(0, None, "incomplete", f"{len(data)} of {promised} bytes came")
    return bytes(data)


def _connection(target: Target) -> http.client.HTTPConnection:
    if target.scheme == "https":
        return _Https(target)
    return _Http(target)


class _Http(http.client.HTTPConnection):
    """Connects to the address that was checked, whatever the name resolves to by now."""

    def __init__(self, target: Target) -> None:
        super().__init__(target.host, target.port, timeout=_TIMEOUT_S)
        self._address = (target.address, target.port)

    def connect(self) -> None:
        self.sock = socket.create_connection(self._address, _TIMEOUT_S)


class _Https(_Http):
    default_port = http.client.HTTPS_PORT

    def connect(self) -> None:
        super().connect()
        context = ssl.create_default_context()
        self.sock = context.wrap_socket(self.sock, server_hostname=self.host)
