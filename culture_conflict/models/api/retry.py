"""The one layer that asks again: how often, when, and when no more."""

from __future__ import annotations

import random
from dataclasses import dataclass

from culture_conflict.models.limits import Retry

__all__ = ["MAX_REQUESTS", "Preset", "pause_s", "preset"]

MAX_REQUESTS = 6
_FIRST_S, _LONGEST_S = 0.5, 30.0


@dataclass(frozen=True)
class Preset:
    """Which states are asked again at once, and how many requests one picture may take.

    Faults may take `MAX_REQUESTS`; `states` (ruling 7) may take `for_states` together with them.
    """

    states: frozenset[str]
    for_states: int


_PRESETS: dict[Retry, Preset] = {
    "default": Preset(frozenset(("empty",)), 2),
    "signpost": Preset(frozenset(("empty", "unparsed")), MAX_REQUESTS),
}


def preset(name: Retry) -> Preset:
    """The preset that a row names."""
    return _PRESETS[name]


def pause_s(n_requests: int, asked_to_wait_s: float | None, rng: random.Random) -> float:
    """Seconds before the next request, after `n_requests` of them.

    Doubles from half a second to half a minute, with jitter, so that many do not come back at once.
    What the provider asks for is the least.
    """
    backoff = min(_LONGEST_S, _FIRST_S * 2 ** (n_requests - 1))
    jittered: float = backoff * rng.uniform(0.5, 1.0)
    if asked_to_wait_s is None:
        return jittered
    return asked_to_wait_s + rng.uniform(0.0, 0.25 * backoff)
