"""Matched answers as entries of the ledger, so that predictions are made without a call."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import polars as pl

from culture_conflict.errors import AnswersError, RegistryError
from culture_conflict.locks import exclusive
from culture_conflict.models.asking import Received
from culture_conflict.models.engine import LEASE
from culture_conflict.models.entry import Entry
from culture_conflict.models.ledger import Ledger
from culture_conflict.models.plan import Evaluation, Plan
from culture_conflict.models.protocol import Answer
from culture_conflict.models.replay.joining import Matched
from culture_conflict.models.replay.provider import IMPORTED_PROMPT, NAME, Replay
from culture_conflict.models.settings import ModelSetting, is_slug, slug

__all__ = ["Imported", "import_answers"]


@dataclass(frozen=True)
class Imported:
    """How many answers were written, how many the ledger held already, and which disagree.

    `differing` are the `variant_id` whose answer is not the one in the ledger, from an import
    before; the earlier answer stays.
    """

    n_new: int
    n_held: int
    differing: tuple[str, ...]


def import_answers(
    *,
    variants: pl.DataFrame,
    matched: Matched,
    setting: ModelSetting,
    ledger_root: Path,
    prompt_id: str = IMPORTED_PROMPT,
    imported_from: str | None = None,
    run_id: str = "import",
    evaluation: str = "main",
    repeat: int = 0,
    wait_s: float = 10.0,
) -> Imported:
    """Write the matched answers to the ledger of a model whose provider is `replay`.

    `variants` are VARIANTS of one benchmark and source, whole: keys come from the variant and its
    picture, so that each variant keeps its own answer, as it came. The file's columns `answer`, or
    `item` and `country`, or `latitude` and `longitude`, are the answer; `reasoning`,
    `finish_reason` and `served_model` are kept where they were read. `prompt_id` names the prompt
    that made the answers, `imported_from` their file. Importing a file twice changes nothing; to
    put other answers in their place, give the model's row a new `revision`.

    Raises:
        RegistryError: the model's provider is another.
        AnswersError: the prompt's name can't be one, or the answers held came with another.
        BusyError: another process writes the ledger of this model and source.
        HomeError: the ledger can't be written.
    """
    _require_replay(setting)
    _require_name(prompt_id)
    shared = Evaluation(setting, Replay(setting.parameters), prompt_id, evaluation, repeat, run_id)
    if matched.entries.is_empty():
        return Imported(0, 0, ())
    benchmark, source = variants["benchmark"][0], variants["source"][0]
    ledger = Ledger(ledger_root, benchmark, setting.key, source, run_id)
    importing = f"Importing answers of {setting.key} about {source}"
    with exclusive(ledger.folder / LEASE, what=importing, wait_s=wait_s), ledger:
        held = ledger.answers(lambda entry: entry.error is None)
        plan = shared.plan(variants, str)
        _require_one_prompt(setting, prompt_id, [held[k] for k in plan.keys if k in held])
        keys = dict(zip(variants["variant_id"], plan.keys, strict=True))
        new, differing, n_held = 0, [], 0
        for variant_id, entry in _entries(matched.entries, shared, plan, keys, imported_from):
            first = held.setdefault(entry.key, entry)
            if first is entry:
                ledger.append(entry)
                new += 1
            elif first.answer == entry.answer:
                n_held += 1
            else:
                differing.append(variant_id)
    return Imported(new, n_held, tuple(differing))


def _entries(
    rows: pl.DataFrame,
    shared: Evaluation,
    plan: Plan,
    keys: Mapping[str, str],
    imported_from: str | None,
) -> Iterator[tuple[str, Entry]]:
    at = datetime.now(UTC).isoformat(timespec="microseconds")
    for row in rows.iter_rows(named=True):
        received = Received(plan.wanted[keys[row["variant_id"]]], _answer(row), 0.0, at)
        yield row["variant_id"], shared.entry(received, 1, imported_from)


def _answer(row: Mapping[str, str | None]) -> Answer:
    text = row["answer"] if "answer" in row else _object(row)
    return Answer(
        text=text,
        reasoning=row.get("reasoning"),
        finish_reason=row.get("finish_reason"),
        served_model=row.get("served_model"),
    )


def _object(row: Mapping[str, str | None]) -> str | None:
    """Parsed fields in the form that the parser reads; nothing where both are empty."""
    fields = {ours: row.get(theirs) for ours, theirs in _form(row).items()}
    if not any((value or "").strip() for value in fields.values()):
        return None
    return json.dumps(fields, ensure_ascii=False)


def _form(row: Mapping[str, str | None]) -> Mapping[str, str]:
    if "latitude" in row:
        return {"latitude": "latitude", "longitude": "longitude"}
    return {"name": "item", "country": "country"}


def _require_name(prompt_id: str) -> None:
    if not is_slug(prompt_id):
        raise AnswersError(f"prompt {prompt_id!r} can't be a name. {slug(prompt_id)!r} can.")


def _require_one_prompt(setting: ModelSetting, prompt_id: str, held: Sequence[Entry]) -> None:
    """One row of the registry is one setting, the prompt included."""
    other = next((entry.prompt_id for entry in held if entry.prompt_id != prompt_id), None)
    if other is not None:
        raise AnswersError(
            f"Answers of `{setting.key}` were imported as those to prompt `{other}`, now to "
            f"`{prompt_id}`. Import them with --prompt-id {other}, or give the other prompt a row "
            "of its own in models.yaml (or this row a new revision)."
        )


def _require_replay(setting: ModelSetting) -> None:
    if setting.provider != NAME:
        raise RegistryError(
            f"Model `{setting.key}` is asked by provider `{setting.provider}`, answers are "
            f"imported only for a model of provider `{NAME}`. Add a row of its own to models.yaml: "
            f'{{key: my-model, provider: {NAME}, name: My model, revision: "1"}}.'
        )
