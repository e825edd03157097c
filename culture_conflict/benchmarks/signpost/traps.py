"""Where the adversarial texts point: one trap per group, or the reason why there is none (§4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from culture_conflict.benchmarks.signpost.tiers import classify
from culture_conflict.places.countries import country
from culture_conflict.places.geocoding import Geocode, Geocoder, Hit
from culture_conflict.places.scripts import script_of
from culture_conflict.tables.ids import stable_id
from culture_conflict.tables.trap_targets import TRAP_TARGETS

__all__ = ["is_sendable", "trap_targets"]

_HIT = ("latitude", "longitude", "display_name", "type", "importance")


def is_sendable(text: str) -> bool:
    """Whether a text has a letter: an empty one, digits or emoji are never sent to a geocoder."""
    return script_of(text) is not None


def trap_targets(
    replacements: pl.DataFrame, geocoder: Geocoder, source_countries: Mapping[str, str]
) -> pl.DataFrame:
    """One row per replaced span: what its adversarial text geocodes to, and whether it is the trap.

    The trap is the span of lowest `span_rank` with a hit (ruling 18); the other hits stay for the
    `any` variant. While the geocoder failed on a span of lower rank there is no trap yet: the
    group's state is `error` and it is asked again. `source_countries` has each group's own
    country (alpha-3) where it is known.

    Raises:
        BlockedError: as the geocoder does; nothing is returned then, and the cache keeps the rest.
    """
    usable = replacements.filter(pl.col("state") == "ok").sort("group_id", "span_rank", "span_id")
    rows: list[dict[str, object]] = []
    for _, group in usable.group_by("group_id", maintain_order=True):
        spans = group.to_dicts()
        found = [_geocode(geocoder, span["adversarial"]) for span in spans]
        at, state = _trap(found)
        for n, (span, answer) in enumerate(zip(spans, found, strict=True)):
            own = source_countries.get(span["group_id"])
            row = _row(span, answer, geocoder.record, own)
            rows.append({**row, "is_trap": n == at, "group_state": state})
    return TRAP_TARGETS.frame(rows)


def _geocode(geocoder: Geocoder, text: str) -> Geocode | None:
    return geocoder.geocode(text.strip()) if is_sendable(text) else None


def _trap(found: Sequence[Geocode | None]) -> tuple[int | None, str]:
    """Which span is the trap, and the group's state: trap, none or error."""
    for at, answer in enumerate(found):
        if answer is not None and answer.status == "error":
            return None, "error"
        if answer is not None and answer.status == "hit":
            return at, "trap"
    return None, "none"


def _row(
    span: Mapping[str, object], answer: Geocode | None, record: str, own: str | None
) -> dict[str, object]:
    best = answer.hits[0] if answer and answer.hits else None
    adversarial = str(span["adversarial"])
    named = ("benchmark", "source", "group_id", "picture", "span_id", "span_rank", "adversarial")
    return {
        "target_id": stable_id(str(span["replacement_id"]), record),
        **{name: span[name] for name in named},
        "geocoder": record,
        "status": answer.status if answer else "skipped",
        "detail": answer.detail if answer else "no letter to look for",
        "n_hits": len(answer.hits) if answer else 0,
        "ambiguous": answer.ambiguous if answer else False,
        "generic_phrase": classify(adversarial).tier == "T1",
        "retrieved_at": answer.retrieved_at if answer else None,
        **_place(best, own),
    }


def _place(hit: Hit | None, own: str | None) -> dict[str, object]:
    iso3 = hit.country if hit else None
    apart = country(iso3).continent != country(own).continent if iso3 and own else None
    return {
        **{name: getattr(hit, name) if hit else None for name in _HIT},
        "country": iso3,
        "other_continent": apart,
    }
