"""Which of a source's items are drawn: by hashes, so that no item's draw depends on another's."""

from __future__ import annotations

from collections.abc import Iterable

from culture_conflict.places.countries import country
from culture_conflict.sources.folder.checking import NOT_SAMPLED, Candidate, Rejects
from culture_conflict.sources.folder.settings import FolderSettings
from culture_conflict.tables.ids import stable_id

__all__ = ["wanted_countries", "within_sample"]


def wanted_countries(
    candidates: Iterable[Candidate], settings: FolderSettings, rejects: Rejects
) -> list[Candidate]:
    """The items of the countries that `countries:` names; the others go to the rejects."""
    kept = []
    for candidate in candidates:
        if settings.countries is None or candidate.values["country"] in settings.countries:
            kept.append(candidate)
        else:
            what = f"`countries:` of source.yaml leaves out {candidate.values['country']}"
            rejects.refuse(candidate, NOT_SAMPLED, what)
    return kept


def within_sample(
    candidates: list[Candidate], settings: FolderSettings, rejects: Rejects
) -> list[Candidate]:
    """At most so many countries per sub-region, then items per category and country.

    The numbers are those of `sampling:`; the others go to the rejects as `not_sampled`.
    """
    sampling = settings.sampling
    drawn = _countries(candidates, sampling.countries_per_sub_region, sampling.seed)
    in_order = sorted(candidates, key=lambda one: stable_id("item", sampling.seed, one.external_id))
    taken: dict[tuple[str, str], int] = {}
    kept: set[str] = set()
    for one in in_order:
        cell = (one.values["category"], one.values["country"])
        most = sampling.items_per_category_and_country
        if cell[1] in drawn and (most is None or taken.get(cell, 0) < most):
            taken[cell] = taken.get(cell, 0) + 1
            kept.add(one.external_id)
    for one in candidates:
        if one.external_id not in kept:
            rejects.refuse(one, NOT_SAMPLED, f"not drawn by `sampling:` (seed {sampling.seed})")
    return [one for one in candidates if one.external_id in kept]


def _countries(candidates: list[Candidate], most: int | None, seed: int) -> set[str]:
    codes = {one.values["country"] for one in candidates}
    if most is None:
        return codes
    by_region: dict[str, list[str]] = {}
    for code in sorted(codes, key=lambda code: stable_id("country", seed, code)):
        by_region.setdefault(country(code).sub_region, []).append(code)
    return {code for region in by_region.values() for code in region[:most]}
