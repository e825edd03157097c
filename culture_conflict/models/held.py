"""What the ledger holds of other prompts, so that all of a model's prompts stand side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import polars as pl

from culture_conflict.models.entry import Entry
from culture_conflict.models.judging import came_to_nothing, judge
from culture_conflict.models.keys import sha256_of
from culture_conflict.models.ledger import ledger_folder
from culture_conflict.models.plan import Evaluation
from culture_conflict.models.protocol import Parsed, Parser, Provider
from culture_conflict.models.record import Outcome, evaluations_table
from culture_conflict.models.results import predictions_table
from culture_conflict.models.sampling import Sample
from culture_conflict.models.segments import read_segment, segment_paths
from culture_conflict.models.settings import ModelSetting

__all__ = ["held_predictions"]

_Answered = dict[str, tuple[Entry, Parsed]]


def held_predictions(
    *,
    variants: pl.DataFrame,
    setting: ModelSetting,
    provider: Provider,
    prompts: Mapping[str, Callable[[str], str]],
    parse: Parser,
    parser: str,
    ledger_root: Path,
    run_id: str,
) -> Iterator[tuple[pl.DataFrame, pl.DataFrame]]:
    """PREDICTIONS and EVALUATIONS of each prompt that was asked before; nobody is asked.

    `prompts` are texts by category, by prompt_id. A variant that a prompt was never asked about
    has no row: coverage shows it. A request that only failed is an `error`, as when it was asked.
    `provider` gives the parameters in force: they are part of each key, like the revision, and
    answers to others are not found.
    """
    if variants.is_empty() or not prompts:
        return
    benchmark, source = variants["benchmark"][0], variants["source"][0]
    paths = segment_paths(ledger_folder(ledger_root, benchmark, setting.key, source))
    found = (line for path in paths for line in read_segment(path) if isinstance(line, Entry))
    words = variants["category"].unique().to_list()
    asked = {sha256_of(text(word)): word for text in prompts.values() for word in words}
    answered = _best((entry for entry in found if entry.prompt_id in prompts), parse, asked)
    ids = {entry.prompt_id for entry, _ in answered.values()}
    for prompt_id in sorted(ids):
        shared = Evaluation(setting, provider, prompt_id, "main", 0, run_id)
        made = _of_prompt(variants, shared, prompts[prompt_id], answered, parser)
        if made is not None:
            yield made


def _best(entries: Iterable[Entry], parse: Parser, asked: Mapping[str, str]) -> _Answered:
    """The first answer to each key; where all came to nothing, the last of these.

    `asked` is the category of each prompt's sha256.
    """
    best: _Answered = {}
    for entry in sorted(entries, key=lambda entry: entry.asked_at):
        before = best.get(entry.key)
        if before is None or came_to_nothing(*before):
            parsed = judge(entry, parse, asked.get(entry.prompt_sha256 or ""))
            if before is None or parsed.state != "error" or before[1].state == "error":
                best[entry.key] = entry, parsed
    return best


def _of_prompt(
    variants: pl.DataFrame,
    shared: Evaluation,
    prompt_text: Callable[[str], str],
    answered: _Answered,
    parser: str,
) -> tuple[pl.DataFrame, pl.DataFrame] | None:
    plan = shared.plan(variants, prompt_text)
    asked = [key for key in plan.keys if _is_of(shared, answered.get(key))]
    if not asked:
        return None
    chosen = [_is_of(shared, answered.get(key)) for key in plan.keys]
    sample = Sample(variants.filter(pl.Series(chosen)), None, None)
    entries = [answered[key][0] for key in asked]
    parsed = [answered[key][1] for key in asked]
    outcome = Outcome(entries, parsed, parser)
    return (
        predictions_table(sample.variants, entries, parsed),
        evaluations_table(variants, sample, shared, plan, outcome),
    )


def _is_of(shared: Evaluation, found: tuple[Entry, Parsed] | None) -> bool:
    return found is not None and found[0].prompt_id == shared.prompt_id
