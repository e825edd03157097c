"""Which scenes are drawn of each country or region (Appendix B), by hashes of their ids."""

from __future__ import annotations

from culture_conflict.sources.folder.checking import NOT_SAMPLED, Candidate, Rejects
from culture_conflict.sources.scenes.settings import SceneSampling
from culture_conflict.tables.ids import stable_id

__all__ = ["drawn_scenes_of", "quota"]


def quota(n: int, share: float, at_least: int) -> int:
    """How many of `n` are drawn: the share, rounded, but at least so many, and never more than n.

    A half is rounded up, whatever floating point makes of the product.
    """
    return min(n, max(at_least, int(share * n + 0.5 + 1e-9)))


def drawn_scenes_of(
    candidates: list[Candidate], sampling: SceneSampling | None, rejects: Rejects
) -> list[Candidate]:
    """The scenes that are drawn; the others go to the rejects as `not_sampled`.

    All views of one scene are drawn or none. A scene whose country or region isn't known can't be
    drawn by it and is rejected as `empty`.
    """
    if sampling is None:
        return candidates
    strata: dict[str, dict[str, None]] = {}
    for one in candidates:
        stratum = one.values[sampling.by]
        if stratum is None:
            rejects.refuse(one, "empty", f"no {sampling.by}, by which scenes are drawn")
        else:
            strata.setdefault(stratum, {})[one.external_id] = None
    taken: set[str] = set()
    for ids in strata.values():
        by_hash = sorted(ids, key=lambda name: stable_id("scene", sampling.seed, name))
        taken |= {*by_hash[: quota(len(ids), sampling.share, sampling.at_least)]}
    for one in candidates:
        stratum = one.values[sampling.by]
        if stratum is not None and one.external_id not in taken:
            told = f"not drawn of {len(strata[stratum])} in {stratum} (seed {sampling.seed})"
            rejects.refuse(one, NOT_SAMPLED, told)
    return [one for one in candidates if one.external_id in taken and one.values[sampling.by]]
