"""Whether a provider is worth asking at all: stops a run early, with one message."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from culture_conflict.errors import ProviderError
from culture_conflict.models.api.faults import Fault, FaultKind

__all__ = ["Health"]

_REMEDIES: dict[FaultKind, str] = {
    "key": "The provider rejects the key. Check the environment variable that holds it",
    "blocked": "The provider refuses this key, region or address. Check the account's rights",
    "quota": "The account's quota or credit is used up. Top it up or take another account",
    "model": "The provider has no such model at this address. Check `model` and `base_url`",
    "parameters": "The model does not take these parameters. Check them in the row",
}
_REFUSALS = 5
_REQUESTS_OF_ONE = 6


@dataclass
class Health:
    """Watches the faults of one run of what messages call `called`.

    Down: over six requests and two rounds of all in flight failed in a row, over `down_after_s`.
    Refusing: the first five pictures were all refused as bad requests, and none was answered.
    """

    called: str
    in_flight: int
    down_after_s: float = 30.0
    clock: Callable[[], float] = time.monotonic
    _answered: int = 0
    _refused: int = 0
    _in_a_row: int = 0
    _since: float | None = None
    _stopped: ProviderError | None = field(default=None)

    def check(self) -> None:
        """Raise what stopped this run, if anything did.

        Raises:
            ProviderError: the provider is down, blocks, or rejects the key or every request.
        """
        if self._stopped is not None:
            raise self._stopped

    def answered(self) -> None:
        """A request was answered."""
        self._answered += 1
        self._in_a_row, self._since = 0, None

    def failed(self, fault: Fault) -> None:
        """A request failed; raises like `check` where that shows that the rest would too."""
        if fault.stops:
            self._stop(_REMEDIES[fault.kind], fault)
        elif fault.kind in ("server", "connection", "timeout", "body"):
            self._count(fault)
        elif fault.kind == "request":
            self._refused += 1
            if self._refused >= _REFUSALS and not self._answered:
                self._stop(f"The provider refused the first {self._refused} pictures", fault)
        self.check()

    def _count(self, fault: Fault) -> None:
        now = self.clock()
        self._since = now if self._since is None else self._since
        self._in_a_row += 1
        enough = self._in_a_row > _REQUESTS_OF_ONE + 2 * self.in_flight
        if enough and now - self._since >= self.down_after_s:
            seconds = now - self._since
            what = f"{self._in_a_row} requests in a row failed over {seconds:.0f} s: it seems down"
            self._stop(what, fault)

    def _stop(self, what: str, fault: Fault) -> None:
        if self._stopped is None:
            self._stopped = ProviderError(
                f"{self.called}: {what} ({fault.message}). What came before is "
                f"kept; run again when it is mended: it continues."
            )
