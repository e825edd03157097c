"""The commands `culture-conflict plan` and `culture-conflict diff`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from culture_conflict.home import Home

if TYPE_CHECKING:
    from culture_conflict.benchmarks.comparing import Side

__all__ = ["app"]

app = typer.Typer()

_WHOSE = "Of the source, where several have one of this name: see `evaluate --help`."


@app.command()
def plan(
    model: Annotated[str, typer.Option(help="Registry key of the model.")],
    source: Annotated[str, typer.Option(help="Name of the source.")] = "sample",
    *,
    limit: Annotated[int | None, typer.Option(help="At most so many pictures: a sample.")] = None,
    seed: Annotated[int, typer.Option(help="Which sample.")] = 0,
    prompt: Annotated[str, typer.Option(help="Which prompt: `prompts list`.")] = "base",
    benchmark: Annotated[str | None, typer.Option(help=_WHOSE)] = None,
) -> None:
    """Print what `evaluate` would ask, reuse and cost; nothing is asked."""
    from culture_conflict.benchmarks.asking import plan_model
    from culture_conflict.benchmarks.catalog import benchmark_of, require_built
    from culture_conflict.models.registry import load_registry
    from culture_conflict.showing_evaluations import plan_lines

    home = Home.from_environment().prepare()
    asked = benchmark_of(home, source, benchmark)
    setting = load_registry(home.models_file).require_enabled(model)
    require_built(home, asked.name, source)
    variants = home.tables.read(asked.variants, asked.name, source)
    found = plan_model(asked, home, variants, model, limit=limit, seed=seed, prompt_name=prompt)
    _print(plan_lines(found, model, f"{source} ({asked.name})", paid=setting.kind != "reference"))


@app.command()
def diff(
    a: Annotated[str, typer.Argument(help="MODEL, MODEL@SOURCE or MODEL@SOURCE:KEY.")],
    b: Annotated[str, typer.Argument(help="Another; KEY is a past evaluation of the ledger.")],
    *,
    benchmark: Annotated[str | None, typer.Option(help=_WHOSE)] = None,
) -> None:
    """Print why two evaluations differ, and in which answers."""
    from culture_conflict.benchmarks.comparing import load_side
    from culture_conflict.models.differences import compare_answers, differences
    from culture_conflict.showing_evaluations import comparison_lines

    home = Home.from_environment().prepare()
    left, right = load_side(home, a, benchmark), load_side(home, b, benchmark)
    causes = differences(left.facts, right.facts)
    answers = compare_answers(left.answers, right.answers)
    _print(comparison_lines(left.name, right.name, causes, answers, _names(home, left)))


def _names(home: Home, side: Side) -> dict[str, str]:
    """The source's own ids by variant."""
    variants = home.tables.read(
        side.benchmark.variants, side.benchmark.name, str(side.facts["source"])
    )
    return dict(variants.select("variant_id", "external_id").iter_rows())


def _print(lines: Iterable[str]) -> None:
    console = Console()
    for line in lines:
        console.print(line, markup=False, highlight=False, soft_wrap=True)
