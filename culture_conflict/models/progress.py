"""How far an evaluation is, and what it came to."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import polars as pl

from culture_conflict.models.entry import Entry
from culture_conflict.tables.evaluations import EVALUATIONS

__all__ = ["Progress", "Report", "Tracker", "nobody_asked"]

_EVERY_S = 1.0


@dataclass(frozen=True)
class Progress:
    """How far one evaluation is: counts of requests, seconds, US dollars.

    `uncovered` pictures have no imported answer, and nobody to be asked.
    """

    done: int
    total: int
    reused: int
    errors: int
    seconds: float
    cost_usd: float
    uncovered: int = 0

    @property
    def rate(self) -> float:
        """Answers per second of this run."""
        return self.done / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """At the rate so far; None while there is none."""
        return (self.total - self.done) / self.rate if self.rate else None

    def describe(self) -> str:
        """One line for a log."""
        if not self.total:
            told = f"nothing to ask, {self.reused:,} answers are in the ledger"
            lack = f"; for {self.uncovered:,} pictures none was imported" if self.uncovered else ""
            return told + lack
        left = "" if self.seconds_left is None else f", {self.seconds_left:,.0f} s left"
        parts = [f"{self.done:,}/{self.total:,} answers ({self.rate:,.1f}/s{left})"]
        parts += [f"{self.reused:,} from the ledger"] if self.reused else []
        parts += [f"{self.errors:,} errors"] if self.errors else []
        parts += [f"${self.cost_usd:,.2f}"] if self.cost_usd else []
        return ", ".join(parts)


@dataclass(frozen=True)
class Report:
    """What an evaluation came to.

    `n_asked` and `n_reused` count distinct requests, `n_variants` and `states` rows: pictures that
    are shown twice are asked once. `n_asked_again` were asked a second time, since they had come to
    nothing; for `n_uncovered` no answer was imported. `calls` are the requests the provider
    received. `n_stale` are answers in the ledger to pictures that are no longer among the variants.
    `damaged` names each line of the ledger that could not be read, torn ones (`n_torn`) apart.
    `cost_usd` is None where no answer of this run told its cost. Of a sample `n_in_source` counts
    the variants it was drawn from. `evaluations` is the row of EVALUATIONS.
    """

    n_variants: int
    n_asked: int
    n_reused: int
    n_stale: int
    calls: int
    states: Mapping[str, int]
    seconds: float
    cost_usd: float | None
    n_torn: int = 0
    damaged: tuple[str, ...] = ()
    n_asked_again: int = 0
    n_uncovered: int = 0
    n_in_source: int | None = None
    not_asked: str | None = None
    evaluations: pl.DataFrame = field(default_factory=EVALUATIONS.empty, compare=False, repr=False)

    @property
    def coverage(self) -> float:
        """The share of the source's variants that were answered, whatever the answer says.

        As `evaluations` has it: without the controls that are no part of the coverage.
        """
        if not self.evaluations.is_empty():
            return float(self.evaluations["coverage"][0])
        answered = self.n_variants - self.states.get("error", 0)
        among = self.n_variants if self.n_in_source is None else self.n_in_source
        return answered / among if among else 0.0

    def metadata(self) -> dict[str, object]:
        """For a materialization's record."""
        if self.not_asked is not None:
            return {"not_asked": self.not_asked}
        return {
            "variants": self.n_variants,
            "in_source": self.n_variants if self.n_in_source is None else self.n_in_source,
            "coverage": self.coverage,
            "states": dict(self.states),
            "calls": self.calls,
            "asked": self.n_asked,
            "asked_again": self.n_asked_again,
            "not_imported": self.n_uncovered,
            "reused": self.n_reused,
            "stale": self.n_stale,
            "seconds": round(self.seconds, 3),
            "cost_usd": "unknown" if self.cost_usd is None else self.cost_usd,
            "ledger_torn_lines": self.n_torn,
            "ledger_damaged_lines": list(self.damaged),
        }


def nobody_asked(why: str) -> Report:
    """The report of a model that has nothing to say about a source."""
    return Report(0, 0, 0, 0, 0, {}, 0.0, None, not_asked=why)


class Tracker:
    """Counts answers as they come; tells at the start, at the end, and at most once a second."""

    def __init__(
        self,
        total: int,
        reused: int,
        tell: Callable[[Progress], None] | None,
        uncovered: int = 0,
    ) -> None:
        self._total, self._reused, self._tell = total, reused, tell
        self._uncovered = uncovered
        self._done = self._errors = 0
        self._costs: list[float] = []
        self._started = self._told = time.monotonic()
        self._say(self._started)

    def add(self, entry: Entry) -> None:
        """Count one answer or fault."""
        self._done += 1
        self._errors += entry.error is not None
        if entry.cost_usd is not None:
            self._costs.append(entry.cost_usd)
        now = time.monotonic()
        if now - self._told >= _EVERY_S or self._done == self._total:
            self._say(now)

    def more(self, n: int, faults: int) -> None:
        """So many requests are made once more; the faults among them count no longer."""
        self._total += n
        self._errors -= faults

    @property
    def seconds(self) -> float:
        """Since the start."""
        return time.monotonic() - self._started

    @property
    def cost_usd(self) -> float | None:
        """The sum of the costs that were told; None where none was."""
        return sum(self._costs) if self._costs else None

    def _say(self, now: float) -> None:
        self._told = now
        if self._tell is not None:
            seconds = now - self._started
            counts = (self._done, self._total, self._reused, self._errors)
            self._tell(Progress(*counts, seconds, self.cost_usd or 0.0, self._uncovered))
