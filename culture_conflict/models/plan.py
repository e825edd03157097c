"""What an evaluation wants to ask: the key of each variant, and the ledger's line for an answer."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import polars as pl

import culture_conflict
from culture_conflict.models.asking import Received, Wanted
from culture_conflict.models.entry import Entry, answer_fields
from culture_conflict.models.keys import canonical_json, request_key, sha256_of
from culture_conflict.models.protocol import Provider
from culture_conflict.models.replay.provider import NAME as REPLAY
from culture_conflict.models.settings import ModelSetting

__all__ = ["Evaluation", "Plan"]


@dataclass(frozen=True)
class Plan:
    """The key of each variant, and each distinct request by its key, in the variants' order.

    `prompts` maps each category to the sha256 of the words sent; it is empty for imported answers.
    `categories` says by key which one each request was put in.
    """

    keys: list[str]
    wanted: dict[str, Wanted]
    prompts: Mapping[str, str] = field(default_factory=dict)
    categories: dict[str, str] = field(default_factory=dict)


@dataclass
class Evaluation:
    """All that the requests of one evaluation share."""

    setting: ModelSetting
    provider: Provider
    prompt_id: str
    name: str
    repeat: int
    run_id: str
    parameters: str = field(init=False)
    versions: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.parameters = canonical_json(self.provider.parameters)
        self.versions = {
            "culture_conflict": culture_conflict.__version__,
            "python": platform.python_version(),
        }

    @property
    def imported(self) -> bool:
        """Whether the answers come from a file, so that nobody can be asked."""
        return self.setting.provider == REPLAY

    def plan(self, variants: pl.DataFrame, prompt_text: Callable[[str], str]) -> Plan:
        """Which requests answer the variants; `prompt_text` maps a category to a prompt.

        Imported answers belong to a variant, whatever our prompt says: theirs is not known.
        """
        if self.imported:
            return self._plan_imported(variants)
        prompts = {
            str(name): prompt_text(str(name)) for name in sorted(variants["category"].unique())
        }
        plan = Plan([], {}, {name: sha256_of(prompt) for name, prompt in prompts.items()})
        for picture, category in variants.select("picture", "category").iter_rows():
            key = self._key(picture, plan.prompts[category], None)
            plan.keys.append(key)
            plan.wanted.setdefault(key, Wanted(key, picture, prompts[category]))
            plan.categories[key] = category
        return plan

    def _plan_imported(self, variants: pl.DataFrame) -> Plan:
        rows = variants.select("variant_id", "picture").iter_rows()
        wanted = [Wanted(self._key(sha, "", variant), sha, "") for variant, sha in rows]
        keys = [each.key for each in wanted]
        shown = variants["category"] if "category" in variants.columns else ()
        categories = dict(zip(keys, shown, strict=bool(len(shown))))
        return Plan(keys, {each.key: each for each in wanted}, categories=categories)

    def _key(self, picture: str, prompt_sha256: str, variant: str | None) -> str:
        return request_key(
            picture_sent=picture,
            prompt_sha256=prompt_sha256,
            provider=self.setting.provider,
            revision=self.setting.revision,
            parameters=self.parameters,
            evaluation=self.name,
            repeat=self.repeat,
            variant=variant,
        )

    def entry(self, received: Received, attempts: int, imported_from: str | None = None) -> Entry:
        """The ledger's line for what came back at the given time of asking (from 1)."""
        wanted = received.wanted
        return Entry(
            key=wanted.key,
            picture_sent=wanted.picture,
            prompt_id=self.prompt_id,
            prompt_sha256=None if self.imported else sha256_of(wanted.prompt),
            evaluation=self.name,
            repeat=self.repeat,
            model=self.setting.key,
            provider=self.setting.provider,
            model_revision=self.setting.revision,
            parameters=self.parameters,
            run_id=self.run_id,
            asked_at=received.at,
            attempts=attempts,
            latency_s=round(received.latency_s, 6),
            versions=self.versions,
            imported_from=imported_from,
            **answer_fields(received.answer),
        )
