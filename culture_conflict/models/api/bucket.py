"""A token bucket whose level is kept elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["Bucket"]

_BURST_S = 1.0


@dataclass(frozen=True)
class Bucket:
    """`per_minute` flow in, one second's worth is the most it holds; `need` is to be taken now.

    A need larger than the bucket may go when it is full, and leaves a debt. `kept` is `[level, at]`
    in seconds of the clock that `now` is of.
    """

    per_minute: int
    need: int
    kept: Any
    now: float

    @property
    def wait_s(self) -> float:
        """Seconds until the need can be met; 0 where it can be now."""
        return max(0.0, (min(self.need, self._size) - self._level) * 60 / self.per_minute)

    def taken(self) -> list[float]:
        """What is to be kept after taking."""
        return [round(self._level - self.need, 3), round(self.now, 3)]

    @property
    def _size(self) -> float:
        return max(1.0, self.per_minute * _BURST_S / 60)

    @property
    def _level(self) -> float:
        if not (isinstance(self.kept, list) and len(self.kept) == 2):
            return self._size
        level, at = float(self.kept[0]), float(self.kept[1])
        # A clock that was set back must not stop everybody.
        flowed = max(0.0, self.now - at) * self.per_minute / 60
        return min(self._size, level + flowed)
