"""Cues stacked onto items' pictures (ConfusedTourist §3.3.1, Algorithm 1; rulings 13 and 16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import polars as pl

from culture_conflict.benchmarks.confused_tourist.joins import require_known
from culture_conflict.benchmarks.confused_tourist.landmarks import flags_by_country
from culture_conflict.benchmarks.confused_tourist.recipes import (
    Shown,
    StackSettings,
    Wanted,
    wanted_pictures,
)
from culture_conflict.errors import PictureError
from culture_conflict.pictures.encode import fit_within
from culture_conflict.pictures.fitted_cues import FittedCues
from culture_conflict.pictures.open import open_picture, require_min_side
from culture_conflict.pictures.paste import Patch, grey_patch
from culture_conflict.pictures.store import PictureStore
from culture_conflict.pictures.strips import Strips
from culture_conflict.pictures.threads import in_threads, usable_cores
from culture_conflict.tables.stacked_images import STACKED_IMAGES

__all__ = ["stack_images"]

_Made = dict[str, Any]
_Job = tuple[dict[str, Any], list[Wanted]]


def stack_images(
    items: pl.DataFrame,
    cues: pl.DataFrame,
    pairs: pl.DataFrame,
    pictures: PictureStore,
    *,
    settings: StackSettings | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> pl.DataFrame:
    """Make every picture of every item and keep it in `pictures`; one row each (STACKED_IMAGES).

    Per item: the original through the same encoder, per pair the flag, the landmark and both, and
    the two controls. A cue the source does not have gives `left_out`; a picture that can't be
    used gives `failed` with its fault (a cue's is named, e.g. `flag_truncated`), and the other
    pictures go on. The table does not depend on `workers` (default: one per core).
    `progress` is called with (items done, items in all).

    Raises:
        InvalidTableError: pairs were made from other items or cues.
        HomeError: the disk is full or can't be written.
    """
    require_known("pairs", pairs["item_id"], items["item_id"])
    for kind in ("flag", "landmark"):
        require_known("pairs", pairs[kind], cues["cue_id"])
    settings = settings or StackSettings()
    stacker = _Stacker(pictures, FittedCues(pictures, settings.cue_side), settings)
    jobs = _jobs(items, cues, pairs, settings)
    rows: list[_Made] = []
    for done, made in enumerate(in_threads(stacker.make, jobs, workers or usable_cores()), start=1):
        rows.extend(made)
        if progress is not None:
            progress(done, items.height)
    return STACKED_IMAGES.frame(rows)


def _jobs(
    items: pl.DataFrame, cues: pl.DataFrame, pairs: pl.DataFrame, settings: StackSettings
) -> Iterator[_Job]:
    """Each item with the pictures it is to have, one at a time."""
    by_id = {cue["cue_id"]: cue for cue in cues.iter_rows(named=True)}
    flags = flags_by_country(cues)
    ordered = pairs.sort("item_id", "method", "difficulty")
    by_item = ordered.partition_by("item_id", as_dict=True, include_key=True)
    for item in items.iter_rows(named=True):
        own = by_item.get((item["item_id"],))
        rows = [] if own is None else own.rows(named=True)
        flag = flags.get(item["country"])
        yield item, list(wanted_pictures(item, rows, by_id, flag, settings))


@dataclass(frozen=True)
class _Stacker:
    pictures: PictureStore
    cues: FittedCues
    settings: StackSettings

    def make(self, job: _Job) -> list[_Made]:
        """The rows of one item: its picture is decoded and encoded once."""
        item, wanted = job
        try:
            strips = self._strips(item["picture"])
        except PictureError as error:
            return [_row(item, one, _not_made(one, error.reason)) for one in wanted]
        on_item = _OnItem(strips, self.cues, {})
        return [_row(item, one, self._one(on_item, one)) for one in wanted]

    def _strips(self, sha256: str) -> Strips:
        image = fit_within(
            open_picture(self.pictures.get(sha256)).image, self.settings.encode.max_side
        )
        require_min_side(image)
        return Strips(image, self.settings.encode)

    def _one(self, on_item: _OnItem, wanted: Wanted) -> _Made:
        if wanted.missing:
            return _not_made(wanted, fault="")
        try:
            patches = [on_item.patch(shown) for shown in wanted.shown]
            data = on_item.strips.with_patches(patches)
        except PictureError as error:
            return _not_made(wanted, error.reason)
        width, height = on_item.strips.image.size
        return {
            "outcome": "made",
            "reason": None,
            "picture": self.pictures.put(data),
            "width": width,
            "height": height,
            "n_bytes": len(data),
            "enlarged": any(patch.box.enlarged for patch in patches),
        }


@dataclass
class _OnItem:
    """An item's encoded picture and the patches made for it so far."""

    strips: Strips
    cues: FittedCues
    patches: dict[Shown, Patch]

    def patch(self, shown: Shown) -> Patch:
        """One object per cue and place, so that its encoded strip is used again."""
        if shown not in self.patches:
            try:
                patch = self.cues.patch(shown.picture, self.strips.image.size, shown.corner)
            except PictureError as error:
                raise PictureError(f"{shown.kind}_{error.reason}", str(error)) from error
            self.patches[shown] = grey_patch(patch.box) if shown.grey else patch
        return self.patches[shown]


def _not_made(wanted: Wanted, fault: str) -> _Made:
    """What is known of a picture that could not be made; a missing cue counts before a fault."""
    left_out = bool(wanted.missing)
    return {
        "outcome": "left_out" if left_out else "failed",
        "reason": f"no_{wanted.missing[0]}" if left_out else fault,
        "picture": None,
        "width": None,
        "height": None,
        "n_bytes": None,
        "enlarged": None,
    }


def _row(item: dict[str, Any], wanted: Wanted, outcome: _Made) -> _Made:
    return {
        "variant_id": wanted.variant_id,
        "benchmark": item["benchmark"],
        "source": item["source"],
        "item_id": item["item_id"],
        "pair_id": wanted.pair_id,
        "perturb_method": wanted.perturb_method,
        "perturb_context": wanted.perturb_context,
        "recipe": wanted.recipe,
        **outcome,
    }
