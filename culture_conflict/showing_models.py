"""Models of the registry, in the terminal."""

from __future__ import annotations

import os
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from culture_conflict.models.api.prices import price_of
from culture_conflict.models.api.routes import ROUTES
from culture_conflict.models.settings import ModelSetting

__all__ = ["print_models"]

_COLUMNS = ("key, provider and model", "on", "key variable", "$/M\nin", "$/M\nout")


def print_models(settings: Sequence[ModelSetting], n_known: int, console: Console) -> None:
    """A row each, whole in 80 columns; of a key only whether its variable is set."""
    table = Table(title="Models", title_justify="left", box=box.SIMPLE_HEAD)
    for column in _COLUMNS:
        table.add_column(column, overflow="fold")
    for setting in settings:
        asked = Text(setting.key).append(_provider(setting), style="dim")
        table.add_row(asked, *(Text(cell) for cell in _cells(setting)))
    console.print(table)
    if len(settings) < n_known:
        more = (
            f"{n_known - len(settings)} more are switched off: culture-conflict models list --all"
        )
        console.print(Text(more), soft_wrap=True)


def _provider(setting: ModelSetting) -> str:
    """Who is asked, below the key; reference models are their own providers."""
    if setting.provider == setting.key:
        return ""
    return f"\n  {setting.provider}{f': {setting.model}' if setting.model else ''}"


def _cells(setting: ModelSetting) -> tuple[str, ...]:
    state = "yes" if setting.enabled else "no"
    if not setting.is_api:
        return (state, "", "", "")
    name = setting.key_env or ROUTES[setting.provider].key_env
    found = "" if name is None else f"{name}\n{'set' if os.environ.get(name) else 'not set'}"
    price = price_of(setting)
    prices = ("?", "?") if price is None else (f"{price.input:g}", f"{price.output:g}")
    return (state, found, *prices)
