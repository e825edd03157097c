"""The local editor: takes a text off a sign and letters another in its manner (SIGNPOST §4)."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from culture_conflict.editors.frames import Frame, frame_of
from culture_conflict.editors.local.fitting import place_text
from culture_conflict.editors.local.lettering import STACKED
from culture_conflict.editors.local.measuring import REACH, measure, sharpness
from culture_conflict.editors.local.painting import blended, painted, spread
from culture_conflict.editors.local.surface import Surface, surface_of
from culture_conflict.editors.masks import text_mask
from culture_conflict.editors.protocol import Edited, EditRecord, EditRequest, TextEdit
from culture_conflict.errors import EditError
from culture_conflict.pictures.fonts import Fonts, fonts_of_thread, require_shaping
from culture_conflict.places.scripts import script_of

if TYPE_CHECKING:
    import numpy as np

__all__ = ["LocalEditor"]

_SLANTING = frozenset(("Latin", "Cyrillic", "Greek"))


@dataclass(frozen=True)
class LocalEditor:
    """Changes texts of one picture by drawing; reads no instruction. Safe in several threads."""

    key: str = "local"
    version: str = "local/2"

    def edit(self, request: EditRequest) -> Edited:
        """Change `request.texts` one after the other; without a mask, within `text_mask`.

        Everything outside the mask keeps its value, exactly. Texts to remove are painted over by
        the sign's own ground; others take the native text's colour, height, weight, slant and
        sharpness.

        Raises:
            EditError: no text is given, or one can't be changed: `missing_glyph`, `does_not_fit`,
                `no_ink`, `bad_quadrilateral`; the message names the text.
        """
        import numpy as np
        from PIL import Image

        started = time.perf_counter()
        require_shaping()
        if not request.texts:
            raise EditError("The local editor changes texts; the request has none.")
        frames = [frame_of(text.quadrilateral) for text in request.texts]
        first = request.pictures[0].convert("RGB")
        mask = request.mask or text_mask(first.size, [text.quadrilateral for text in request.texts])
        job = _Job(
            np.array(first),
            np.asarray(mask) > 0,
            fonts_of_thread(),
            np.random.default_rng(request.seed),
        )
        notes = [job.change(*each) for each in zip(request.texts, frames, strict=True)]
        return Edited(
            Image.fromarray(job.pixels), self._record(request, first.size, notes, started)
        )

    def _record(
        self,
        request: EditRequest,
        size: tuple[int, int],
        notes: list[_Note],
        started: float,
    ) -> EditRecord:
        from importlib.metadata import version

        return EditRecord(
            editor=self.version,
            prompt_id=request.prompt_id,
            seed=request.seed,
            width=size[0],
            height=size[1],
            seconds=time.perf_counter() - started,
            versions={name: version(name) for name in ("opencv-python-headless", "pillow")},
            notes=_counted(notes),
        )


@dataclass(frozen=True)
class _Note:
    """What changing one text was like; `em` in pixels, 0 where it was removed."""

    contrast: float
    plain: bool
    em: float


def _counted(notes: list[_Note]) -> dict[str, str | int | float | bool]:
    lettered = [note.em for note in notes if note.em]
    return {
        "texts": len(notes),
        "structured_grounds": sum(not note.plain for note in notes),
        "lowest_contrast": round(min(note.contrast for note in notes), 1),
        **({"smallest_em": round(min(lettered), 1)} if lettered else {}),
    }


@dataclass
class _Job:
    """A picture in work (rows x columns x 3) and where it may change."""

    pixels: np.ndarray
    mask: np.ndarray
    fonts: Fonts
    rng: np.random.Generator

    def change(self, text: TextEdit, frame: Frame) -> _Note:
        vertical = frame.tall and len(text.native) > 1 and script_of(text.native) in STACKED
        if text.new and script_of(text.new) not in (*STACKED, None):
            vertical = False
        if frame.tall and not vertical:
            frame = frame.turned()
        reach = (REACH[0] * frame.width, REACH[1] * frame.height)
        surface = surface_of(self.pixels, self.mask, frame, reach=reach)
        ink, em = None, 0.0
        if text.new:
            ink, em = self._lettered(text, frame, surface, vertical)
        made = painted(surface, ink, self.rng)
        window = self._window(surface)
        feather = max(1.5, 0.04 * frame.height)
        self.pixels[window] = blended(surface.pixels, made, self.mask[window], feather)
        return _Note(surface.contrast, surface.plain, em)

    def _lettered(
        self, text: TextEdit, frame: Frame, surface: Surface, vertical: bool
    ) -> tuple[np.ndarray, float]:
        slants = not vertical and script_of(text.native) in _SLANTING
        try:
            measured = measure(surface, frame, self.mask[self._window(surface)], may_slant=slants)
            placed = place_text(text, measured, self.fonts, vertical=vertical)
        except EditError as error:
            told = f"{text.native!r} to {text.new!r}: {error}"
            raise EditError(told, reason=error.reason) from None
        return spread(placed, frame, surface, sharpness(surface.strength)), placed.em

    def _window(self, surface: Surface) -> tuple[slice, slice]:
        left, top = surface.offset
        height, width = surface.strength.shape
        return slice(top, top + height), slice(left, left + width)
