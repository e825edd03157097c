"""Street scenes edited: each group's pictures made, judged and kept, scene by scene (§4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from culture_conflict.benchmarks.edited_rows import failed_columns, judged_columns, kept_columns
from culture_conflict.benchmarks.signpost.instructions import PROMPT_ID, instruction
from culture_conflict.benchmarks.signpost.quintuplets import (
    CONTROL,
    EditSettings,
    SceneTexts,
    Wanted,
    wanted,
)
from culture_conflict.editors.each import Done, edit_each, scaled, threads_for
from culture_conflict.editors.gates import Report, check_picture
from culture_conflict.editors.masks import text_mask
from culture_conflict.editors.presence import unchanged_gate
from culture_conflict.editors.protocol import Editor, EditRequest, TextEdit
from culture_conflict.editors.readback import LineReader, readback
from culture_conflict.errors import EditError, PictureError
from culture_conflict.pictures.encode import fit_within
from culture_conflict.pictures.open import open_picture, require_min_side
from culture_conflict.pictures.store import PictureStore
from culture_conflict.pictures.threads import in_threads
from culture_conflict.tables.edit_gates import EDIT_GATES
from culture_conflict.tables.edited_images import EDITED_IMAGES

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["EditedTables", "edit_scenes"]

_Row = dict[str, Any]


@dataclass(frozen=True)
class EditedTables:
    """EDITED_IMAGES and EDIT_GATES."""

    images: pl.DataFrame
    gates: pl.DataFrame


@dataclass(frozen=True)
class _Made:
    """A picture's row and the report of its gates."""

    row: _Row
    report: Report | None


