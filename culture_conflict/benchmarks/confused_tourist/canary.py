"""A night: one model asked about a fixed sample of one source, several times over."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.benchmarks.confused_tourist.asking import CONFUSED_TOURIST
from culture_conflict.benchmarks.confused_tourist.parser_id import parser_id
from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.benchmarks.confused_tourist.prompts import PROMPTS
from culture_conflict.benchmarks.prompts import PromptError
from culture_conflict.home import Home
from culture_conflict.models.engine import evaluate
from culture_conflict.models.progress import Progress
from culture_conflict.models.registry import load_registry
from culture_conflict.models.replay.provider import NAME as REPLAY
from culture_conflict.tables.canary_predictions import CANARY_PREDICTIONS

if TYPE_CHECKING:
    from culture_conflict.models.engine import Report

__all__ = ["ask_canary"]

_WAIT_S = 3600.0  # another run that asks the same model about the same source goes first


def ask_canary(
    home: Home,
    variants: pl.DataFrame,
    model: str,
    run_id: str,
    log: Callable[[str], None],
    *,
    day: str,
    evaluation: str,
    limit: int,
    seed: int,
    repeats: int,
) -> tuple[pl.DataFrame, list[Report]]:
    """CANARY_PREDICTIONS of one night, and what each time of asking took.

    The evaluation's name is part of each answer's key: one night never answers for another, and a
    night that failed goes on where it stopped. The sample is that of `sampling.draw_sample`.

    Raises:
        RegistryError: the model is not in the registry, or is switched off.
        PromptError: its answers were imported, so that nobody can be asked.
        BusyError: another run asks this model about this source for over an hour.
        ProviderError: the provider failed as a whole; what came before is kept.
        SampleError: the limit is below the pictures of one item.
    """
    setting = load_registry(home.models_file).require_enabled(model)
    if setting.provider == REPLAY:
        raise PromptError(
            f"{model}: its answers were imported, so nobody can be asked again at night. Take "
            f"`nightly: true` out of its row of models.yaml."
        )
    prompt = PROMPTS.load()
    made, reports = [], []
    for repeat in range(repeats):
        answers, report = evaluate(
            variants=variants,
            setting=setting,
            provider=CONFUSED_TOURIST.provider(home, setting, log=log),
            prompt_text=prompt.render,
            prompt_id=prompt.prompt_id,
            parse=parse,
            pictures=home.pictures,
            ledger_root=home.ledger,
            run_id=run_id,
            evaluation=evaluation,
            repeat=repeat,
            progress=partial(_tell, log, f"{model}, {day}, time {repeat + 1}"),
            wait_s=_WAIT_S,
            limit=limit,
            seed=seed,
            parser=parser_id(),
        )
        made.append(answers)
        reports.append(report)
    table = pl.concat(made).select(pl.lit(day).alias("day"), pl.all())
    return table.select(CANARY_PREDICTIONS.schema.names()), reports


def _tell(log: Callable[[str], None], what: str, state: Progress) -> None:
    log(f"{what}: {state.describe()}")
