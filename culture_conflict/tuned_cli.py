"""`culture-conflict models tuned`: the row under which a fine-tuned model can be asked."""

from __future__ import annotations

from typing import Annotated

import typer
import yaml
from rich.console import Console
from rich.text import Text

from culture_conflict.home import Home

__all__ = ["tuned"]


def tuned(
    key: Annotated[str, typer.Argument(help="Key of the model that was fine-tuned.")],
    *,
    source: Annotated[str, typer.Option(help="The source it was fine-tuned on.")],
    add: Annotated[bool, typer.Option("--add", help="Write the row into models.yaml.")] = False,
) -> None:
    """Print the row of a fine-tuned model; with --add it can be asked, about the test part only."""
    from culture_conflict.benchmarks.culture_mix.fine_tuning import tuned_row
    from culture_conflict.models.adding import add_row
    from culture_conflict.tables.fine_tuned_model import FINE_TUNED_MODEL

    home = Home.from_environment().prepare()
    record = home.tables.read(FINE_TUNED_MODEL, "culture_mix", key, source).row(0, named=True)
    row = tuned_row(home, record)
    console = Console()
    console.print(Text(yaml.safe_dump([row], sort_keys=False, allow_unicode=True)), soft_wrap=True)
    if add:
        setting = add_row(home.models_file, row)
        console.print(Text(f"Added `{setting.key}` to {home.models_file}."), soft_wrap=True)
    else:
        console.print(Text("Nothing was changed; --add writes it into models.yaml."))
