"""Which addresses may be asked at all: named hosts, by https, at public addresses."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from culture_conflict.errors import PictureError

__all__ = ["Allowed", "Target", "host_of"]

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")


@dataclass(frozen=True)
class Target:
    """Where a request goes: the address that was checked is the one that is connected to."""

    scheme: str
    host: str
    port: int
    address: str
    path: str


@dataclass(frozen=True)
class Allowed:
    """Host names that may be asked; `loopback` also lets 127.0.0.1 be asked, without https."""

    hosts: frozenset[str]
    loopback: bool = False

    def target(self, url: str) -> Target:
        """Where to ask for an address.

        Raises:
            PictureError: `bad_url`, `not_allowed_host`, `not_https`, `private_address` or
                `unreachable` (the name does not resolve).
        """
        scheme, host, port, path = _parts(url)
        if host not in self.hosts:
            raise PictureError(
                "not_allowed_host",
                f"{host!r:.80} is not among `downloads: {{hosts: ...}}` of source.yaml; add it "
                f"there if pictures may be fetched from it",
            )
        addresses = _resolve(host, port)
        on_loopback = self.loopback and all(_loopback(address) for address in addresses)
        if not on_loopback and (scheme != "https" or port != 443):
            raise PictureError("not_https", f"{url[:120]!r} is not https at its own port")
        if not on_loopback and not all(_public(address) for address in addresses):
            raise PictureError(
                "private_address", f"{host!r:.80} lies in a private network, which is never asked"
            )
        return Target(scheme, host, port, str(addresses[0]), path)


def host_of(url: str) -> str:
    """The host of an address in lower case, empty where there is none."""
    try:
        return (urlsplit(url).hostname or "").rstrip(".")
    except ValueError:
        return ""


def _parts(url: str) -> tuple[str, str, int, str]:
    try:
        split = urlsplit(url)
        scheme, host = split.scheme.lower(), (split.hostname or "").rstrip(".")
        host = host.encode("idna").decode("ascii") if not host.isascii() else host
        port = split.port or {"https": 443, "http": 80}.get(scheme, 0)
    except ValueError as error:
        raise PictureError("bad_url", f"{url[:120]!r} is no address: {error}") from error
    if scheme not in {"https", "http"} or not host or split.username or split.password:
        raise PictureError("bad_url", f"{url[:120]!r}: expected https://host/path")
    path = quote(split.path or "/", safe="/%:@!$&'()*+,;=~-._")
    query = quote(split.query, safe="/%:@!$&'()*+,;=~-._?")
    return scheme, host, port, f"{path}?{query}" if query else path


def _resolve(host: str, port: int) -> list[_Address]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise PictureError("unreachable", f"{host!r:.80} can't be found: {error}") from error
    return [ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in found]


def _plain(address: _Address) -> _Address:
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _loopback(address: _Address) -> bool:
    return _plain(address).is_loopback


def _public(address: _Address) -> bool:
    """Not private, and no form that may hide a private one."""
    plain = _plain(address)
    hidden = isinstance(plain, ipaddress.IPv6Address) and (
        plain.sixtofour is not None or plain.teredo is not None or plain in _TRANSLATED
    )
    return plain.is_global and not plain.is_multicast and not hidden
