"""What each row of a published data set says, in our words; no picture is opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from culture_conflict.errors import RegistryError
from culture_conflict.models.words import did_you_mean
from culture_conflict.sources.folder.cells import countries, country
from culture_conflict.sources.folder.checking import Candidate, Faults, Rejects
from culture_conflict.sources.folder.rows import RawRow, RowError, printable, text_of
from culture_conflict.sources.hub.parquet import Shard, rows_of
from culture_conflict.sources.hub.settings import HubColumns, HubSettings
from culture_conflict.sources.hub.words import factor

__all__ = ["check_rows", "require_columns", "surplus_columns"]

_FACTORS = ("perturb_method", "perturb_context", "pair_method", "difficulty")
_OPTIONAL = ("landmark_name", "item_url", "flag_url", "landmark_url")
_LICENCES = ("item_url_license", "flag_url_license", "landmark_url_license")
_SHOWN: dict[str, tuple[str, ...]] = {
    "none": ("item",),
    "grey_patch": ("item",),
    "flag": ("item", "flag"),
    "congruent_flag": ("item", "flag"),
    "landmark": ("item", "landmark"),
    "flag_landmark": ("item", "flag", "landmark"),
}


def require_columns(shard: Shard, settings: HubSettings) -> None:
    """Refuse a file without a mapped column.

    Raises:
        RegistryError: names the file, the column and what it has instead.
    """
    optional = {*_OPTIONAL, *(_LICENCES if settings.defaults.licence else ())}
    optional -= settings.columns.model_fields_set
    for ours in HubColumns.model_fields:
        theirs = getattr(settings.columns, ours)
        if ours not in optional and theirs not in shard.schema:
            names = [printable(name, 80) for name in shard.schema]
            raise RegistryError(
                f"{shard.path}: expected a column {theirs!r} (our `{ours}`)"
                f"{did_you_mean(theirs, names)}; it has {', '.join(map(repr, names[:40]))}. "
                f"Map it under `columns:` of source.yaml."
            )


def surplus_columns(shard: Shard, settings: HubSettings) -> list[str]:
    """Columns of the file that nothing is read from."""
    used = {getattr(settings.columns, name) for name in HubColumns.model_fields}
    return [printable(name, 80) for name in shard.schema if name not in used]


def check_rows(
    shards: Sequence[Shard], settings: HubSettings, rejects: Rejects
) -> tuple[list[Candidate], int]:
    """The rows whose cells are right, and how many rows there are; others go to `rejects`."""
    columns = [getattr(settings.columns, name) for name in HubColumns.model_fields]
    columns.remove(settings.columns.image)
    seen: dict[str, str] = {}
    candidates, n_rows = [], 0
    for shard in shards:
        for row in rows_of(shard, columns):
            n_rows += 1
            values, faults = _read(row, settings)
            external_id = values.get("external_id") or ""
            place = f"row {row.number} of {shard.name}"
            if external_id and (first := seen.setdefault(external_id, place)) != place:
                faults.add("duplicate", f"its id stands already in {first}")
            if faults:
                rejects.add(shard.name, row.number, external_id or None, faults)
            else:
                candidates.append(Candidate(shard.name, row.number, external_id, values, ""))
    return candidates, n_rows


def _read(row: RawRow, settings: HubSettings) -> tuple[dict[str, Any], Faults]:
    values: dict[str, Any] = {}
    faults = Faults()

    def cell(name: str) -> object:
        return row.cells.get(getattr(settings.columns, name))

    for ours, name in (("external_id", "id"), ("name", "item")):
        with faults.noted(name):
            values[ours] = text_of(cell(name))
            if not values[ours]:
                faults.add("empty", f"no {name}")
    for name in ("category", *_FACTORS):
        with faults.noted(name):
            values[name] = factor(name, cell(name), getattr(settings.words, name))
    with faults.noted("origin_country"):
        values["country"], *values["other_countries"] = countries(cell("origin_country"))
    with faults.noted("factors"):
        _require_agreement(values)
    with faults.noted("adversarial_country"):
        values["distractor_country"] = _distractor(values, cell("adversarial_country"))
    texts = {}
    for name in (*_OPTIONAL, *_LICENCES):
        with faults.noted(name):
            texts[name] = text_of(cell(name)) or None
    with faults.noted():
        values["shown"] = _credits(values, texts, settings)
    values["landmark_name"] = texts.get("landmark_name")
    values["item_url"] = texts.get("item_url")
    return values, faults


def _require_agreement(values: Mapping[str, Any]) -> None:
    """A picture is the original by all its factors, or carries a cue of a stated pair."""
    method, context = values.get("perturb_method"), values.get("perturb_context")
    factors = {name: values.get(name) for name in _FACTORS}
    if None in factors.values():
        return  # told already
    paired = "none" not in (factors["pair_method"], factors["difficulty"])
    shows = {"none": context == "none", "control": context in {"congruent_flag", "grey_patch"}}
    right = shows.get(str(method), context in {"flag", "landmark", "flag_landmark"} and paired)
    if not right:
        said = ", ".join(f"{name} {value}" for name, value in factors.items())
        raise RowError(
            "factors",
            f"{said}: an original has no cue; every other picture needs a cue, a pairing method "
            f"and a difficulty",
        )


def _distractor(values: Mapping[str, Any], cell: object) -> str | None:
    """The country of the foreign cue; originals and controls have none (ruling 16)."""
    if values.get("perturb_method") in {"none", "control", None}:
        return None
    code = country(cell)
    if code in (values.get("country"), *values.get("other_countries", ())):
        raise RowError("same_country", f"{code} is the item's own country, so no cue is foreign")
    return code


def _credits(
    values: Mapping[str, Any], texts: Mapping[str, str | None], settings: HubSettings
) -> list[dict[str, str | None]]:
    """Licence, author and address of all that is visible, the item's own first."""
    parts = _SHOWN.get(str(values.get("perturb_context")), ("item",))
    shown = [
        {
            "kind": part,
            "licence": texts.get(f"{part}_url_license") or settings.defaults.licence,
            "author": settings.defaults.author,
            "url": texts.get(f"{part}_url"),
        }
        for part in parts
    ]
    if lacking := [str(one["kind"]) for one in shown if not one["licence"]]:
        raise RowError(
            "empty",
            f"no licence of {' and '.join(lacking)}; write `defaults: {{licence: ...}}` into "
            f"source.yaml if one holds for all",
        )
    return shown
