"""Field cases of answers and names, brought into the shape that the public functions take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from culture_conflict.benchmarks.confused_tourist.matching import same_country
from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.benchmarks.ngrams import same_name
from culture_conflict.models.protocol import Answer, Parsed
from culture_conflict.places.normalize import answered_countries, resolve_country
from culture_conflict.tables.ids import stable_id
from culture_conflict_tests.benchmarks_confused_tourist import small_world

REASONS = {"empty": "no_response", "filtered": "content_filter", "truncated": "truncated"}


def answered(given: Any) -> Parsed:
    """A case gives a text, a provider's message, or the two fields that were read from one."""
    if isinstance(given, str):
        return parse(Answer(text=given))
    fields = "\n".join(str(given.get(name, "")) for name in ("pred_item", "pred_country"))
    text = given.get("content", given.get("text", fields))
    return parse(Answer(text=text, finish_reason=given.get("finish_reason")))


def other_country(given: Any) -> str | None:
    """A country that the answer names besides its own."""
    fields = answered(given).fields
    named = answered_countries(fields["country_answer"] or "")
    return next((iso3 for iso3 in named if iso3 != fields["country"]), None)


def country_right(given: Mapping[str, Any]) -> bool:
    """The guarded rule, with truths given by name."""
    truths = [str(resolve_country(name)) for name in given["gt_countries"]]
    return any(same_country(given["pred_country"], truth) for truth in truths)


def same_names(given: Mapping[str, Any]) -> Any:
    """One verdict, or one per pair."""
    if "pairs" in given:
        return [same_name(prediction, [name]) for prediction, name in given["pairs"]]
    return same_name(given["pred"], given["gt"])


def items_of(given: Mapping[str, Any]) -> Any:
    """The case's items as a source names them: by name, country and category."""
    ids = [stable_id(item["name"], item["country"], "cuisine") for item in given["items"]]
    rows = zip(ids, given["items"], strict=True)
    return small_world.items(*({"item_id": item_id, **item} for item_id, item in rows))
