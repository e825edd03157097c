"""An evaluation as a row of EVALUATIONS: what made its answers, and how far they reach."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from culture_conflict.models.entry import Entry
from culture_conflict.models.keys import canonical_json
from culture_conflict.models.plan import Evaluation, Plan
from culture_conflict.models.protocol import Parsed
from culture_conflict.models.sampling import Sample
from culture_conflict.tables import _columns as c
from culture_conflict.tables.evaluations import EVALUATIONS

__all__ = ["Outcome", "evaluations_table", "picture_set"]


@dataclass(frozen=True)
class Outcome:
    """Entries and parses stand in the order of the sample's variants; `parser` names the parser."""

    entries: Sequence[Entry]
    parsed: Sequence[Parsed]
    parser: str


def evaluations_table(
    variants: pl.DataFrame, sample: Sample, shared: Evaluation, plan: Plan, outcome: Outcome
) -> pl.DataFrame:
    """One row (EVALUATIONS) for the answers to a sample of all `variants`.

    A column `control` of the variants tells which of them are controls of ours: these are counted,
    and are no part of the coverage, since answers that others published cannot hold them.
    """
    asked = sample.variants
    states = Counter(parsed.state for parsed in outcome.parsed)
    row = {
        **{name: asked[name][0] for name in ("benchmark", "source", "source_version")},
        "model": shared.setting.key,
        "prompt_id": outcome.entries[0].prompt_id,
        "evaluation": shared.name,
        "repeat": shared.repeat,
        "editor": _editor(asked),
        "provider": shared.setting.provider,
        "model_revision": shared.setting.revision,
        "parameters": shared.parameters,
        "prompts": canonical_json(plan.prompts) if plan.prompts else None,
        "parser": outcome.parser,
        "pictures": picture_set(asked),
        "n_variants": variants.height,
        "n_rows": asked.height,
        **{f"n_{state}": states[state] for state in c.STATES},
        "n_controls": variants.height - _own(variants).len(),
        "coverage": _coverage(variants, asked, outcome.parsed),
        "sample_limit": sample.limit,
        "sample_seed": sample.seed,
        "imported": shared.imported,
        **_of_requests({entry.key: entry for entry in outcome.entries}, imported=shared.imported),
    }
    return EVALUATIONS.frame([row])


def picture_set(variants: pl.DataFrame) -> str:
    """A hash that is the same for the same variants with the same pictures, in any order."""
    digest = hashlib.sha256()
    for row in variants.select("variant_id", "picture").sort("variant_id").iter_rows():
        digest.update("\t".join(row).encode() + b"\n")
    return digest.hexdigest()


def _coverage(variants: pl.DataFrame, asked: pl.DataFrame, parsed: Sequence[Parsed]) -> float:
    """The share of the pictures that are no controls with an answer that is no error."""
    own = set(_own(variants))
    answered = sum(
        variant in own and each.state != "error"
        for variant, each in zip(asked["variant_id"], parsed, strict=True)
    )
    return answered / len(own) if own else 0.0


def _own(variants: pl.DataFrame) -> pl.Series:
    own = variants.filter(~pl.col("control")) if "control" in variants.columns else variants
    return own["variant_id"]


def _editor(variants: pl.DataFrame) -> str:
    editors = variants.filter(pl.col("editor") != "none")["editor"].unique().to_list()
    return str(editors[0]) if len(editors) == 1 else "all" if editors else "none"


def _of_requests(entries: Mapping[str, Entry], *, imported: bool) -> dict[str, object]:
    """What the distinct requests tell: times, versions, tokens, costs."""
    made = [entry for entry in entries.values() if entry.attempts]
    times: list[str | None] = [*sorted(entry.asked_at for entry in made)] or [None]
    costs = [entry.cost_usd for entry in made if entry.cost_usd is not None]
    return {
        "versions": _versions(made),
        "served_models": sorted({e.served_model for e in made if e.served_model is not None}),
        "imported_from": sorted({e.imported_from for e in made if e.imported_from is not None}),
        "imported_at": times[-1] if imported else None,
        "first_asked_at": None if imported else times[0],
        "last_asked_at": None if imported else times[-1],
        "n_requests": len(made),
        "n_attempts": sum(entry.attempts for entry in made),
        "input_tokens": _sum(entry.input_tokens for entry in made),
        "output_tokens": _sum(entry.output_tokens for entry in made),
        "cost_usd": sum(costs) if costs else None,
        "n_costs": len(costs),
    }


def _versions(entries: Iterable[Entry]) -> str:
    found: dict[str, set[str]] = {}
    for entry in entries:
        for name, version in entry.versions.items():
            found.setdefault(name, set()).add(str(version))
    return json.dumps({name: sorted(found[name]) for name in sorted(found)})


def _sum(values: Iterable[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None
