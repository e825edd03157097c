"""The commands `culture-conflict plan` and `culture-conflict diff`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import typer
from rich.console import Console

from culture_conflict.home import Home

__all__ = ["app"]

app = typer.Typer()

_BENCHMARK = "confused_tourist"


@app.command()
def plan(
    model: Annotated[str, typer.Option(help="Registry key of the model.")],
    source: Annotated[str, typer.Option(help="Name of the source.")] = "sample",
    limit: Annotated[int | None, typer.Option(help="At most so many pictures: a sample.")] = None,
    seed: Annotated[int, typer.Option(help="Which sample.")] = 0,
    prompt: Annotated[str, typer.Option(help="Which prompt: `prompts list`.")] = "base",
) -> None:
    """Print what `evaluate` would ask, reuse and cost; nothing is asked."""
    from culture_conflict.benchmarks.confused_tourist.asking import plan_model
    from culture_conflict.models.registry import load_registry
    from culture_conflict.showing_evaluations import plan_lines
    from culture_conflict.sources.catalog import get_source
    from culture_conflict.tables.variants import VARIANTS

    home = Home.from_environment().prepare()
    get_source(_BENCHMARK, source, home.sources_folder)
    setting = load_registry(home.models_file).require_enabled(model)
    variants = home.tables.read(VARIANTS, _BENCHMARK, source)
    found = plan_model(home, variants, model, limit=limit, seed=seed, prompt_name=prompt)
    _print(plan_lines(found, model, source, paid=setting.kind != "reference"))


@app.command()
def diff(
    a: Annotated[str, typer.Argument(help="MODEL, MODEL@SOURCE or MODEL@SOURCE:KEY.")],
    b: Annotated[str, typer.Argument(help="Another; KEY is a past evaluation of the ledger.")],
) -> None:
    """Print why two evaluations differ, and in which answers."""
    from culture_conflict.benchmarks.confused_tourist.comparing import load_side
    from culture_conflict.models.differences import compare_answers, differences
    from culture_conflict.showing_evaluations import comparison_lines

    home = Home.from_environment().prepare()
    left, right = load_side(home, a), load_side(home, b)
    causes = differences(left.facts, right.facts)
    answers = compare_answers(left.answers, right.answers)
    _print(comparison_lines(left.name, right.name, causes, answers, _names(home, left.facts)))


def _names(home: Home, facts: Mapping[str, Any]) -> dict[str, str]:
    """The source's own ids by variant."""
    from culture_conflict.tables.variants import VARIANTS

    variants = home.tables.read(VARIANTS, _BENCHMARK, facts["source"])
    return dict(variants.select("variant_id", "external_id").iter_rows())


def _print(lines: Iterable[str]) -> None:
    console = Console()
    for line in lines:
        console.print(line, markup=False, highlight=False, soft_wrap=True)
