"""The main job on the embedded sample, in one process, on the persistent Dagster instance."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import dagster as dg
from rich.console import Console

from culture_conflict.benchmarks.asking import Benchmark
from culture_conflict.benchmarks.catalog import BENCHMARKS, asked_benchmarks, get_benchmark
from culture_conflict.benchmarks.confused_tourist.gallery_sheet import write_sheet
from culture_conflict.defs.building import build, build_steps, is_built
from culture_conflict.defs.mix_comparisons import MIX_COMPARISONS
from culture_conflict.defs.partitions import model_by_source
from culture_conflict.defs.runs import Result, done, execute, open_instance
from culture_conflict.home import Home
from culture_conflict.locks import exclusive
from culture_conflict.models.registry import load_registry
from culture_conflict.reports.bundle import started
from culture_conflict.reports.write import report_path
from culture_conflict.showing import print_leaderboard
from culture_conflict.showing_boards import print_culture_mix, print_signpost
from culture_conflict.sources.catalog import get_source, list_sources
from culture_conflict.sources.sets import load_source_sets
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.fingerprint import code_fingerprint, fingerprint
from culture_conflict.tables.intervals import INTERVALS
from culture_conflict.tables.models import MODELS
from culture_conflict.tables.signpost_intervals import SIGNPOST_INTERVALS
from culture_conflict.tables.source_sets import SOURCE_SETS
from culture_conflict.tables.sources import SOURCES
from culture_conflict.tables.variants import VARIANTS
from culture_conflict.warehouse.manifest import ensure_manifest

__all__ = ["metrics_inputs", "run_demo"]

_SOURCE = "sample"
_TITLES = {
    "confused_tourist": "ConfusedTourist",
    "signpost": "SIGNPOST",
    "culture_mix": "CultureMix",
}


@dataclass
class _Clock:
    """Where the time goes, step by step."""

    started: float = field(default_factory=time.monotonic)
    laps: list[tuple[str, float]] = field(default_factory=list)

    def lap(self, name: str) -> float:
        now = time.monotonic()
        seconds = now - self.started - sum(seconds for _, seconds in self.laps)
        self.laps.append((name, seconds))
        return seconds

    def describe(self) -> str:
        total = sum(seconds for _, seconds in self.laps)
        return f"{total:.1f} s: " + ", ".join(f"{name} {s:.1f}" for name, s in self.laps)


def run_demo(
    home: Home, defs: dg.Definitions, console: Console, benchmark: str | None = None
) -> None:
    """Build the samples, ask every enabled reference model, build the marts, print the result.

    With a `benchmark` only this one's sample.

    Raises:
        BusyError: another demo runs in this home.
        RegistryError: there is no such benchmark.
        RunFailedError: a step failed.
    """
    chosen = [*asked_benchmarks().values()] if benchmark is None else [get_benchmark(benchmark)]
    clock = _Clock()
    with exclusive(home.work / "demo.lock", what="a demo", wait_s=0):
        console.print("[bold]Three benchmarks on their embedded samples[/] (drawings)")
        console.print(f"home: {home.root}")
        with started(home.work), open_instance(home) as instance:
            clock.lap("start")
            calls = _run_all(home, defs, instance, console, clock, chosen=chosen)
    _print_boards(home, console, {one.name for one in chosen})
    console.print(f"\nAsked {calls} pictures in this run; answers in hand are never asked again.")
    console.print(f"Time: {clock.describe()}")
    _next_steps(home, console)


def _print_boards(home: Home, console: Console, chosen: set[str]) -> None:
    if "confused_tourist" in chosen:
        print_leaderboard(home, console)
    if "signpost" in chosen:
        print_signpost(home, console, published=False)
    if "culture_mix" in chosen:
        print_culture_mix(home, console, published=False)


def _run_all(
    home: Home,
    defs: dg.Definitions,
    instance: dg.DagsterInstance,
    console: Console,
    clock: _Clock,
    *,
    chosen: Sequence[Benchmark],
) -> int:
    enabled = load_registry(home.models_file).enabled()
    calls = 0
    for benchmark in chosen:
        console.print(f"[bold]{_TITLES[benchmark.name]}[/]")
        console.print("  pictures")
        _build(home, defs, instance, console, benchmark)
        clock.lap(f"{_TITLES[benchmark.name]} pictures")
        for setting in (one for one in enabled if one.provider in benchmark.references):
            console.print(f"  answers: {setting.key}")
            partition = model_by_source(setting.key, _SOURCE)
            result = execute(defs, f"{benchmark.name}_evaluate", instance, partition=partition)
            calls += _calls(result, benchmark.name)
        clock.lap("answers")
    console.print("[bold]Metrics and report[/]")
    _metrics(home, defs, instance, console)
    clock.lap("metrics")
    return calls


def _build(
    home: Home,
    defs: dg.Definitions,
    instance: dg.DagsterInstance,
    console: Console,
    benchmark: Benchmark,
) -> None:
    inputs = code_fingerprint(get_source(benchmark.name, _SOURCE).version)
    steps = build_steps(home, benchmark.name, _SOURCE)
    if is_built(instance, steps, inputs) and _pictures_exist(home, benchmark):
        console.print("    up to date")
        return
    build(defs, instance, steps, inputs)


def _metrics(
    home: Home, defs: dg.Definitions, instance: dg.DagsterInstance, console: Console
) -> None:
    inputs = metrics_inputs(home)
    if done(instance, "metrics", None, inputs) and _metrics_exist(home):
        console.print("    up to date")
        return
    execute(defs, "metrics", instance, inputs=inputs)


def _metrics_exist(home: Home) -> bool:
    return home.warehouse.exists() and report_path(home).exists()


def metrics_inputs(home: Home) -> str:
    """A hash of all that the marts are made of: tables, registry, sources, code.

    The tables that the same run makes are not hashed; what they are made of stands for them.
    """
    listed = [
        source
        for benchmark in BENCHMARKS
        for source in list_sources(benchmark, home.sources_folder)
    ]
    sets = load_source_sets(home.source_sets_file)
    registry = str([*load_registry(home.models_file)])
    code = code_fingerprint(registry, str(listed), str(sets), str(ensure_manifest(home.work)))
    made = {MODELS.name, SOURCES.name, SOURCE_SETS.name, INTERVALS.name, SIGNPOST_INTERVALS.name}
    made |= {table.name for table in MIX_COMPARISONS}
    names = sorted(set(TABLES) - made)
    return fingerprint(home.tables.root, [f"{name}/**/*.parquet" for name in names], code)


def _pictures_exist(home: Home, benchmark: Benchmark) -> bool:
    table = benchmark.variants
    if not home.tables.path(table, benchmark.name, _SOURCE).exists():
        return False
    variants = home.tables.read(table, benchmark.name, _SOURCE)
    return all(home.pictures.path(sha).exists() for sha in variants["picture"].unique())


def _calls(result: Result, benchmark: str) -> int:
    """How many requests the run's provider received, as its materialization says."""
    events = result.asset_materializations_for_node(f"{benchmark}__predictions")
    told = [event.metadata["calls"].value for event in events if "calls" in event.metadata]
    return sum(int(str(calls)) for calls in told)


def _write_sheet(home: Home) -> Path:
    variants = home.tables.read(VARIANTS, "confused_tourist", _SOURCE)
    path = home.previews / "confused_tourist" / f"{_SOURCE}.jpg"
    return write_sheet(variants, home.pictures, path)


def _next_steps(home: Home, console: Console) -> None:
    console.print(f"\nPictures: {_write_sheet(home)}")
    console.print(f"Warehouse: {home.warehouse}")
    console.print(f"Report: {report_path(home)} (open it in a browser; it needs no network)")
    console.print("\nNext: [bold]make ui[/] opens the graph with this history;")
    console.print("      [bold].venv/bin/culture-conflict leaderboard[/] prints the table again;")
    console.print("      README.md has the three journeys.")
