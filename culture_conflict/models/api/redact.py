"""No key in any message: what a provider or a library says is cleaned before anybody sees it."""

from __future__ import annotations

import re

__all__ = ["plain_line", "without_key"]

_LENGTH = 300
_LOOKS_LIKE_KEY = re.compile(
    r"(?i:bearer|api[-_ ]?key[\"']?\s*[:=])\s*[\"']?[^\s\"',}]+"
    r"|\b(?:sk|pk|xai|gsk|AIza|AKIA)[-_A-Za-z0-9*]{8,}"
)
_DATA = re.compile(r"data:[^;,\s]{1,40};base64,[A-Za-z0-9+/=]*|[A-Za-z0-9+/]{120,}={0,2}")
_NAMES = re.compile(r"(?:litellm\.)?(?:\w+(?:Error|Exception)|Timeout): |(?:\w+Exception) - ")


def without_key(text: str, key: str | None) -> str:
    """The text as it is, but for the key."""
    return text.replace(key, "[key]") if key else text


def plain_line(text: str, key: str | None, length: int = _LENGTH) -> str:
    """One line of at most `length` characters: no key, nothing like one, no picture."""
    text = without_key(text.partition("Traceback (most recent call last)")[0], key)
    text = _DATA.sub("[data]", text)
    text = _LOOKS_LIKE_KEY.sub("[key]", _NAMES.sub("", text))
    return " ".join(text.split())[:length].encode("utf-8", "replace").decode()
