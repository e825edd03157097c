"""Answers about one source's pictures: those that were imported."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.benchmarks.culture_mix.parsing import parse, parser_id
from culture_conflict.errors import RegistryError
from culture_conflict.home import Home
from culture_conflict.models.engine import evaluate
from culture_conflict.models.registry import load_registry
from culture_conflict.models.replay.provider import IMPORTED_PROMPT, Replay
from culture_conflict.models.replay.provider import NAME as REPLAY

if TYPE_CHECKING:
    from culture_conflict.models.engine import Report

__all__ = ["imported_answers"]


def imported_answers(
    home: Home, variants: pl.DataFrame, model: str, run_id: str, log: Callable[[str], None]
) -> tuple[pl.DataFrame, Report]:
    """The PREDICTIONS of one model for all variants given, from what was imported; no call.

    Raises:
        RegistryError: the model is not in the registry, is switched off, or its provider is not
            `replay`: this version asks nobody about pictures of several foods.
        BusyError: answers about this source are being imported.
    """
    setting = load_registry(home.models_file).require_enabled(model)
    if setting.provider != REPLAY:
        raise RegistryError(
            f"Model {model!r} is asked by provider {setting.provider!r}, and nobody can be asked "
            f"about culture_mix yet. Import its answers for a model of provider {REPLAY!r}."
        )
    return evaluate(
        variants=variants,
        setting=setting,
        provider=Replay(setting.parameters),
        prompt_text=str,
        prompt_id=IMPORTED_PROMPT,
        parse=parse,
        pictures=home.pictures,
        ledger_root=home.ledger,
        run_id=run_id,
        progress=lambda state: log(f"{model}: {state.describe()}"),
        parser=parser_id(),
    )
