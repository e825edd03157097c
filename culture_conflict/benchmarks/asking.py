"""Ask one model of the registry about one source's variants, whichever benchmark's they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.benchmarks.benchmark import Benchmark
from culture_conflict.benchmarks.prompt_library import PromptLibrary
from culture_conflict.benchmarks.prompts import BASE, Prompt, PromptError
from culture_conflict.home import Home
from culture_conflict.models.api.budget import expected_tokens
from culture_conflict.models.api.prices import price_of
from culture_conflict.models.engine import evaluate
from culture_conflict.models.held import held_predictions
from culture_conflict.models.plan import Evaluation
from culture_conflict.models.preview import Preview, preview
from culture_conflict.models.progress import nobody_asked
from culture_conflict.models.registry import load_registry
from culture_conflict.models.replay.provider import NAME as REPLAY
from culture_conflict.models.settings import ModelSetting
from culture_conflict.tables.catalog import table_of

if TYPE_CHECKING:
    from culture_conflict.models.engine import Report

__all__ = ["ask_model", "plan_model"]


def ask_model(
    benchmark: Benchmark,
    home: Home,
    variants: pl.DataFrame,
    model: str,
    *,
    run_id: str,
    log: Callable[[str], None],
    limit: int | None = None,
    seed: int = 0,
    prompt_name: str = BASE,
) -> tuple[pl.DataFrame, Report]:
    """The predictions of one model for all variants given, and what asking took.

    Beside the answers to the prompt stand those that the ledger holds to other prompts.

    With a `limit` for a sample of them (`sampling.draw_sample`). A reference model that has nothing
    to say about these pictures, and a model of which nothing was imported, have no rows; the report
    tells why (`not_asked`), so that one model of a backfill over all does not fail.

    Raises:
        RegistryError: the model is not in the registry, or is switched off.
        BusyError: another live run asks this model about this source.
        PromptError: there is no such prompt, or the model's answers are imported.
        SampleError: the limit is below the pictures of one group.
    """
    setting = load_registry(home.models_file).require_enabled(model)
    none = table_of(benchmark.name, "predictions").empty()
    if why := benchmark.nothing_to_say(setting):
        log(f"{why} Nobody was asked.")
        return none, nobody_asked(why)
    variants = benchmark.asked_of(home, setting, variants)
    library = benchmark.library(home)
    prompt = _prompt(library, setting, prompt_name)
    made, report = evaluate(
        variants=benchmark.ready(home, variants),
        setting=setting,
        provider=benchmark.provider(home, setting, prompt.asks, log),
        prompt_text=prompt.render,
        prompt_id=prompt.prompt_id,
        parse=benchmark.parsers(library),
        pictures=home.pictures,
        ledger_root=home.ledger,
        run_id=run_id,
        progress=lambda state: log(f"{model}: {state.describe()}"),
        limit=limit,
        seed=seed,
        parser=benchmark.parser_id(),
    )
    if setting.provider == REPLAY and report.n_uncovered and not report.n_reused:
        why = (
            f"Model `{model}`: none of its answers to these {report.n_uncovered:,} pictures was "
            f"imported. `culture-conflict answers import --model {model}` brings them."
        )
        log(f"{why} Nobody was asked.")
        return none, nobody_asked(why)
    if report.n_in_source is not None and report.n_variants < report.n_in_source:
        log(
            f"{model}: a sample of {report.n_variants:,} of {report.n_in_source:,} pictures, which "
            f"takes the place of what was here. Evaluate without a limit to ask about the rest."
        )
    asked = set(made["prompt_id"].unique())
    held = (
        []
        if setting.provider == REPLAY
        else _held(benchmark, home, variants, setting, run_id=run_id, asked=asked)
    )
    for predictions, _ in held:
        log(f"{model}: {predictions.height} answers in hand to {predictions['prompt_id'][0]}")
    evaluations = pl.concat([report.evaluations, *(of for _, of in held)])
    rows = [none] if made.is_empty() else [made]
    return pl.concat([*rows, *(of for of, _ in held)]), replace(report, evaluations=evaluations)


def _held(
    benchmark: Benchmark,
    home: Home,
    variants: pl.DataFrame,
    setting: ModelSetting,
    *,
    run_id: str,
    asked: set[str],
) -> list[tuple[pl.DataFrame, pl.DataFrame]]:
    """Predictions and evaluations of the prompts that were asked before, by form of answer.

    The form is part of what is sent, so that each has a provider with parameters of its own.
    """
    library = benchmark.library(home)
    others = [one for one in library.prompts() if one.prompt_id not in asked]
    found: list[tuple[pl.DataFrame, pl.DataFrame]] = []
    for asks in benchmark.prompts.asks:
        mine = {one.prompt_id: one.render for one in others if one.asks == asks}
        found += held_predictions(
            variants=benchmark.ready(home, variants),
            setting=setting,
            provider=benchmark.provider(home, setting, asks),
            prompts=mine,
            parse=benchmark.parsers(library),
            parser=benchmark.parser_id(),
            ledger_root=home.ledger,
            run_id=run_id,
        )
    return found


def plan_model(
    benchmark: Benchmark,
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
        SampleError: the limit is below the pictures of one group.
    """
    setting = load_registry(home.models_file).require_enabled(model)
    variants = benchmark.asked_of(home, setting, variants)
    library = benchmark.library(home)
    prompt = _prompt(library, setting, prompt_name)
    provider = benchmark.provider(home, setting, prompt.asks)
    price = price_of(setting)
    return preview(
        variants=benchmark.ready(home, variants),
        shared=Evaluation(setting, provider, prompt.prompt_id, "main", 0, "plan"),
        prompt_text=prompt.render,
        parse=benchmark.parsers(library),
        ledger_root=home.ledger,
        limit=limit,
        seed=seed,
        price=None if price is None else (price.input, price.output),
        expected=partial(expected_tokens, setting) if setting.is_api else None,
        beside=() if setting.provider == REPLAY else [one.prompt_id for one in library.prompts()],
    )


def _prompt(library: PromptLibrary, setting: ModelSetting, name: str) -> Prompt:
    if setting.provider == REPLAY and name != BASE:
        raise PromptError(
            f"{setting.key}: its answers were imported, so nobody can be asked with prompt "
            f"{name!r}. Leave the prompt out; `answers import --prompt-id` names the one they had."
        )
    return library.get(name)