def edit_scenes(
    scenes: Iterable[SceneTexts],
    pictures: PictureStore,
    editor: Editor,
    *,
    reader: LineReader | None,
    settings: EditSettings | None = None,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> EditedTables:
    """Make every picture of every scene and keep it in `pictures`.

    One scene per worker is in memory at a time, and but for seconds the tables do not depend on
    `workers` (default: one per core, or as many as an API may be asked at a time; an editor that is
    not safe in threads needs 1). Without a
    `reader` nothing is read back. What can't be edited, or fails a gate while these are enforced,
    is told in its row and the others go on. `progress` is called with the number of scenes done.

    Raises:
        HomeError: the disk is full or can't be written.
    """
    maker = _Maker(pictures, editor, reader, settings or EditSettings())
    made: list[_Made] = []
    threads = workers or threads_for([editor])
    for done, group in enumerate(in_threads(maker.make, scenes, threads), 1):
        made.extend(group)
        if progress is not None:
            progress(done)
    gates = [row for one in made for row in _gate_rows(one)]
    return EditedTables(
        EDITED_IMAGES.validate(EDITED_IMAGES.frame([one.row for one in made])),
        EDIT_GATES.validate(EDIT_GATES.frame(gates)),
    )


@dataclass(frozen=True)
class _Maker:
    pictures: PictureStore
    editor: Editor
    reader: LineReader | None
    settings: EditSettings

    def make(self, scene: SceneTexts) -> list[_Made]:
        """All pictures of one scene, each from the original, which is decoded once."""
        all_wanted = list(wanted(scene, self.editor.version, self.settings))
        try:
            opened = open_picture(self.pictures.get(scene.picture)).image
            require_min_side(opened)
        except PictureError as error:
            return [_failed(scene, self.editor, one, error) for one in all_wanted]
        original = fit_within(opened, self.settings.encode.max_side)
        on_scene = _OnScene(self, scene, original, original.width / opened.width)
        return on_scene.all(all_wanted)


@dataclass(frozen=True)
class _OnScene:
    """A scene's original at its final size, `share` times as large as the file's."""

    maker: _Maker
    scene: SceneTexts
    original: Image
    share: float

    def all(self, all_wanted: Sequence[Wanted]) -> list[_Made]:
        """In order; what an editor does together of one scene is asked of it together."""
        begun = [self._begun(want) for want in all_wanted]
        requests = [one for one in begun if isinstance(one, EditRequest)]
        max_side = self.maker.settings.encode.max_side
        done = edit_each(self.maker.editor, requests, max_side=max_side)
        return [
            self._finished(want, one, next(done)) if isinstance(one, EditRequest) else one
            for want, one in zip(all_wanted, begun, strict=True)
        ]

    def _begun(self, want: Wanted) -> EditRequest | _Made:
        """What to ask for; the row of the original, or of one that nobody can be asked for."""
        try:
            if want.seed is None:
                how = self.maker.settings.encode
                kept = kept_columns(self.original, how, self.maker.pictures)
                return _Made(_row(self.scene, self.maker.editor, want) | kept, None)
            if not want.texts:
                raise EditError("None of its texts has a replacement.", reason="no_replacement")  # noqa: TRY301
            texts = tuple(self._fitted(text) for text in want.texts)
            others = [scaled(quad, self.share) for quad in self.scene.others]
            places = [text.quadrilateral for text in texts]
            mask = text_mask(self.original.size, places, others)
        except (EditError, PictureError) as error:
            return _failed(self.scene, self.maker.editor, want, error)
        shown, of = (self.original,), (self.scene.picture,)
        return EditRequest(shown, instruction(want.texts), PROMPT_ID, want.seed, texts, mask, of)

    def _finished(self, want: Wanted, request: EditRequest, done: Done) -> _Made:
        if done.edited is None:
            assert done.error is not None
            return _failed(self.scene, self.maker.editor, want, done.error)
        assert request.mask is not None
        how, after = self.maker.settings, done.edited.picture
        try:
            report = self._judged(after, request.texts, request.mask)
            if want.variant != CONTROL:  # which letters what stands there already
                same = unchanged_gate(self.original, after, request.mask)
                report = report.with_gates([same])
            told = judged_columns(done.edited, report, how.mode, how.encode, self.maker.pictures)
        except (EditError, PictureError) as error:
            return _failed(self.scene, self.maker.editor, want, error)
        return _Made(_row(self.scene, self.maker.editor, want) | told, report)

    def _judged(self, after: Image, texts: tuple[TextEdit, ...], mask: Image) -> Report:
        limits = self.maker.settings.limits
        report = check_picture(
            after,
            before=self.original,
            mask=mask,
            texts=[text.quadrilateral for text in texts],
            limits=limits,
        )
        if self.maker.reader is None or after.size != self.original.size:
            return report
        read = readback(self.original, after, texts, self.maker.reader, mask=mask, limits=limits)
        return report.with_gates([read])

    def _fitted(self, text: TextEdit) -> TextEdit:
        quad = scaled(text.quadrilateral, self.share)
        return TextEdit(quad, text.native, text.new, text.script)


def _row(scene: SceneTexts, editor: Editor, want: Wanted) -> _Row:
    return dict.fromkeys(EDITED_IMAGES.schema) | {
        "variant_id": want.variant_id,
        "benchmark": scene.benchmark,
        "source": scene.source,
        "group_id": scene.group_id,
        "variant": want.variant,
        "control": want.variant == CONTROL,
        "editor": "none" if want.seed is None else editor.version,
        "seed": want.seed,
        "recipe": want.recipe,
    }


def _failed(
    scene: SceneTexts, editor: Editor, want: Wanted, error: EditError | PictureError
) -> _Made:
    return _Made(_row(scene, editor, want) | failed_columns(error), None)


def _gate_rows(made: _Made) -> Iterable[_Row]:
    named = ("variant_id", "benchmark", "source", "group_id", "variant", "editor")
    for gate in made.report.gates if made.report else ():
        yield {name: made.row[name] for name in named} | {
            "gate": gate.name,
            "verdict": gate.verdict,
            "value": gate.value,
            "limit": gate.limit,
            "detail": gate.detail,
        }
