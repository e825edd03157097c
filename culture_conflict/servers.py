"""What every caller of a server has to know: whether it is this machine, how long it is to wait."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from ipaddress import ip_address

__all__ = ["on_this_machine", "retry_after_s"]

_MOST_S = 1e9


def on_this_machine(host: str) -> bool:
    """Whether a host's name or address is this machine's own: plain http may be spoken with it."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def retry_after_s(value: str | None, now: datetime | None = None) -> float | None:
    """Seconds that a `Retry-After` asks to wait: a number, or a date of HTTP; None for nonsense.

    Never negative, and at most 10^9: whoever waits has a limit of its own.
    """
    said = (value or "").strip()
    try:
        seconds = float(said)
    except ValueError:
        try:
            until = parsedate_to_datetime(said)
        except (ValueError, TypeError):
            return None
        until = until if until.tzinfo else until.replace(tzinfo=UTC)
        seconds = (until - (now or datetime.now(UTC))).total_seconds()
    return None if math.isnan(seconds) else min(max(0.0, seconds), _MOST_S)
