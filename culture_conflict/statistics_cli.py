"""`culture-conflict compare`: whether two models differ on the pictures both answered."""

from __future__ import annotations

from typing import Annotated, Literal

import typer
from rich.console import Console

from culture_conflict.home import Home

__all__ = ["compare"]


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
