"""Ask one model of the registry about one source's variants."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.benchmarks.confused_tourist.galleries import sample_galleries
from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.benchmarks.confused_tourist.prompts import load_prompt
from culture_conflict.home import Home
from culture_conflict.models.api.forms import AnswerForm
from culture_conflict.models.engine import evaluate
from culture_conflict.models.providers import ApiPlace, make_provider
from culture_conflict.models.registry import load_registry

if TYPE_CHECKING:
    from culture_conflict.models.engine import Report

__all__ = ["FORM", "api_place", "ask_model"]

FORM = AnswerForm("dish_and_country", ("name", "country"), parse)


def api_place(home: Home, log: Callable[[str], None]) -> ApiPlace:
    """What a model behind an API needs to be asked about this benchmark."""
    return ApiPlace(FORM, home.accounts, log)


def ask_model(
    home: Home, variants: pl.DataFrame, model: str, run_id: str, log: Callable[[str], None]
) -> tuple[pl.DataFrame, Report]:
    """The PREDICTIONS of one model for all variants given, and what asking took.

    Raises:
        RegistryError: the model is not in the registry, or is switched off.
        BusyError: another live run asks this model about this source.
    """
    setting = load_registry(home.models_file).require_enabled(model)
    prompt = load_prompt("base")
    return evaluate(
        variants=variants,
        setting=setting,
        provider=make_provider(setting, sample_galleries(), api_place(home, log)),
        prompt_text=prompt.render,
        prompt_id=prompt.prompt_id,
        parse=parse,
        pictures=home.pictures,
        ledger_root=home.ledger,
        run_id=run_id,
        progress=lambda state: log(f"{model}: {state.describe()}"),
    )
