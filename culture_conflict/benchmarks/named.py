"""What names a picture that is made: its recipe, and the hash of it, the same for every benchmark.

A recipe never holds pixels that were made, and always holds the *version* of whoever made them
(`editors.protocol.Editor`): provider, model or checkpoint with its revision, adapter, and every
setting that decides the picture. So a changed row of editors.yaml makes other pictures by other
names, and answers to the old ones are stale.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from culture_conflict.tables.ids import as_json, stable_id

__all__ = ["Named", "made_by", "named"]


class Named(NamedTuple):
    """A picture's id, and the recipe (JSON) that stands beside it."""

    variant_id: str
    recipe: str


def made_by(
    version: str, settings: Mapping[str, Any], *, benchmark: str, source: str, group: str
) -> dict[str, Any]:
    """What every recipe holds: whose picture it is, by which editor, with which output settings."""
    return {
        "benchmark": benchmark,
        "source": source,
        "group": group,
        "editor": version,
        "settings": settings,
    }


def named(hashed: Mapping[str, Any], credit: Sequence[Mapping[str, Any]] | None = None) -> Named:
    """The id is the hash of `hashed`; who is credited is told and not hashed.

    A corrected licence makes no new picture.
    """
    told = {} if credit is None else {"credits": [dict(one) for one in credit]}
    return Named(stable_id(as_json(hashed)), as_json({**hashed, **told}))
