"""How many pictures go at once: what free memory holds, and half of it where that was too much."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["Room", "is_out_of_memory"]

_MOST = 16
_SHARE = 0.8  # of the free memory; the rest is for what the estimate does not see


class Room:
    """Begins with `most` where that is given, else with one picture whose need is measured."""

    def __init__(self, most: int | None, *, one_at_a_time: bool = False) -> None:
        self._ceiling = 1 if one_at_a_time else most or _MOST
        self.now = min(most or 1, self._ceiling)
        self._measured = most is None
        self.peak_gb: float | None = None

    def halve(self, tried: int) -> bool:
        """Half of what did not fit, for good; False where it was one picture."""
        self._ceiling = max(1, tried // 2)
        self.now = min(self.now, self._ceiling)
        return tried > 1

    @contextmanager
    def measured(self, n: int) -> Iterator[None]:
        """Around a call with n pictures: on a GPU the next may have as many as fit."""
        import torch

        if not torch.cuda.is_available():
            yield
            return
        torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated()
        yield
        peak = torch.cuda.max_memory_allocated()
        self.peak_gb = round(peak / 2**30, 2)
        free = torch.cuda.mem_get_info()[0] + torch.cuda.memory_reserved()
        self.learn(peak - before, n, free - torch.cuda.memory_allocated())

    def learn(self, used: int, n: int, free: int) -> None:
        """From n pictures that took `used` bytes to how many fit into `free` ones."""
        if self._measured and used > 0:
            self.now = max(1, min(self._ceiling, int(_SHARE * free * n / used)))


def is_out_of_memory(error: RuntimeError) -> bool:
    """Whether a device, or torch's allocator on the CPU, had no more memory."""
    import torch

    return isinstance(error, torch.OutOfMemoryError) or "can't allocate memory" in str(error)
