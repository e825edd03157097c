"""An evaluation that is slow and keeps outside of itself what it was asked: to be killed.

`python -m culture_conflict_tests.models.slow_asking HOME RUN`: two categories, hence prompts, asked
twice each. `HOME/requests` gets a line on the disk for each request before it is answered.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from culture_conflict.models.protocol import Answer, Request
from culture_conflict_tests.models.asking_kit import FakeProvider, World, number

N, IN_FLIGHT, BATCH, REPEATS = 120, 3, 2, (0, 1)
DELAY_S = 0.1


@dataclass
class Counted(FakeProvider):
    """Writes down each request, with its prompt and repeat, before it answers."""

    path: Path = Path()
    repeat: int = 0

    async def ask(self, requests: Sequence[Request]) -> Sequence[Answer]:
        lines = [f"{self.repeat} {number(one)} {one.prompt}\n" for one in requests]
        descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        os.write(descriptor, "".join(lines).encode())
        os.fsync(descriptor)
        os.close(descriptor)
        return await super().ask(requests)


def provider(world: World, repeat: int, delay_s: float) -> Counted:
    return Counted(
        delay_s=delay_s,
        batch_size=BATCH,
        in_flight=IN_FLIGHT,
        path=world.root / "requests",
        repeat=repeat,
    )


def variants(world: World) -> pl.DataFrame:
    """Pictures 0 to N - 1 as dishes, each third of them as an instrument too."""
    music = world.variants(range(0, N, 3), category="music")
    music = music.with_columns(variant_id=pl.format("m{}", pl.col("variant_id")))
    return pl.concat([world.variants(range(N)), music])


def ask_all(world: World, run_id: str, delay_s: float = DELAY_S) -> list[pl.DataFrame]:
    """The predictions of each repeat."""
    asked = variants(world)
    return [
        world.ask(
            asked, provider(world, repeat, delay_s), run_id=run_id, repeat=repeat, wait_s=30.0
        )[0]
        for repeat in REPEATS
    ]


if __name__ == "__main__":
    there = World(Path(sys.argv[1]))
    print("ready", flush=True)
    ask_all(there, sys.argv[2])
