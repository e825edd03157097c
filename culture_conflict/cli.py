"""The command `culture-conflict`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Annotated

import typer
from rich.console import Console

from culture_conflict.answers_cli import app as answers
from culture_conflict.culture_mix_cli import culture_mix_app
from culture_conflict.errors import CultureConflictError, StoppedError
from culture_conflict.evaluations_cli import app as evaluations
from culture_conflict.gpus_cli import gpus
from culture_conflict.home import Home
from culture_conflict.keeping_cli import forget, gc
from culture_conflict.models.registry import load_registry
from culture_conflict.models_cli import models_app
from culture_conflict.nights_cli import nights
from culture_conflict.report_cli import docs, report
from culture_conflict.serve_cli import serve
from culture_conflict.signpost_cli import signpost_app
from culture_conflict.sources_cli import sources_app
from culture_conflict.statistics_cli import compare, prompts
from culture_conflict.tuned_cli import tuned

__all__ = ["app", "main"]

_HELP = """What does a vision-language model believe when cues in a picture disagree?

Build the pictures of three benchmarks, ask models, compare them. Begin with `demo`."""
app = typer.Typer(
    no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help=_HELP
)
app.add_typer(sources_app, name="sources")
app.add_typer(answers, name="answers")
app.add_typer(signpost_app, name="signpost")
app.command()(report)
app.add_typer(evaluations)
app.command()(forget)
app.command()(gc)
app.add_typer(prompts, name="prompts")
app.command()(compare)
app.command()(gpus)
app.command()(serve)
app.command()(nights)
app.command()(docs)
models_app.command()(tuned)
app.add_typer(models_app, name="models")
app.add_typer(culture_mix_app, name="culture-mix")

Source = Annotated[str, typer.Option(help="Name of the source.")]
Model = Annotated[str, typer.Option(help="Registry key of the model.")]
_KNOWN = "confused_tourist, signpost or culture_mix"
_WHOSE = f"Of the source, where several have one of this name: {_KNOWN}."
Benchmark = Annotated[str | None, typer.Option(help=_WHOSE)]


def _home() -> Home:
    return Home.from_environment().prepare()


@app.command()
def demo(
    benchmark: Annotated[str | None, typer.Option(help=f"Only this one: {_KNOWN}.")] = None,
) -> None:
    """Run the main jobs on the embedded samples and print the leaderboards."""
    home, console = _home(), Console()
    load_registry(home.models_file)
    console.print("Loading the project (the first time, dbt reads its models) …")
    from culture_conflict.definitions import defs
    from culture_conflict.defs.demo import run_demo

    run_demo(home, defs, console, benchmark)


@app.command()
def build(
    source: Source = "sample",
    benchmark: Benchmark = None,
    editor: Annotated[
        str | None,
        typer.Option(
            help="Who edits the pictures (local if not said); of ConfusedTourist who paints them."
        ),
    ] = None,
) -> None:
    """Make the pictures and variants of a source."""
    from culture_conflict.commands import build_source

    build_source(_home(), source, benchmark, editor=editor)


@app.command()
def evaluate(
    model: Model,
    source: Annotated[str | None, typer.Option(help="Name of the source; else sample.")] = None,
    limit: Annotated[int | None, typer.Option(help="At most so many pictures: a sample.")] = None,
    seed: Annotated[int, typer.Option(help="Which sample.")] = 0,
    prompt: Annotated[str, typer.Option(help="Which prompt: `prompts list`.")] = "base",
    *,
    all_sources: Annotated[bool, typer.Option("--all", help="Every source that is built.")] = False,
    benchmark: Benchmark = None,
) -> None:
    """Ask a model about a source's pictures, and score its answers."""
    from culture_conflict.commands import evaluate_everywhere, evaluate_model

    if all_sources and source is not None:
        raise CultureConflictError(
            f"Leave out --all, or --source {source}: one excludes the other."
        )
    one = partial(evaluate_model, source=source or "sample")
    ask = evaluate_everywhere if all_sources else one
    ask(_home(), model, limit=limit, seed=seed, prompt=prompt, benchmark=benchmark)


@app.command()
def metrics() -> None:
    """Rebuild every mart of the warehouse."""
    from culture_conflict.commands import build_metrics

    build_metrics(_home())


@app.command()
def leaderboard(
    benchmark: Annotated[str | None, typer.Option(help=f"Only this one: {_KNOWN}.")] = None,
) -> None:
    """Print the leaderboards of all benchmarks, or of one."""
    from culture_conflict.benchmarks.catalog import get_benchmark
    from culture_conflict.showing import print_confused_tourist
    from culture_conflict.showing_culture_mix import print_culture_mix
    from culture_conflict.showing_signpost import print_signpost

    wanted = benchmark and get_benchmark(benchmark).name
    boards: dict[str, Callable[[Home, Console], None]] = {
        "confused_tourist": print_confused_tourist,
        "signpost": print_signpost,
        "culture_mix": print_culture_mix,
    }
    home, console = _home(), Console()
    for name in [wanted] if wanted else boards:
        boards[name](home, console)


@app.command()
def verify() -> None:
    """Re-hash every stored picture; exit 1 if one is damaged."""
    from culture_conflict.commands import verify_pictures

    verify_pictures(_home(), Console())


@app.command()
def ui(
    port: Annotated[int, typer.Option(help="Port on 127.0.0.1.", min=1, max=65535)] = 3000,
) -> None:
    """Serve the Dagster UI on loopback until interrupted."""
    from culture_conflict.commands import serve_ui

    serve_ui(_home(), port)


def main() -> None:
    """Run the command; an error that a user can mend is one message and exit code 1.

    A command that was stopped exits with 130, as shells have it.
    """
    try:
        app()
    except StoppedError as stopped:
        Console(stderr=True).print(f"stopped: {stopped}", markup=False, soft_wrap=True)
        sys.exit(130)
    except CultureConflictError as error:
        Console(stderr=True).print(f"error: {error}", style="red", markup=False, soft_wrap=True)
        sys.exit(1)
