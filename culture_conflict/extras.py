"""How the libraries of an extra come into the environment, said the same everywhere."""

from __future__ import annotations

__all__ = ["how_to_install"]

_OF_THE_API = ("api", "hub")


def how_to_install(extra: str) -> str:
    """The remedy of a message about a missing library: the locked way, then pip's."""
    target = "api" if extra in _OF_THE_API else "extras"
    return f"`make {target}`, or the extra: pip install 'culture-conflict[{extra}]'"
