"""`culture-conflict culture-mix`: decisions about its pictures, frozen; known tables of dishes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from culture_conflict.home import Home

__all__ = ["culture_mix_app"]

culture_mix_app = typer.Typer(
    no_args_is_help=True, help="CultureMix: dishes, their difficulty, and what people decided."
)
SourceName = Annotated[str, typer.Option(help="Name of the source.")]
Table = Annotated[Path, typer.Argument(help="A CSV.")]


def _home() -> Home:
    return Home.from_environment().prepare()


@culture_mix_app.command()
def difficulty(
    models: Annotated[list[str], typer.Option(help="Models whose answers are finished.")],
    more: Annotated[list[str] | None, typer.Argument(help="Further models.")] = None,
    source: SourceName = "sample",
) -> None:
    """Freeze how hard each dish is alone, by what the models answered about its own picture."""
    from culture_conflict.benchmarks.culture_mix.freezing import freeze_difficulty

    _print(freeze_difficulty(_home(), source, [*models, *(more or [])]))


@culture_mix_app.command()
def choose(table: Table, source: SourceName = "sample") -> None:
    """Freeze choices between candidates: a CSV with external_id and candidate (1 or 2)."""
    from culture_conflict.benchmarks.culture_mix.freezing import freeze_table
    from culture_conflict.tables.mix_decisions import FOOD_CHOICES

    _print(freeze_table(_home(), source, FOOD_CHOICES, table))


@culture_mix_app.command()
def decide(table: Table, source: SourceName = "sample") -> None:
    """Freeze verdicts: a CSV with picture (sha256), decision (accepted or rejected), reason."""
    from culture_conflict.benchmarks.culture_mix.freezing import freeze_table
    from culture_conflict.tables.mix_decisions import ATTEMPT_DECISIONS

    _print(freeze_table(_home(), source, ATTEMPT_DECISIONS, table))


@culture_mix_app.command("add-table")
def add_table(
    kind: Annotated[str, typer.Argument(help="worldcuisines or world_wide_dishes.")],
    table: Table,
    name: Annotated[str, typer.Option(help="Name of the source.")],
    contact: Annotated[
        str | None, typer.Option(help="Your address; with it, pictures are fetched when built.")
    ] = None,
) -> None:
    """Make a source of a known table of dishes; put a `backgrounds.csv` beside it to build."""
    from culture_conflict.sources.mappings import add_known_table

    folder = add_known_table(kind, table, name, _home().sources_folder, contact)
    _print(f"Added {folder}. Next: culture-conflict sources check {name}")


def _print(text: str) -> None:
    Console().print(text, markup=False, soft_wrap=True)
