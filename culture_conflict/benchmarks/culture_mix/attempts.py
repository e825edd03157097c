"""Dishes before places, tried until a picture passes and nobody has rejected it (A.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from culture_conflict.benchmarks.culture_mix.joining import SPLIT, above, upper_size
from culture_conflict.benchmarks.culture_mix.ladder import PROMPTS, Step, instruction, ladder
from culture_conflict.benchmarks.culture_mix.plan import Planned
from culture_conflict.benchmarks.edited_rows import failed_columns
from culture_conflict.editors.each import threads_for
from culture_conflict.editors.gates import Mode
from culture_conflict.editors.protocol import EditRequest
from culture_conflict.editors.scenes import scene_fault, scene_numbers
from culture_conflict.errors import EditError, PictureError
from culture_conflict.pictures.encode import encode
from culture_conflict.pictures.shelf import Shelf
from culture_conflict.pictures.store import PictureStore
from culture_conflict.pictures.threads import in_threads
from culture_conflict.tables.attempts import ATTEMPTS
from culture_conflict.tables.ids import as_json, stable_id

if TYPE_CHECKING:
    from PIL import Image

    from culture_conflict.editors.protocol import Editor

__all__ = ["make_attempts"]

Row = dict[str, Any]


def make_attempts(
    planned: Sequence[Planned],
    decisions: pl.DataFrame,
    editors: Sequence[Editor],
    pictures: PictureStore,
    *,
    mode: Mode = "enforce",
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> pl.DataFrame:
    """SFB and MFB pictures and ATTEMPT_DECISIONS to ATTEMPTS, every try with its reason.

    A try that fails a check, or whose picture was rejected, is followed by the next seed, then the
    next prompt, then the next of `editors` (the first names the partition). The last try that was
    not refused is in force; where all were, none is. The same decisions give the same rows but for
    the seconds in `record`. With mode `record` a failed check is told in `gates`, nothing refused.

    Raises:
        HomeError: the store can't be written.
    """
    verdicts = {row["picture"]: row for row in decisions.iter_rows(named=True)}
    maker = _Maker(Shelf(pictures), pictures, {one.key: one for one in editors}, verdicts, mode)
    rows: list[Row] = []
    made = in_threads(maker.tries, planned, workers or threads_for(editors))
    for done, tries in enumerate(made, start=1):
        rows.extend(tries)
        if progress is not None:
            progress(done, len(planned))
    return ATTEMPTS.frame(rows)


@dataclass(frozen=True)
class _Maker:
    shelf: Shelf
    pictures: PictureStore
    editors: Mapping[str, Editor]
    verdicts: Mapping[str, Mapping[str, Any]]
    mode: Mode

    def tries(self, planned: Planned) -> list[Row]:
        shown = self._pictures(planned)
        if isinstance(shown, PictureError):
            step = next(ladder(list(self.editors)))
            told = failed_columns(shown) | {"reason": f"picture_{shown.reason}"}
            return [self._row(planned, step, 1) | told]
        return list(self._climb(planned, *shown))

    def _climb(
        self, planned: Planned, joined: Image.Image, parts: list[Image.Image]
    ) -> Iterator[Row]:
        changing = [key for key in self.editors if key != "composed"]
        steps = (
            ladder(list(self.editors)) if changing else ladder(["composed"], PROMPTS[:1], seeds=1)
        )
        for number, step in enumerate(steps, start=1):
            row = self._one(planned, step, number, joined, parts)
            yield row
            if row["in_force"]:
                return

    def _one(
        self,
        planned: Planned,
        step: Step,
        number: int,
        joined: Image.Image,
        parts: list[Image.Image],
    ) -> Row:
        row = self._row(planned, step, number)
        n_dishes = len(parts) - 1
        request = EditRequest(
            pictures=(joined, *parts),
            instruction=instruction(step.prompt_id, n_dishes),
            prompt_id=step.prompt_id,
            seed=row["seed"],
            made_of=_shown(planned),
        )
        try:
            made = self.editors[step.editor].edit(request)
        except EditError as error:
            return row | failed_columns(error)
        edited, numbers = made.picture, scene_numbers(joined, made.picture, SPLIT)
        fault = scene_fault(joined, edited, numbers, plain=step.editor == "composed")
        row["gates"] = as_json(numbers | ({"fault": fault} if fault else {}))
        row["record"] = as_json(asdict(made.record))
        if fault and self.mode == "enforce":
            return row | {"outcome": "failed", "reason": fault}
        try:
            picture = self.pictures.put(encode(edited, planned.settings.encode))
        except PictureError as error:
            return row | failed_columns(error)
        return row | {"picture": picture} | self._decided(picture)

    def _decided(self, picture: str) -> Row:
        verdict = self.verdicts.get(picture)
        decision = verdict["decision"] if verdict else "pending"
        reason = verdict["reason"] if verdict and decision == "rejected" else None
        return {"decision": decision, "reason": reason, "in_force": decision != "rejected"}

    def _pictures(self, planned: Planned) -> tuple[Image.Image, list[Image.Image]] | PictureError:
        """The plain join; the background and the dishes that it is made of."""
        assert planned.background is not None  # only scenes are planned here
        dishes = [one for one in (planned.target, planned.other) if one is not None]
        try:
            cutouts = [self.shelf.get(dish.single["cutout"]) for dish in dishes]
            size = upper_size(planned.settings.scene)
            place = self.shelf.fitted(planned.background["picture"], size)
        except PictureError as error:
            return error
        return above(place, cutouts, planned.settings.scene), [place, *cutouts]

    def _row(self, planned: Planned, step: Step, number: int) -> Row:
        return {
            "attempt_id": stable_id(planned.variant_id, number),
            "variant_id": planned.variant_id,
            "external_id": planned.external_id,
            **{name: planned.target.item[name] for name in ("benchmark", "source", "item_id")},
            "subtask": planned.subtask,
            "editor": planned.editor,
            "attempt": number,
            "made_by": self.editors[step.editor].version,
            "prompt_id": step.prompt_id,
            "seed": planned.seed(step.prompt_id, step.seed),
            "outcome": "made",
            "reason": None,
            "detail": None,
            "decision": "pending",
            "in_force": False,
            "gates": None,
            "record": None,
            "picture": None,
            "width": planned.settings.scene,
            "height": planned.settings.scene,
        }


def _shown(planned: Planned) -> tuple[str, ...]:
    """The stored pictures of a scene: its background, and each dish as given, on white and cut."""
    assert planned.background is not None  # only scenes are planned here
    dishes = [one for one in (planned.target, planned.other) if one is not None]
    of = [(one.item["picture"], one.single["picture"], one.single["cutout"]) for one in dishes]
    return (planned.background["picture"], *(sha256 for each in of for sha256 in each))
