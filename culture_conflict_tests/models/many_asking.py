"""Asks about many pictures and prints what the process weighs on the way.

`python -m culture_conflict_tests.models.many_asking HOME N AT`: after AT and after N answers the
resident megabytes. Each picture is of its own bytes, 50 kB, made when it is asked for.
"""

from __future__ import annotations

import hashlib
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from culture_conflict.models.engine import evaluate
from culture_conflict.models.protocol import Answer, Request
from culture_conflict_tests.models.asking_kit import PNG, FakeProvider, World, _chunk, parse

BYTES = 50_000
PAGE = os.sysconf("SC_PAGE_SIZE")


def megabytes() -> float:
    resident = int(Path("/proc/self/statm").read_text().split()[1])
    return resident * PAGE / 1e6


@dataclass
class Made:
    """Stands for the picture store: the n-th name is that of the n-th picture."""

    numbers: dict[str, int] = field(default_factory=dict)

    def get(self, sha256: str) -> bytes:
        number = str(self.numbers[sha256]).ljust(BYTES).encode()
        return PNG + _chunk(b"nuMb", number) + _chunk(b"IEND", b"")


def main(home: Path, n: int, at: int) -> None:
    world = World(home)
    names = [hashlib.sha256(str(k).encode()).hexdigest() for k in range(n)]
    first = world.variants([0])
    ids = pl.DataFrame({"picture": names, "variant_id": names})
    variants = first.drop("picture", "variant_id").join(ids, how="cross").select(first.columns)
    said = {at: 0.0, n: 0.0}

    def reply(_: Request, k: int) -> Answer:
        if k + 1 in said:
            said[k + 1] = megabytes()
        text = '{"name": "dish", "country": "Japan"}'
        return Answer(text, finish_reason="stop", input_tokens=5, notes={"requests": "1"})

    _, report = evaluate(
        variants=variants,
        setting=world.setting,
        provider=FakeProvider(reply, in_flight=64),
        prompt_text="Name the {}.".format,
        prompt_id="base",
        parse=parse,
        pictures=Made({name: k for k, name in enumerate(names)}),
        ledger_root=world.ledger,
        run_id="many",
    )
    assert report.states == {"ok": n}
    print(*said.values())


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
