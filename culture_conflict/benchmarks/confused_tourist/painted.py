"""Items painted into other countries: made, judged and kept, one picture at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from culture_conflict.benchmarks.confused_tourist.joins import require_known
from culture_conflict.benchmarks.confused_tourist.painting import (
    ISOLATE,
    SCENE,
    Isolation,
    Painting,
    isolations,
    paintings,
)
from culture_conflict.benchmarks.edited_rows import failed_columns, judged_columns
from culture_conflict.editors.each import Done, edit_each
from culture_conflict.editors.gates import Mode, check_picture
from culture_conflict.editors.presence import presence_gate, unchanged_gate
from culture_conflict.editors.protocol import Editor, EditRequest
from culture_conflict.errors import EditError, PictureError
from culture_conflict.pictures.encode import EncodeSettings, fit_within
from culture_conflict.pictures.open import open_picture, require_min_side
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.edited_images import EDITED_IMAGES

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["paint_items"]

_Row = dict[str, Any]
_Wanted = Isolation | Painting
_CUE_SIDE = 1024


def paint_items(
    items: pl.DataFrame,
    cues: pl.DataFrame,
    pairs: pl.DataFrame,
    pictures: PictureStore,
    editor: Editor,
    *,
    mode: Mode = "enforce",
    settings: EncodeSettings | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> pl.DataFrame:
    """EDITED_IMAGES: each garment without its wearer, then each pair's flag, landmark and both.

    A garment is painted from its isolated picture alone, so that no body goes on: where that failed
    its scenes fail as `not_isolated`. With `record` a picture that fails a gate is kept as made,
    told in its columns. `progress` is called with (pictures done, pictures in all).

    Raises:
        InvalidTableError: pairs were made from other cues.
        HomeError: the store can't be written.
        ProviderError: the editor's checkpoint can't be loaded.
    """
    for kind in ("flag", "landmark"):
        require_known("pairs", pairs[kind], cues["cue_id"])
    chosen = settings or EncodeSettings()
    first = isolations(items, editor.version, chosen)
    then = list(paintings(items, cues, pairs, editor.version, chosen))
    painter = _Painter(pictures, editor, mode, chosen)
    rows: list[_Row] = []
    for row in painter.rows(first, then):
        rows.append(row)
        if progress is not None:
            progress(len(rows), len(first) + len(then))
    return EDITED_IMAGES.validate(EDITED_IMAGES.frame(rows))


@dataclass(frozen=True)
class _Ready:
    """A wanted picture with what it is made from and is compared with."""

    wanted: _Wanted
    before: Image
    request: EditRequest


@dataclass(frozen=True)
class _Painter:
    pictures: PictureStore
    editor: Editor
    mode: Mode
    encode: EncodeSettings

    def rows(self, first: list[Isolation], then: list[Painting]) -> Iterator[_Row]:
        isolated: dict[str, str] = {}
        for row in self._all(first, isolated):
            if row["outcome"] == "made":
                isolated[row["group_id"]] = row["picture"]
            yield row
        yield from self._all(then, isolated)

    def _all(self, wanted: Iterable[_Wanted], isolated: dict[str, str]) -> Iterator[_Row]:
        """Rows as they come: those that could not be begun before those that were."""
        begun: list[_Ready] = []
        failed: list[_Row] = []

        def requests() -> Iterator[EditRequest]:
            for one in wanted:
                try:
                    ready = self._ready(one, isolated)
                except (PictureError, EditError) as error:
                    failed.append(self._failed(one, error))
                    continue
                begun.append(ready)
                yield ready.request

        for done in edit_each(self.editor, requests(), max_side=self.encode.max_side):
            yield from _emptied(failed)
            yield self._row(begun.pop(0), done)
        yield from _emptied(failed)

    def _ready(self, wanted: _Wanted, isolated: dict[str, str]) -> _Ready:
        item = wanted.item
        if isinstance(wanted, Isolation):
            before = self._opened(item["picture"])
            request = _request(wanted, (before,), ISOLATE, (item["picture"],))
            return _Ready(wanted, before, request)
        if wanted.missing:
            raise EditError(
                f"The source has no {wanted.missing[0]} of that country.",
                reason=f"no_{wanted.missing[0]}",
            )
        picture = item["picture"]
        if item["category"] == "attire":
            if item["item_id"] not in isolated:
                raise EditError(
                    "The garment could not be freed of its wearer, and nobody may go on.",
                    reason="not_isolated",
                )
            picture = isolated[item["item_id"]]
        before = self._opened(picture)
        cues = (fit_within(self._opened(cue["picture"]), _CUE_SIDE) for cue in wanted.cues)
        of = (item["picture"], picture, *(cue["picture"] for cue in wanted.cues))
        return _Ready(wanted, before, _request(wanted, (before, *cues), SCENE, of))

    def _opened(self, sha256: str) -> Image:
        image = fit_within(open_picture(self.pictures.get(sha256)).image, self.encode.max_side)
        require_min_side(image)
        return image

    def _row(self, ready: _Ready, done: Done) -> _Row:
        if done.edited is None:
            assert done.error is not None
            return self._failed(ready.wanted, done.error)
        after = done.edited.picture
        report = check_picture(after, size=ready.before.size)
        seen = (unchanged_gate(ready.before, after), presence_gate(ready.before, after))
        report = report.with_gates(seen)
        try:
            made = judged_columns(done.edited, report, self.mode, self.encode, self.pictures)
        except PictureError as error:
            return self._failed(ready.wanted, error)
        return self._base(ready.wanted) | made

    def _failed(self, wanted: _Wanted, error: PictureError | EditError) -> _Row:
        return self._base(wanted) | failed_columns(error)

    def _base(self, wanted: _Wanted) -> _Row:
        alone = isinstance(wanted, Isolation)
        return dict.fromkeys(EDITED_IMAGES.schema) | {
            "variant_id": wanted.variant_id,
            "benchmark": wanted.item["benchmark"],
            "source": wanted.item["source"],
            "group_id": wanted.item["item_id"],
            "variant": "isolated" if isinstance(wanted, Isolation) else wanted.variant,
            "control": alone,
            "editor": self.editor.version,
            "seed": wanted.seed,
            "recipe": wanted.recipe,
        }


def _request(
    wanted: _Wanted, pictures: tuple[Image, ...], prompt_id: str, made_of: tuple[str, ...]
) -> EditRequest:
    words, seed = wanted.instruction, wanted.seed
    return EditRequest(pictures, words, prompt_id, seed, made_of=tuple(dict.fromkeys(made_of)))


def _emptied(rows: list[_Row]) -> Iterator[_Row]:
    while rows:
        yield rows.pop(0)
