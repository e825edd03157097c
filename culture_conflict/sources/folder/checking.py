"""Rows of a source's folder while they are checked: what is right goes on, the rest is listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from culture_conflict.errors import PictureError
from culture_conflict.sources.folder.rows import RowError, printable
from culture_conflict.tables.rejects import REJECTS

__all__ = ["NOT_SAMPLED", "Candidate", "Faults", "Rejects", "commonest"]

NOT_SAMPLED = "not_sampled"


@dataclass
class Faults:
    """What is wrong with one row: every fault, so that all can be mended at once."""

    found: dict[str, list[str]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.found)

    @contextmanager
    def noted(self, what: str = "") -> Iterator[None]:
        """Note a fault raised inside, with the column it is in, instead of raising it."""
        try:
            yield
        except (RowError, PictureError) as error:
            self.add(error.reason, f"{what}: {error}" if what else str(error))

    def add(self, reason: str, detail: str) -> None:
        self.found.setdefault(reason, []).append(detail)


@dataclass(frozen=True, eq=False)
class Candidate:
    """A row whose cells are right: where it stands, its values, and the picture it names."""

    file: str
    row: int
    external_id: str
    values: dict[str, Any]
    picture: str


@dataclass
class Rejects:
    """The rows that became nothing, as they are found."""

    benchmark: str
    source: str
    rows: list[dict[str, object]] = field(default_factory=list)

    def add(self, file: str, row: int, external_id: str | None, faults: Faults) -> None:
        """One entry per reason; text from the files is made safe to store and print."""
        for reason, details in faults.found.items():
            self.rows.append(
                {
                    "benchmark": self.benchmark,
                    "source": self.source,
                    "file": printable(file),
                    "row": row,
                    "external_id": printable(external_id) if external_id else None,
                    "reason": reason,
                    "detail": printable("; ".join(details)),
                }
            )

    def refuse(self, candidate: Candidate, reason: str, detail: str) -> None:
        """An entry for a row whose cells were right."""
        self.add(candidate.file, candidate.row, candidate.external_id, Faults({reason: [detail]}))

    def table(self) -> pl.DataFrame:
        """All entries by file and row (REJECTS); of one row and reason, one with every detail.

        A row may stand for several pictures that fail for one reason.
        """
        merged = (
            REJECTS.frame(self.rows)
            .group_by("file", "row", "reason", maintain_order=True)
            .agg(
                pl.exclude("detail").first(),
                pl.col("detail").unique(maintain_order=True).str.join("; "),
            )
        )
        return REJECTS.validate(merged.select(list(REJECTS.schema)).sort("file", "row", "reason"))


def commonest(rejects: pl.DataFrame, n: int = 3) -> str:
    """The most frequent reasons with their first detail, for a message."""
    reasons = Counter(rejects["reason"])
    first = {row["reason"]: row for row in reversed(rejects.to_dicts())}
    return "; ".join(
        f"{count} {reason} (row {first[reason]['row']} of {first[reason]['file']}: "
        f"{first[reason]['detail']})"
        for reason, count in reasons.most_common(n)
    )
