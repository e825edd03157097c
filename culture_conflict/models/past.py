"""Evaluations that the ledger still holds, though the tables have moved on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from culture_conflict.models.entry import Entry
from culture_conflict.models.judging import judge
from culture_conflict.models.keys import canonical_json, request_key
from culture_conflict.models.protocol import Parser
from culture_conflict.models.record import picture_set
from culture_conflict.models.replay.provider import NAME as REPLAY
from culture_conflict.models.results import parsed_columns
from culture_conflict.tables.catalog import table_of

__all__ = ["Past", "past_evaluations"]

_SETTING = ("provider", "model_revision", "parameters", "prompt_id", "evaluation", "repeat")
_KEY_LENGTH = 8
_SHOWN = ("variant_id", "picture", "category", "prompt", "answer")


@dataclass
class Past:
    """All answers of the ledger that one setting made; `key` is a hash of that setting."""

    key: str
    entries: list[Entry] = field(default_factory=list)

    @property
    def runs(self) -> list[str]:
        return sorted({entry.run_id for entry in self.entries})

    def describe(self) -> str:
        """One line for a list of what there is."""
        one, times = self.entries[0], sorted(entry.asked_at for entry in self.entries)
        return (
            f"{self.key}: {len(self.entries):,} answers, prompt {one.prompt_id}, evaluation "
            f"{one.evaluation}, revision {one.model_revision}, {times[0][:16]} to {times[-1][:16]}"
        )

    def answers(self, variants: pl.DataFrame, parse: Parser) -> pl.DataFrame:
        """What was answered to the pictures of these VARIANTS, read with the parser in force."""
        by_key = {entry.key: entry for entry in self.entries}
        by_picture = {entry.picture_sent: entry for entry in self.entries}
        rows, parsed = [], []
        for variant_id, picture, category in variants.select(
            "variant_id", "picture", "category"
        ).iter_rows():
            key = self._key_of(variant_id, picture)
            entry = by_picture.get(picture) if key is None else by_key.get(key)
            if entry is not None:
                prompt = entry.prompt_sha256
                rows.append((variant_id, entry.picture_sent, category, prompt, entry.answer))
                parsed.append(judge(entry, parse, category))
        benchmark = None if variants.is_empty() else variants["benchmark"][0]
        read = parsed_columns(table_of(benchmark, "predictions"), parsed)
        shown = pl.DataFrame(rows, schema=dict.fromkeys(_SHOWN, pl.String()), orient="row")
        return shown.with_columns(**read)

    def facts(self, answers: pl.DataFrame, variants: pl.DataFrame, parser: str) -> dict[str, Any]:
        """The columns of EVALUATIONS that can be compared, for `answers` to these VARIANTS."""
        one = self.entries[0]
        asked = dict(answers.drop_nulls("prompt").select("category", "prompt").iter_rows())
        versions: dict[str, set[str]] = {}
        for entry in self.entries:
            for name, version in entry.versions.items():
                versions.setdefault(name, set()).add(version)
        return {name: getattr(one, name) for name in (*_SETTING, "model")} | {
            **{name: variants[name][0] for name in ("source", "source_version")},
            "prompts": canonical_json(asked) if asked else None,
            "versions": json.dumps({name: sorted(found) for name, found in versions.items()}),
            "served_models": sorted({e.served_model for e in self.entries if e.served_model}),
            "pictures": picture_set(answers),
            "parser": parser,
            "sample_limit": None,
            "sample_seed": None,
            "imported": one.provider == REPLAY,
            "imported_from": sorted({e.imported_from for e in self.entries if e.imported_from}),
        }

    def _key_of(self, variant_id: str, picture: str) -> str | None:
        """An imported answer's key names its variant; others are known by their picture."""
        one = self.entries[0]
        if one.provider != REPLAY:
            return None
        return request_key(
            picture_sent=picture,
            prompt_sha256="",
            provider=one.provider,
            revision=one.model_revision,
            parameters=one.parameters,
            evaluation=one.evaluation,
            repeat=one.repeat,
            variant=variant_id,
        )


def past_evaluations(entries: Sequence[Entry]) -> list[Past]:
    """Answers by the setting that made them, the earliest setting first.

    A prompt's words differ by category; words that one run sent belong to one prompt.
    """
    settings: dict[str, list[Entry]] = {}
    for entry in sorted(entries, key=lambda entry: entry.asked_at):
        setting = json.dumps([getattr(entry, name) for name in _SETTING])
        settings.setdefault(setting, []).append(entry)
    return [
        Past(_hash(setting, prompts), [e for e in made if e.prompt_sha256 in prompts])
        for setting, made in settings.items()
        for prompts in _prompts(made)
    ]


def _prompts(entries: Sequence[Entry]) -> list[set[str | None]]:
    """The words sent, as one set per prompt."""
    by_run: dict[str, set[str | None]] = {}
    for entry in entries:
        by_run.setdefault(entry.run_id, set()).add(entry.prompt_sha256)
    found: list[set[str | None]] = []
    for words in by_run.values():
        linked = [each for each in found if each & words]
        found = [each for each in found if not each & words] + [words.union(*linked)]
    return found


def _hash(setting: str, prompts: set[str | None]) -> str:
    text = "\n".join([setting, *sorted(map(str, prompts))])
    return hashlib.sha256(text.encode()).hexdigest()[:_KEY_LENGTH]
