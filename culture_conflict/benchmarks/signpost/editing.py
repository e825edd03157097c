"""Street scenes edited: each group's pictures made, judged and kept, scene by scene (§4)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from culture_conflict.benchmarks.signpost.instructions import PROMPT_ID, instruction
from culture_conflict.benchmarks.signpost.quintuplets import (
    CONTROL,
    EditSettings,
    SceneTexts,
    Wanted,
    wanted,
)
from culture_conflict.editors.each import scaled
from culture_conflict.editors.gates import Report, check_picture, worst_share
from culture_conflict.editors.masks import text_mask
from culture_conflict.editors.protocol import Edited, Editor, EditRequest, TextEdit
from culture_conflict.editors.readback import LineReader, readback
from culture_conflict.errors import EditError, PictureError
from culture_conflict.pictures.encode import encode, fit_within
from culture_conflict.pictures.open import open_picture, require_min_side
from culture_conflict.pictures.store import PictureStore
from culture_conflict.pictures.threads import in_threads, usable_cores
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

    One scene per core is in memory at a time, and but for seconds the tables do not depend on
    `workers` (default: one per core; an editor that is not safe in threads needs 1). Without a
    `reader` nothing is read back. What can't be edited, or fails a gate while these are enforced,
    is told in its row and the others go on. `progress` is called with the number of scenes done.

    Raises:
        HomeError: the disk is full or can't be written.
    """
    maker = _Maker(pictures, editor, reader, settings or EditSettings())
    made: list[_Made] = []
    for done, group in enumerate(in_threads(maker.make, scenes, workers or usable_cores()), 1):
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
        return [on_scene.one(each) for each in all_wanted]


@dataclass(frozen=True)
class _OnScene:
    """A scene's original at its final size, `share` times as large as the file's."""

    maker: _Maker
    scene: SceneTexts
    original: Image
    share: float

    def one(self, want: Wanted) -> _Made:
        if want.seed is None:
            return self._kept(want, self.original, None)
        try:
            if not want.texts:
                raise EditError("None of its texts has a replacement.", reason="no_replacement")  # noqa: TRY301
            texts = tuple(self._fitted(text) for text in want.texts)
            others = [scaled(quad, self.share) for quad in self.scene.others]
            places = [text.quadrilateral for text in texts]
            mask = text_mask(self.original.size, places, others)
            words = instruction(want.texts)
            request = EditRequest((self.original,), words, PROMPT_ID, want.seed, texts, mask)
            edited = self.maker.editor.edit(request)
            report = self._judged(edited.picture, texts, mask)
        except (EditError, PictureError) as error:
            return _failed(self.scene, self.maker.editor, want, error)
        return self._kept(want, edited.picture, report, edited)

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

    def _audited(self, edited: Edited | None) -> _Row:
        """The record, and the output before the mask cut it."""
        if edited is None:
            return {}
        told = json.dumps(asdict(edited.record), ensure_ascii=False, sort_keys=True)
        if edited.unblended is None:
            return {"record": told}
        whole = encode(edited.unblended, self.maker.settings.encode)
        return {"record": told, "unblended": self.maker.pictures.put(whole)}

    def _fitted(self, text: TextEdit) -> TextEdit:
        quad = scaled(text.quadrilateral, self.share)
        return TextEdit(quad, text.native, text.new, text.script)

    def _kept(
        self, want: Wanted, picture: Image, report: Report | None, edited: Edited | None = None
    ) -> _Made:
        data = encode(picture, self.maker.settings.encode)
        failed = report is not None and not report.accepted
        rejected = failed and self.maker.settings.mode == "enforce"
        row = (
            _row(self.scene, self.maker.editor, want)
            | self._audited(edited)
            | {
                "outcome": "rejected" if rejected else "made",
                "reason": report.reason if report else None,
                "detail": _told(report),
                "picture": self.maker.pictures.put(data),
                "width": picture.width,
                "height": picture.height,
                "n_bytes": len(data),
                "gates": report.to_json() if report else None,
                "worst": worst_share(report) if report else None,
            }
        )
        return _Made(row, report)


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
    told = {"outcome": "failed", "reason": error.reason, "detail": str(error)}
    return _Made(_row(scene, editor, want) | told, None)


def _told(report: Report | None) -> str | None:
    """What the first failed gate saw."""
    failed = [gate for gate in report.gates if gate.verdict == "fail"] if report else []
    if not failed:
        return None
    seen = f" ({failed[0].detail})" if failed[0].detail else ""
    return f"{failed[0].name}: {failed[0].value:g} over {failed[0].limit:g}{seen}"


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
