"""A field case's file of answers as a ledger: every request asked, then torn where the file is."""

from __future__ import annotations

import json
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from culture_conflict_tests.models.asking_kit import FakeProvider, World


@dataclass(frozen=True)
class Resumed:
    """Answers that were read again, lines that could not be, and ids that were asked again."""

    rows: int
    torn_rows: int
    asked_again: list[str]


def resumed(path: Path) -> Resumed:
    """One variant per id of the file; a line of the file stands for a line of the ledger."""
    lines = path.read_bytes().splitlines(keepends=True)
    ids = re.findall(r'"id":\s*"([^"]*)"', path.read_text("utf-8", errors="replace"))
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder))
        variants = world.variants(range(len(ids)))
        world.ask(variants, FakeProvider(in_flight=1))
        (segment,) = world.folder.glob("*.jsonl")
        written = segment.read_bytes().splitlines(keepends=True)
        torn = [_like(line, ours) for line, ours in zip(lines, written, strict=True)]
        segment.write_bytes(b"".join(torn))
        again = FakeProvider()
        _, report = world.ask(variants, again, run_id="again")
    unread = report.n_torn + len(report.damaged)
    return Resumed(report.n_reused, unread, [ids[n] for n in again.asked])


def _like(line: bytes, ours: bytes) -> bytes:
    """Our line, whole where the file's is, else half of it with the file's own line end."""
    try:
        json.loads(line)
    except ValueError:
        return ours[: len(ours) // 2] + (b"\n" if line.endswith(b"\n") else b"")
    return ours
