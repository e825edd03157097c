"""Variants of an imported evaluation for which no answer was imported."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime

from culture_conflict.models.asking import Received
from culture_conflict.models.entry import Entry
from culture_conflict.models.plan import Evaluation, Plan
from culture_conflict.models.protocol import Answer
from culture_conflict.models.replay.provider import IMPORTED_PROMPT, NOT_IMPORTED

__all__ = ["prompt_of", "uncovered_entries"]


def prompt_of(entries: Collection[Entry]) -> str:
    """The prompt_id that imported answers came with; the default where there is none."""
    return next((entry.prompt_id for entry in entries), IMPORTED_PROMPT)


def uncovered_entries(
    shared: Evaluation, plan: Plan, held: Mapping[str, Entry]
) -> dict[str, Entry]:
    """A fault for each key of the plan that `held` lacks: for the table, never for the ledger.

    They share the prompt_id of the answers held and count no attempt, since nobody was asked.
    """
    prompt_id = prompt_of(held.values())
    now = datetime.now(UTC).isoformat(timespec="microseconds")
    fault = Answer(error=NOT_IMPORTED)
    return {
        key: replace(
            shared.entry(Received(wanted, fault, 0.0, now, sent=False), 0), prompt_id=prompt_id
        )
        for key, wanted in plan.wanted.items()
        if key not in held
    }
