"""No key in any message: what a provider or a library says is cleaned before anybody sees it."""

from __future__ import annotations

import re

__all__ = ["plain_line"]

_LENGTH = 300
_LOOKS_LIKE_KEY = re.compile(
    r"(?i:bearer|api[-_ ]?key[\"']?\s*[:=])\s*[\"']?[^\s\"',}]+"
    r"|\b(?:sk|pk|xai|gsk|AIza|AKIA)[-_A-Za-z0-9*]{8,}"
)
_DATA = re.compile(r"data:[^;,\s]{1,40};base64,[A-Za-z0-9+/=]*|[A-Za-z0-9+/]{120,}={0,2}")
_NAMES = re.compile(r"(?:litellm\.)?(?:\w+(?:Error|Exception)|Timeout): |(?:\w+Exception) - ")


def plain_line(text: str, key: str | None) -> str:
    """One short line without the key, anything that looks like one, or a picture."""
    text = text.partition("Traceback (most recent call last)")[0]
    if key:
        text = text.replace(key, "[key]")
    text = _DATA.sub("[data]", text)
    text = _LOOKS_LIKE_KEY.sub("[key]", _NAMES.sub("", text))
    return " ".join(text.split())[:_LENGTH].encode("utf-8", "replace").decode()
