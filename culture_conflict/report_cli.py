"""The commands `culture-conflict report` and `docs`: HTML files with everything in them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console

from culture_conflict.home import Home

__all__ = ["docs", "report"]

_Output = Annotated[Path | None, typer.Option(help="The file; the home's report.html by default.")]
_Open = Annotated[Literal["yes", "no"], typer.Option("--open", help="Show it in the browser.")]


def report(output: _Output = None, open_it: _Open = "no") -> None:
    """Write the report: every benchmark's marts as charts and tables in one HTML file."""
    from culture_conflict.reports.write import write_report

    written = write_report(Home.from_environment().prepare(), output)
    console = Console()
    console.print(f"Report: {written.path}", markup=False, soft_wrap=True, highlight=False)
    console.print(
        f"{written.n_bytes / 1e6:.1f} MB, {written.n_panels} panels, {written.n_empty} without rows"
    )
    if open_it == "yes":
        typer.launch(written.path.absolute().as_uri())


def docs(open_it: _Open = "no") -> None:
    """Write dbt's documentation of every table and column, with their lineage, as one HTML file."""
    from culture_conflict.warehouse.docs import write_docs

    home = Home.from_environment().prepare()
    path = write_docs(
        tables=home.tables.root,
        warehouse=home.warehouse,
        work=home.work,
        path=home.root / "docs" / "tables.html",
    )
    Console().print(f"Tables and columns: {path}", markup=False, soft_wrap=True, highlight=False)
    if open_it == "yes":
        typer.launch(path.absolute().as_uri())
