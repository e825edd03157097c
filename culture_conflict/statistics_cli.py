"""`culture-conflict compare` and `prompts`: do two models differ, and which prompts there are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console

from culture_conflict.home import Home

if TYPE_CHECKING:
    from culture_conflict.benchmarks.benchmark import Benchmark

__all__ = ["compare", "prompts"]

_Benchmark = Annotated[str | None, typer.Option(help="Whose prompts.")]

prompts = typer.Typer(no_args_is_help=True, help="Prompts: what a model is asked.")


@prompts.command("list")
def list_prompts(benchmark: _Benchmark = None) -> None:
    """Every prompt by its id, with the words sent (of the first kind, if there are several)."""
    console = Console()
    for asked in _benchmarks(benchmark):
        console.print(f"{asked.name}\n", style="dim", markup=False, highlight=False)
        for prompt in asked.library(_home()).prompts():
            console.print(prompt.prompt_id, style="bold", markup=False, highlight=False)
            words = prompt.render(next(iter(prompt.words), ""))
            console.print(words, markup=False, highlight=False, soft_wrap=True)
            console.print()


@prompts.command("add")
def add_prompt(
    file: Annotated[Path, typer.Argument(help="Text as `prompts list` shows it.")],
    benchmark: _Benchmark = "confused_tourist",
) -> None:
    """Keep a prompt of your own; its words are its version."""
    for asked in _benchmarks(benchmark):
        prompt_id = asked.library(_home()).add(file).prompt_id
        named = "" if benchmark == "confused_tourist" else f" --benchmark {benchmark}"
        told = f"{prompt_id}: culture-conflict evaluate --model M --prompt {prompt_id}{named}"
        Console().print(told, markup=False, highlight=False, soft_wrap=True)


def _benchmarks(name: str | None) -> Sequence[Benchmark]:
    from culture_conflict.benchmarks.catalog import asked_benchmarks, get_benchmark

    return [*asked_benchmarks().values()] if name is None else [get_benchmark(name)]


def _home() -> Home:
    return Home.from_environment().prepare()


def compare(
    first: Annotated[str, typer.Argument(metavar="A", help="Registry key of a model.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Registry key of another.")],
    *,
    benchmark: Annotated[str | None, typer.Option(help="One benchmark; else all.")] = None,
    source: Annotated[
        str | None, typer.Option(help="One source; else each that both answered.")
    ] = None,
    prompt: Annotated[str | None, typer.Option(help="One prompt_id, e.g. base-v1.")] = None,
    evaluation: Annotated[str, typer.Option(help="Name of the evaluation.")] = "main",
    rule: Annotated[
        Literal["guarded", "as_published"], typer.Option(help="Which rule judges.")
    ] = "guarded",
) -> None:
    """Say which of two models is better, by how much, and whether that is real."""
    from culture_conflict.showing_comparisons import print_comparison
    from culture_conflict.statistics.two_models import comparisons_of

    rows = comparisons_of(
        Home.from_environment().prepare(),
        (first, second),
        benchmark=benchmark,
        source=source,
        prompt_id=prompt,
        evaluation=evaluation,
        rule=rule,
    )
    print_comparison(rows, Console())
