"""`culture-conflict nights`: the last nights and what changed."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from culture_conflict.home import Home

__all__ = ["nights"]


def nights(
    model: Annotated[str | None, typer.Option(help="One model; else every nightly one.")] = None,
    last: Annotated[int, typer.Option(min=1, help="So many days.")] = 7,
) -> None:
    """Show the last nights: what was asked, what is missing, and what changed."""
    from culture_conflict.showing_nights import print_nights

    print_nights(Home.from_environment().prepare(), model, last, Console())
