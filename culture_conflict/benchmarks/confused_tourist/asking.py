"""Ask one model of the registry about one source's variants."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.benchmarks.confused_tourist.galleries import sample_galleries
from culture_conflict.benchmarks.confused_tourist.parser_id import parser_id
from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.benchmarks.confused_tourist.prompt_library import PromptLibrary
from culture_conflict.benchmarks.confused_tourist.prompts import Prompt, PromptError
from culture_conflict.home import Home
from culture_conflict.models.api.budget import expected_tokens
from culture_conflict.models.api.forms import AnswerForm
from culture_conflict.models.api.prices import price_of
from culture_conflict.models.engine import evaluate
from culture_conflict.models.held import held_predictions
from culture_conflict.models.plan import Evaluation
from culture_conflict.models.preview import Preview, preview
from culture_conflict.models.providers import ApiPlace, make_provider
from culture_conflict.models.registry import load_registry
from culture_conflict.models.replay.provider import NAME as REPLAY
from culture_conflict.models.settings import ModelSetting

if TYPE_CHECKING:
    from culture_conflict.models.engine import Report

__all__ = ["BASE", "FORM", "api_place", "ask_model", "plan_model"]

BASE = "base"
FORM = AnswerForm("dish_and_country", ("name", "country"), parse)


def api_place(home: Home, log: Callable[[str], None]) -> ApiPlace:
    """What a model behind an API needs to be asked about this benchmark."""
    return ApiPlace(FORM, home.accounts, home.fitted, log)


def ask_model(
    home: Home,
    variants: pl.DataFrame,
    model: str,
    run_id: str,
    log: Callable[[str], None],
    *,
    limit: int | None = None,
    seed: int = 0,
    prompt_name: str = BASE,
) -> tuple[pl.DataFrame, Report]:
    """The PREDICTIONS of one model for all variants given, and what asking took.

    Beside the answers to the prompt stand those that the ledger holds to other prompts.

    With a `limit` for a sample of them (`sampling.draw_sample`).

    Raises:
        RegistryError: the model is not in the registry, or is switched off.
        BusyError: another live run asks this model about this source.
        PromptError: there is no such prompt, or the model's answers are imported.
        SampleError: the limit is below the pictures of one item.
    """
    setting = load_registry(home.models_file).require_enabled(model)
    library = PromptLibrary(home.prompts_folder)
    prompt = _prompt(library, setting, prompt_name)
    provider = make_provider(setting, sample_galleries(), api_place(home, log))
    made, report = evaluate(
        variants=variants,
        setting=setting,
        provider=provider,
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
    asked = set(made["prompt_id"].unique())
    others = {one.prompt_id: one.render for one in library.prompts() if one.prompt_id not in asked}
    found = held_predictions(
        variants=variants,
        setting=setting,
        provider=provider,
        prompts={} if setting.provider == REPLAY else others,
        parse=parse,
        parser=parser_id(),
        ledger_root=home.ledger,
        run_id=run_id,
    )
    held = list(found)
    for predictions, _ in held:
        log(f"{model}: {predictions.height} answers in hand to {predictions['prompt_id'][0]}")
    evaluations = pl.concat([report.evaluations, *(of for _, of in held)])
    return pl.concat([made, *(of for of, _ in held)]), replace(report, evaluations=evaluations)


def plan_model(
    home: Home,
    variants: pl.DataFrame,
    model: str,
    *,
    limit: int | None = None,
    seed: int = 0,
    prompt_name: str = BASE,
) -> Preview:
    """What `ask_model` would ask, reuse and leave behind; nobody is asked.

    Raises:
        RegistryError: the model is not in the registry, or is switched off.
        PromptError: there is no such prompt, or the model's answers are imported.
        SampleError: the limit is below the pictures of one item.
    """
    setting = load_registry(home.models_file).require_enabled(model)
    prompt = _prompt(PromptLibrary(home.prompts_folder), setting, prompt_name)
    provider = make_provider(
        setting, sample_galleries(), ApiPlace(FORM, home.accounts, home.fitted)
    )
    price = price_of(setting)
    return preview(
        variants=variants,
        shared=Evaluation(setting, provider, prompt.prompt_id, "main", 0, "plan"),
        prompt_text=prompt.render,
        parse=parse,
        ledger_root=home.ledger,
        limit=limit,
        seed=seed,
        price=None if price is None else (price.input, price.output),
        expected=partial(expected_tokens, setting) if setting.is_api else None,
    )


def _prompt(library: PromptLibrary, setting: ModelSetting, name: str) -> Prompt:
    if setting.provider == REPLAY and name != BASE:
        raise PromptError(
            f"{setting.key}: its answers were imported, so nobody can be asked with prompt "
            f"{name!r}. Leave the prompt out; `answers import --prompt-id` names the one they had."
        )
    return library.get(name)
