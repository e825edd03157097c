"""`culture-conflict compare` and `prompts`: do two models differ, and which prompts there are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console

from culture_conflict.home import Home

if TYPE_CHECKING:
    from culture_conflict.benchmarks.confused_tourist.prompt_library import PromptLibrary

__all__ = ["compare", "prompts"]

prompts = typer.Typer(no_args_is_help=True, help="Prompts: what a model is asked.")


@prompts.command("list")
def list_prompts() -> None:
    """Every prompt by its id, with the words sent for a dish."""
    console = Console()
    for prompt in _library().prompts():
        console.print(prompt.prompt_id, style="bold", markup=False, highlight=False)
        console.print(prompt.render("cuisine"), markup=False, highlight=False, soft_wrap=True)
        console.print()


@prompts.command("add")
def add_prompt(
    file: Annotated[Path, typer.Argument(help="Text that may hold {category}.")],
) -> None:
    """Keep a prompt of your own; its words are its version."""
    prompt = _library().add(file)
    told = f"{prompt.prompt_id}: culture-conflict evaluate --model M --prompt {prompt.prompt_id}"
    Console().print(told, markup=False, highlight=False, soft_wrap=True)


def _library() -> PromptLibrary:
    from culture_conflict.benchmarks.confused_tourist.prompt_library import PromptLibrary

    return PromptLibrary(Home.from_environment().prepare().prompts_folder)


def compare(
    first: Annotated[str, typer.Argument(metavar="A", help="Registry key of a model.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Registry key of another.")],
    *,
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
    from culture_conflict.showing_comparisons import comparisons_of, print_comparison

    rows = comparisons_of(
        Home.from_environment().prepare(),
        (first, second),
        source=source,
        prompt_id=prompt,
        evaluation=evaluation,
        rule=rule,
    )
    print_comparison(rows, Console())
