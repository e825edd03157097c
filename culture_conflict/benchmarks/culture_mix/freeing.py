"""Dishes freed of their photographs by an editor: two candidates each (§2.2, A.2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from culture_conflict.benchmarks.culture_mix.ladder import making_prompt
from culture_conflict.benchmarks.culture_mix.recipes import MixSettings, seed_of
from culture_conflict.benchmarks.edited_rows import failed_columns, judged_columns
from culture_conflict.benchmarks.named import made_by, named
from culture_conflict.editors.each import Done, edit_each
from culture_conflict.editors.gates import Mode, check_picture
from culture_conflict.editors.presence import presence_gate
from culture_conflict.editors.protocol import Editor, EditRequest
from culture_conflict.errors import PictureError
from culture_conflict.pictures.cutout import opaque
from culture_conflict.pictures.encode import fit_within
from culture_conflict.pictures.open import open_cue
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.edited_images import EDITED_IMAGES

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["PROMPT", "free_dishes"]

PROMPT = "alone-1"
_CANDIDATES = (1, 2)
_Row = dict[str, Any]


def free_dishes(
    items: pl.DataFrame,
    pictures: PictureStore,
    editor: Editor,
    *,
    mode: Mode = "enforce",
    settings: MixSettings | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> pl.DataFrame:
    """ITEMS to EDITED_IMAGES: each dish twice, by two seeds, on white.

    What can't be edited, or fails a gate while these are enforced, is told in its row and the
    others go on. `progress` is called with (pictures done, pictures in all).

    Raises:
        HomeError: the store can't be written.
        ProviderError: the editor's checkpoint can't be loaded, or nobody can be asked.
    """
    maker = _Maker(pictures, editor, mode, settings or MixSettings())
    rows: list[_Row] = []
    for row in maker.rows(items):
        rows.append(row)
        if progress is not None:
            progress(len(rows), items.height * len(_CANDIDATES))
    return EDITED_IMAGES.validate(EDITED_IMAGES.frame(rows))


@dataclass(frozen=True)
class _Maker:
    pictures: PictureStore
    editor: Editor
    mode: Mode
    settings: MixSettings

    def rows(self, items: pl.DataFrame) -> Iterator[_Row]:
        begun: deque[tuple[_Row, Image.Image]] = deque()
        failed: deque[_Row] = deque()

        def requests() -> Iterator[EditRequest]:
            for item in items.iter_rows(named=True):
                mine = [self._row(item, number) for number in _CANDIDATES]
                try:
                    shown = self._opened(item["picture"])
                except PictureError as error:
                    failed.extend(row | failed_columns(error) for row in mine)
                    continue
                words = making_prompt(PROMPT, name=item["name"])
                for row in mine:
                    begun.append((row, shown))
                    of = (item["picture"],)
                    yield EditRequest((shown,), words, PROMPT, row["seed"], made_of=of)

        for done in edit_each(self.editor, requests(), max_side=self.settings.encode.max_side):
            while failed:
                yield failed.popleft()
            yield self._judged(*begun.popleft(), done)
        yield from failed

    def _judged(self, row: _Row, before: Image.Image, done: Done) -> _Row:
        if done.edited is None:
            assert done.error is not None
            return row | failed_columns(done.error)
        after = done.edited.picture
        report = check_picture(after, size=before.size)
        report = report.with_gates([presence_gate(before, after)])
        encode = self.settings.encode
        try:
            return row | judged_columns(done.edited, report, self.mode, encode, self.pictures)
        except PictureError as error:
            return row | failed_columns(error)

    def _opened(self, sha256: str) -> Image.Image:
        shown = opaque(open_cue(self.pictures.get(sha256)).image)
        return fit_within(shown, 2 * self.settings.side)

    def _row(self, item: _Row, number: int) -> _Row:
        seed, variant = seed_of(item["item_id"], PROMPT, number), f"alone/{number}"
        where = {name: item[name] for name in ("benchmark", "source")}
        shared = made_by(
            self.editor.version, self.settings.recipe(), group=item["item_id"], **where
        )
        told = {"dish": item["picture"], "variant": variant, "prompt": PROMPT, "seed": seed}
        variant_id, recipe = named(shared | told)
        return dict.fromkeys(EDITED_IMAGES.schema) | {
            **where,
            "variant_id": variant_id,
            "group_id": item["item_id"],
            "variant": variant,
            "control": True,  # no variant itself: single_food is made of it
            "editor": self.editor.version,
            "seed": seed,
            "recipe": recipe,
        }
