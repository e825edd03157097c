"""Which pictures an item is to have, and the recipe that names each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from culture_conflict.benchmarks.named import made_by, named
from culture_conflict.pictures.encode import EncodeSettings
from culture_conflict.pictures.paste import Corner, paste_recipe

__all__ = ["EDITOR", "Shown", "StackSettings", "Wanted", "wanted_pictures"]

EDITOR = "stack/1"

CueKind = Literal["flag", "landmark"]
Row = Mapping[str, Any]

_CORNERS: dict[CueKind, Corner] = {"flag": "top_right", "landmark": "bottom_left"}
_STACKED: dict[str, tuple[CueKind, ...]] = {
    "flag": ("flag",),
    "landmark": ("landmark",),
    "flag_landmark": ("flag", "landmark"),
}
_CONTROLS = ("congruent_flag", "grey_patch")


@dataclass(frozen=True)
class StackSettings:
    """How pictures are joined and written; a cue is first brought within `cue_side` pixels."""

    encode: EncodeSettings = field(default_factory=EncodeSettings)
    cue_side: int = 1024

    def recipe(self) -> dict[str, Any]:
        """These settings as a part of a variant's recipe."""
        paste = paste_recipe() | {"cue_side": self.cue_side}
        return {"encode": self.encode.recipe(), "paste": paste}


@dataclass(frozen=True)
class Shown:
    """A cue on a picture: the sha256 of its picture, and where; `grey` hides it under a patch."""

    kind: CueKind
    picture: str
    corner: Corner
    grey: bool = False


@dataclass(frozen=True)
class Wanted:
    """One picture to make; `missing` names the cues that the source does not have."""

    variant_id: str
    recipe: str
    pair_id: str | None
    perturb_method: str
    perturb_context: str
    shown: tuple[Shown, ...]
    missing: tuple[CueKind, ...]


def wanted_pictures(
    item: Row,
    pairs: Iterable[Row],
    cues: Mapping[str, Row],
    own_flag: str | None,
    settings: StackSettings,
) -> Iterator[Wanted]:
    """The pictures of one item (a row of ITEMS): original, each pair's three, two controls.

    `cues` are rows of CUES by cue_id, `own_flag` is the cue_id of the item's own country's flag.
    Source: ConfusedTourist Algorithm 1; the controls are ruling 16.
    """
    group = _Group(item, cues, settings)
    yield group.wanted("none", "none", {})
    for pair in pairs:
        for context, kinds in _STACKED.items():
            yield group.wanted("stacked", context, {kind: pair[kind] for kind in kinds}, pair)
    for context in _CONTROLS:
        yield group.wanted("control", context, {"flag": own_flag})


@dataclass(frozen=True)
class _Group:
    """An item, the cues of its source and the settings: what its recipes share."""

    item: Row
    cues: Mapping[str, Row]
    settings: StackSettings

    def wanted(
        self,
        method: str,
        context: str,
        cue_ids: Mapping[CueKind, str | None],
        pair: Row | None = None,
    ) -> Wanted:
        found = {kind: self.cues[cue_id] for kind, cue_id in cue_ids.items() if cue_id is not None}
        grey = context == "grey_patch"
        hashed = {
            **self._made_from(pair),
            "perturb_method": method,
            "perturb_context": context,
            "cues": [_cue_recipe(kind, found.get(kind)) for kind in cue_ids],
        }
        credited = [self.item] if grey else [self.item, *found.values()]
        variant_id, recipe = named(hashed, [_credit(row) for row in credited])
        return Wanted(
            variant_id=variant_id,
            recipe=recipe,
            pair_id=None if pair is None else pair["pair_id"],
            perturb_method=method,
            perturb_context=context,
            shown=tuple(
                Shown(kind, cue["picture"], _CORNERS[kind], grey=grey)
                for kind, cue in found.items()
            ),
            missing=tuple(kind for kind in cue_ids if kind not in found),
        )

    def _made_from(self, pair: Row | None) -> dict[str, Any]:
        """All that decides what the picture shows, but its cues."""
        where = {name: self.item[name] for name in ("benchmark", "source")}
        return {
            **made_by(EDITOR, self.settings.recipe(), group=self.item["item_id"], **where),
            "picture": self.item["picture"],
            "pair_method": "none" if pair is None else pair["method"],
            "difficulty": "none" if pair is None else pair["difficulty"],
            "adversarial_country": None if pair is None else pair["adversarial_country"],
            "seed": None if pair is None else pair["seed"],
        }


def _cue_recipe(kind: CueKind, cue: Row | None) -> dict[str, Any]:
    known = {key: None if cue is None else cue[key] for key in ("cue_id", "picture")}
    return {"kind": kind, "corner": _CORNERS[kind], **known}


def _credit(row: Row) -> dict[str, Any]:
    return {"licence": row["licence"], "author": row["author"]}
