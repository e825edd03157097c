"""The ledger: every answer ever received about one benchmark, model and source.

Segments `ledger/<benchmark>/<model>/<source>/<run>-<n>.jsonl`, one JSON object per line, are only
appended to. What is promised: an answer whose `append` has returned survives the end of the
process, `kill -9` included; once its segment is sealed (500 lines, the first append after 30
seconds, or `close`) it survives a power cut. A line without its newline is torn: its writer was
stopped, its answer is asked again. Any other line that can't be read is reported by file and line;
it never hides its neighbours and never stops a run, and its answer is asked again too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from culture_conflict.errors import HomeError, RegistryError
from culture_conflict.models.entry import Entry, has_answer
from culture_conflict.models.segments import Damage, SegmentWriter, read_segment, segment_paths
from culture_conflict.models.settings import is_slug, slug

__all__ = ["Held", "Ledger", "ledger_folder"]


def ledger_folder(root: Path, benchmark: str, model: str, source: str) -> Path:
    """Where the segments of one benchmark, model and source lie.

    Raises:
        RegistryError: one of the names could leave the folder.
    """
    for name in (benchmark, model, source):
        if not is_slug(name):
            raise RegistryError(f"{name!r} can't be a folder of the ledger. {slug(name)!r} can.")
    return root / benchmark / model / source


@dataclass
class Held:
    """What the segments hold: the accepted answers, how often each key was asked, the damage."""

    answers: dict[str, Entry] = field(default_factory=dict)
    attempts: Counter[str] = field(default_factory=Counter)
    n_torn: int = 0
    damaged: list[Damage] = field(default_factory=list)

    def add(self, found: Entry | Damage, accepts: Callable[[Entry], bool]) -> None:
        """Count one line; of several accepted answers to one key the earliest stays."""
        if isinstance(found, Damage):
            self.n_torn += found.torn
            self.damaged += [] if found.torn else [found]
            return
        self.attempts[found.key] += 1
        first = self.answers.get(found.key)
        if (first is None or found.asked_at < first.asked_at) and accepts(found):
            self.answers[found.key] = found


class Ledger:
    """Reads the union of all segments and appends to segments of its own.

    The writer is one process at a time: take the lease of the folder first.
    """

    def __init__(
        self, root: Path, benchmark: str, model: str, source: str, run_id: str = "manual"
    ) -> None:
        self.folder = ledger_folder(root, benchmark, model, source)
        self._run_id = run_id
        self._segment: SegmentWriter | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def read(self, accepts: Callable[[Entry], bool] = has_answer) -> Held:
        """One pass over all segments, one line in memory at a time besides what is kept."""
        held = Held()
        for path in segment_paths(self.folder):
            for found in read_segment(path):
                held.add(found, accepts)
        return held

    def answers(self, accepts: Callable[[Entry], bool] = has_answer) -> dict[str, Entry]:
        """The accepted answer of each key; faults and empty answers are left out."""
        return self.read(accepts).answers

    def append(self, entry: Entry) -> None:
        """Keep one answer or fault before anything else happens to it.

        Raises:
            HomeError: it can't be written. The segment may end in a torn line; the next append
                begins another.
        """
        line = entry.to_line()
        if self._segment is None:
            self._segment = SegmentWriter.create(self.folder, self._run_id)
        try:
            self._segment.append(line)
        except HomeError:
            self._segment.abandon()
            self._segment = None
            raise
        if self._segment.due:
            self.close()

    def close(self) -> None:
        """Seal the segment in hand, if any; appending again begins another."""
        segment, self._segment = self._segment, None
        if segment is not None:
            segment.seal()
