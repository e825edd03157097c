"""Matched answers as entries of the ledger, so that predictions are made without a call."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import polars as pl

from culture_conflict.errors import RegistryError
from culture_conflict.locks import exclusive
from culture_conflict.models.asking import Received
from culture_conflict.models.engine import LEASE
from culture_conflict.models.entry import Entry
from culture_conflict.models.ledger import Ledger
from culture_conflict.models.plan import Evaluation
from culture_conflict.models.protocol import Answer
from culture_conflict.models.replay.joining import Matched
from culture_conflict.models.replay.provider import NAME, Replay
from culture_conflict.models.settings import ModelSetting

__all__ = ["Imported", "import_answers"]


@dataclass(frozen=True)
class Imported:
    """How many answers were written, how many the ledger held already, and which disagree.

    `differing` are the `variant_id` whose answer is not the one in the ledger, from an import
    before or from another variant with the same picture and prompt; the earlier answer stays.
    """

    n_new: int
    n_held: int
    differing: tuple[str, ...]


def import_answers(
    *,
    variants: pl.DataFrame,
    matched: Matched,
    setting: ModelSetting,
    prompt_text: Callable[[str], str],
    prompt_id: str,
    ledger_root: Path,
    run_id: str = "import",
    evaluation: str = "main",
    repeat: int = 0,
    wait_s: float = 10.0,
) -> Imported:
    """Write the matched answers to the ledger of a model whose provider is `replay`.

    `variants` are VARIANTS of one benchmark and source, whole: keys come from the picture and the
    prompt, as for any other model, and the answers are kept as they came. The file's columns
    `answer`, or `item` and `country`, are the answer; `reasoning`, `finish_reason` and
    `served_model` are kept where they were read. Importing a file twice changes nothing; to put
    other answers in their place, give the model's row a new `revision`.

    Raises:
        RegistryError: the model's provider is another.
        BusyError: another process writes the ledger of this model and source.
        HomeError: the ledger can't be written.
    """
    _require_replay(setting)
    shared = Evaluation(setting, Replay(setting.parameters), prompt_id, evaluation, repeat, run_id)
    if matched.entries.is_empty():
        return Imported(0, 0, ())
    benchmark, source = variants["benchmark"][0], variants["source"][0]
    ledger = Ledger(ledger_root, benchmark, setting.key, source, run_id)
    importing = f"Importing answers of {setting.key} about {source}"
    with exclusive(ledger.folder / LEASE, what=importing, wait_s=wait_s), ledger:
        held = ledger.answers(lambda entry: entry.error is None)
        new, differing, n_held = 0, [], 0
        for variant_id, entry in _entries(variants, matched.entries, shared, prompt_text):
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
    variants: pl.DataFrame,
    rows: pl.DataFrame,
    shared: Evaluation,
    prompt_text: Callable[[str], str],
) -> Iterator[tuple[str, Entry]]:
    plan = shared.plan(variants, prompt_text)
    keys = dict(zip(variants["variant_id"], plan.keys, strict=True))
    at = datetime.now(UTC).isoformat(timespec="microseconds")
    for row in rows.iter_rows(named=True):
        wanted = plan.wanted[keys[row["variant_id"]]]
        yield row["variant_id"], shared.entry(Received(wanted, _answer(row), 0.0, at), 1)


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
    fields = {"name": row.get("item"), "country": row.get("country")}
    if not any((value or "").strip() for value in fields.values()):
        return None
    return json.dumps(fields, ensure_ascii=False)


def _require_replay(setting: ModelSetting) -> None:
    if setting.provider != NAME:
        raise RegistryError(
            f"Model `{setting.key}` is asked by provider `{setting.provider}`, answers are "
            f"imported only for a model of provider `{NAME}`. Add a row of its own to models.yaml: "
            f'{{key: my-model, provider: {NAME}, name: My model, revision: "1"}}.'
        )
