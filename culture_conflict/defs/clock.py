"""A stop watch for work in steps."""

import time
from dataclasses import dataclass, field

__all__ = ["Clock"]


@dataclass
class Clock:
    """Where the time goes, step by step."""

    started: float = field(default_factory=time.monotonic)
    laps: list[tuple[str, float]] = field(default_factory=list)

    def lap(self, name: str) -> float:
        """Seconds since the last lap, which end now under this name."""
        now = time.monotonic()
        seconds = now - self.started - sum(seconds for _, seconds in self.laps)
        self.laps.append((name, seconds))
        return seconds

    def describe(self) -> str:
        """The seconds of all laps, and of each."""
        total = sum(seconds for _, seconds in self.laps)
        return f"{total:.1f} s: " + ", ".join(f"{name} {s:.1f}" for name, s in self.laps)
