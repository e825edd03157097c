"""The main job on the embedded sample, in one process, on the persistent Dagster instance."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import dagster as dg
from rich.console import Console

from culture_conflict.benchmarks.benchmark import Benchmark
from culture_conflict.benchmarks.catalog import asked_benchmarks, get_benchmark
from culture_conflict.benchmarks.confused_tourist.gallery_sheet import write_sheet
from culture_conflict.defs.building import build, build_steps, is_built
from culture_conflict.defs.clock import Clock
from culture_conflict.defs.outcomes import Result
from culture_conflict.defs.partitions import model_by_source
from culture_conflict.defs.runs import done, execute, open_instance
from culture_conflict.defs.up_to_date import metrics_exist, metrics_inputs, pictures_exist
from culture_conflict.home import Home
from culture_conflict.locks import exclusive
from culture_conflict.models.registry import load_registry
from culture_conflict.reports.bundle import started
from culture_conflict.reports.write import report_path
from culture_conflict.showing import print_confused_tourist
from culture_conflict.showing_culture_mix import print_culture_mix
from culture_conflict.showing_signpost import print_signpost
from culture_conflict.sources.catalog import get_source
from culture_conflict.tables.fingerprint import code_fingerprint
from culture_conflict.tables.variants import VARIANTS

__all__ = ["run_demo"]

_SOURCE = "sample"
_TITLES = {
    "confused_tourist": "ConfusedTourist",
    "signpost": "SIGNPOST",
    "culture_mix": "CultureMix",
}


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
    clock = Clock()
    with exclusive(home.work / "demo.lock", what="a demo", wait_s=0):
        console.print("[bold]Three benchmarks on their embedded samples[/] (drawings)")
        console.print(f"home: {home.root}")
        with started(home.work), open_instance(home) as instance:
            clock.lap("start")
            calls = _run_all(home, defs, instance, console, clock, chosen=chosen)
    names = {one.name for one in chosen}
    _print_boards(home, console, names)
    console.print(f"\nAsked {calls} pictures in this run; answers in hand are never asked again.")
    console.print(f"Time: {clock.describe()}")
    _next_steps(home, console, names)


def _print_boards(home: Home, console: Console, chosen: set[str]) -> None:
    if "confused_tourist" in chosen:
        print_confused_tourist(home, console)
    if "signpost" in chosen:
        print_signpost(home, console, published=False)
    if "culture_mix" in chosen:
        print_culture_mix(home, console, published=False)


def _run_all(
    home: Home,
    defs: dg.Definitions,
    instance: dg.DagsterInstance,
    console: Console,
    clock: Clock,
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
    if is_built(instance, steps, inputs) and pictures_exist(home, benchmark, _SOURCE):
        console.print("    up to date")
        return
    build(defs, instance, steps, inputs)


def _metrics(
    home: Home, defs: dg.Definitions, instance: dg.DagsterInstance, console: Console
) -> None:
    inputs = metrics_inputs(home)
    if done(instance, "metrics", None, inputs) and metrics_exist(home):
        console.print("    up to date")
        return
    execute(defs, "metrics", instance, inputs=inputs)


def _calls(result: Result, benchmark: str) -> int:
    """How many requests the run's provider received, as its materialization says."""
    events = result.asset_materializations_for_node(f"{benchmark}__predictions")
    told = [event.metadata["calls"].value for event in events if "calls" in event.metadata]
    return sum(int(str(calls)) for calls in told)


def _write_sheet(home: Home) -> Path:
    variants = home.tables.read(VARIANTS, "confused_tourist", _SOURCE)
    path = home.previews / "confused_tourist" / f"{_SOURCE}.jpg"
    return write_sheet(variants, home.pictures, path)


def _next_steps(home: Home, console: Console, chosen: set[str]) -> None:
    console.print()
    if "confused_tourist" in chosen:
        console.print(f"Pictures: {_write_sheet(home)}")
    console.print(f"Warehouse: {home.warehouse}")
    console.print(f"Report: {report_path(home)} (open it in a browser; it needs no network)")
    console.print("\nNext: [bold]make ui[/] opens the graph with this history;")
    console.print("      [bold].venv/bin/culture-conflict leaderboard[/] prints the table again;")
    console.print("      README.md has the three journeys.")
