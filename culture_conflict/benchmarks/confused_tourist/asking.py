"""Ask one model of the registry about one source's variants."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.benchmarks.confused_tourist.galleries import sample_galleries
from culture_conflict.benchmarks.confused_tourist.parser_id import parser_id
from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.benchmarks.confused_tourist.prompts import load_prompt
from culture_conflict.home import Home
from culture_conflict.models.engine import evaluate
from culture_conflict.models.plan import Evaluation
from culture_conflict.models.preview import Preview, preview
from culture_conflict.models.providers import make_provider
from culture_conflict.models.registry import load_registry

if TYPE_CHECKING:
    from culture_conflict.models.engine import Report

__all__ = ["ask_model", "plan_model"]


def ask_model(
    home: Home,
    variants: pl.DataFrame,
    model: str,
    run_id: str,
    log: Callable[[str], None],
    *,
    limit: int | None = None,
    seed: int = 0,
) -> tuple[pl.DataFrame, Report]:
    """The PREDICTIONS of one model for all variants given, and what asking took.

    With a `limit` for a sample of them (`sampling.draw_sample`).

    Raises:
        RegistryError: the model is not in the registry, or is switched off.
        BusyError: another live run asks this model about this source.
        SampleError: the limit is below the pictures of one item.
    """
    setting = load_registry(home.models_file).require_enabled(model)
    prompt = load_prompt("base")
    made, report = evaluate(
        variants=variants,
        setting=setting,
        provider=make_provider(setting, sample_galleries()),
        prompt_text=prompt.render,
        prompt_id=prompt.prompt_id,
        parse=parse,
        pictures=home.pictures,
        ledger_root=home.ledger,
        run_id=run_id,
        progress=lambda state: log(f"{model}: {state.describe()}"),
        limit=limit,
        seed=seed,
        parser=parser_id(),
    )
    if report.n_in_source is not None and report.n_variants < report.n_in_source:
        log(
            f"{model}: a sample of {report.n_variants:,} of {report.n_in_source:,} pictures, which "
            f"takes the place of what was here. Evaluate without a limit to ask about the rest."
        )
    return made, report


def plan_model(
    home: Home, variants: pl.DataFrame, model: str, *, limit: int | None = None, seed: int = 0
) -> Preview:
    """What `ask_model` would ask, reuse and leave behind; nobody is asked.

    Raises:
        RegistryError: the model is not in the registry, or is switched off.
        SampleError: the limit is below the pictures of one item.
    """
    setting = load_registry(home.models_file).require_enabled(model)
    prompt = load_prompt("base")
    provider = make_provider(setting, sample_galleries())
    return preview(
        variants=variants,
        shared=Evaluation(setting, provider, prompt.prompt_id, "main", 0, "plan"),
        prompt_text=prompt.render,
        parse=parse,
        ledger_root=home.ledger,
        limit=limit,
        seed=seed,
    )
