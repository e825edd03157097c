"""The commands `culture-conflict answers ...`: answers that a user already has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from culture_conflict.errors import AnswersError
from culture_conflict.home import Home
from culture_conflict.models.replay.provider import IMPORTED_PROMPT

if TYPE_CHECKING:
    import polars as pl

    from culture_conflict.models.replay.importing import Imported
    from culture_conflict.models.replay.joining import Matched

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True, help="Score answers that exist already.")

_LISTED = 10
_Column = Annotated[str | None, typer.Option(help="The file's column with this part.")]


@app.callback()
def _group() -> None:
    """Score answers that exist already."""


@app.command(name="import")
def import_command(
    file: Annotated[Path, typer.Argument(help="JSONL, CSV or Parquet.")],
    *,
    model: Annotated[str, typer.Option(help="Key of a model with `provider: replay`.")],
    key: Annotated[
        list[str],
        typer.Option(help="Column to join on, `ours` or `ours=theirs`; may be repeated."),
    ],
    source: Annotated[str, typer.Option(help="Name of the source.")] = "sample",
    benchmark: Annotated[str, typer.Option(help="The source's benchmark.")] = "confused_tourist",
    answer_column: _Column = None,
    item_column: _Column = None,
    country_column: _Column = None,
    latitude_column: _Column = None,
    longitude_column: _Column = None,
    reasoning_column: _Column = None,
    finish_reason_column: _Column = None,
    encoding: Annotated[str, typer.Option(help="Of JSONL and CSV without a mark.")] = "utf-8",
    prompt_id: Annotated[
        str, typer.Option(help="Name of the prompt that made the answers, where you know it.")
    ] = IMPORTED_PROMPT,
) -> None:
    """Write a file's answers into the ledger; `evaluate` then scores them without a call."""
    from culture_conflict.benchmarks.importing import import_file
    from culture_conflict.sources.catalog import get_source

    home = Home.from_environment().prepare()
    get_source(benchmark, source, home.sources_folder)
    keys = dict(_pair(name) for name in key)
    parts = {
        "answer": answer_column,
        "item": item_column,
        "country": country_column,
        "latitude": latitude_column,
        "longitude": longitude_column,
        "reasoning": reasoning_column,
        "finish_reason": finish_reason_column,
    }
    columns = keys | {ours: theirs for ours, theirs in parts.items() if theirs is not None}
    matched, imported = import_file(
        home,
        file,
        model=model,
        source=source,
        key=[*keys],
        columns=columns,
        encoding=encoding,
        prompt_id=prompt_id,
        benchmark=benchmark,
    )
    console = Console()
    for line in _told(matched, imported, [*keys]):
        console.print(line, markup=False, soft_wrap=True)
    if imported.n_new + imported.n_held == 0:
        raise AnswersError(f"{file}: no answer was imported. Check the key and its values above.")
    named = "" if benchmark == "confused_tourist" else f" --benchmark {benchmark}"
    told = f"Next: culture-conflict evaluate --model {model} --source {source}{named}"
    console.print(told, markup=False, soft_wrap=True)


def _pair(name: str) -> tuple[str, str]:
    ours, _, theirs = name.partition("=")
    return ours, theirs or ours


def _told(matched: Matched, imported: Imported, key: list[str]) -> Iterator[str]:
    yield f"{matched.describe()}."
    yield (
        f"{imported.n_new} written to the ledger, {imported.n_held} stood there already from an "
        "import before."
    )
    yield from _listed("not usable", matched.rejects, [])
    yield from _listed("no variant has this key", matched.unmatched, key)
    yield from _listed("not taken", matched.duplicates, key)
    if imported.differing:
        shown = ", ".join(imported.differing[:_LISTED])
        yield (
            f"{len(imported.differing)} answers differ from one in the ledger, which stays: {shown}"
            " … Give the model's row a new revision to import them instead."
        )


def _listed(what: str, rows: pl.DataFrame, key: list[str]) -> Iterator[str]:
    """The first lines concerned, one by one, and how many more there are."""
    for row in rows.head(_LISTED).iter_rows(named=True):
        named = ", ".join(f"{name} = {row[name]}" for name in key)
        told = " ".join(filter(None, (named, row.get("reason"))))
        yield f"line {row['row']}: {what}: {told}"
    if rows.height > _LISTED:
        yield f"... and {rows.height - _LISTED} more lines: {what}"
