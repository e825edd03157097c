"""Which original each picture of a published data set belongs to."""

from __future__ import annotations

from collections.abc import Sequence

from culture_conflict.sources.folder.checking import Candidate, Rejects

__all__ = ["with_originals"]

_Key = tuple[str, str, str]


def with_originals(
    candidates: Sequence[Candidate], rejects: Rejects
) -> list[tuple[Candidate, Candidate]]:
    """Each picture with its original (an original with itself); the others go to `rejects`.

    A group is an item of a category and country. Where it has several originals, the address of
    the item's picture (`item_url`) tells which of them was changed.
    """
    originals: dict[_Key, list[Candidate]] = {}
    for one in candidates:
        if one.values["perturb_method"] == "none":
            originals.setdefault(_key(one), []).append(one)
    paired = []
    for one in candidates:
        found = originals.get(_key(one), [])
        if one.values["perturb_method"] == "none":
            paired.append((one, one))
        elif len(found) == 1:
            paired.append((one, found[0]))
        elif len(same := [first for first in found if _url(first) == _url(one) is not None]) == 1:
            paired.append((one, same[0]))
        else:
            _refuse(one, len(found), rejects)
    return paired


def _key(one: Candidate) -> _Key:
    values = one.values
    return (
        str(values["category"]),
        " ".join(str(values["name"]).casefold().split()),
        values["country"],
    )


def _url(one: Candidate) -> str | None:
    url: str | None = one.values["item_url"]
    return url


def _refuse(one: Candidate, n_originals: int, rejects: Rejects) -> None:
    what = (
        f"no usable row holds the unperturbed picture of {one.values['name']!r}"
        if n_originals == 0
        else f"{n_originals} originals of {one.values['name']!r}, and item_url doesn't tell which"
    )
    rejects.refuse(one, "missing_original", f"{what}; nothing can be compared with this picture")
