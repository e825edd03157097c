"""Scored guesses about one source's street scenes: how near the scene, and how near the trap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import polars as pl

from culture_conflict.statistics.asked import Asked, Cell, numbered, on_grid, settle
from culture_conflict.statistics.signpost_tallies import TRAP_RADIUS_KM, in_force
from culture_conflict.tables._columns import SIGNPOST_CONTROL, SIGNPOST_VARIANTS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

__all__ = ["Guesses", "Metric", "read_guesses"]

Metric = Literal["wla", "at_trap"]

_UNTOUCHED, _ADVERSARIAL = SIGNPOST_VARIANTS[0], SIGNPOST_VARIANTS[-1]


@dataclass(frozen=True)
class Guesses(Asked):
    """Asked about SIGNPOST_VARIANTS; a picture's reference is its scene's Blank by its editor.

    `wla` and `at_trap`, 1 under 50 km from the trap, are (settings, variants), 0 where no place
    was named (ruling 8).
    """

    wla: Numbers
    at_trap: Numbers

    def cells(self) -> Iterator[Cell]:
        """WLA on every kind of picture, and answers at the trap on Adversarial."""
        for metric, variant, editor, pictures in self.kinds():
            yield self._cell(metric, pictures, variant, editor)

    def kinds(self) -> Iterator[tuple[Metric, str, str, NDArray[np.bool_]]]:
        """Each number with the variant, the editor and the pictures (variants,) that it is over.

        In the order of the paper; only scenes with a trap can be answered at it.
        """
        made = self.variants.select("variant", "editor").unique().rows()
        for variant, editor in sorted(
            made, key=lambda kind: (SIGNPOST_VARIANTS.index(kind[0]), kind[1])
        ):
            of_kind = (pl.col("variant") == variant) & (pl.col("editor") == editor)
            yield "wla", variant, editor, self.where(of_kind)
            trapped = self.where(of_kind & pl.col("trap_latitude").is_not_null())
            if variant == _ADVERSARIAL and trapped.any():
                yield "at_trap", variant, editor, trapped

    def values(self, metric: Metric) -> Numbers:
        """The number of each answer, (settings, variants)."""
        return self.wla if metric == "wla" else self.at_trap

    def _cell(self, metric: Metric, pictures: NDArray[np.bool_], variant: str, editor: str) -> Cell:
        import numpy as np

        values, one = self.values(metric), np.ones(self.variants.height)
        key = {"metric": metric, "target": "place", "rule": "guarded", "editor": editor}
        key |= self.kind_of(variant)
        return Cell(key, pictures, self.answered, lambda setting: (values[setting], one))

    @staticmethod
    def kind_of(variant: str) -> dict[str, str]:
        """How tables of tests name a kind of picture: perturb_method and cue."""
        if variant == _UNTOUCHED:
            return {"perturb_method": "none", "cue": "none"}
        cue = variant if variant == "blank" else f"{variant}_text"
        return {"perturb_method": "generative", "cue": cue}


def read_guesses(
    variants: pl.DataFrame, scores: pl.DataFrame, models: pl.DataFrame, *, is_sample: bool
) -> list[Guesses]:
    """GUESSES per evaluation, from SIGNPOST_VARIANTS and SIGNPOST_SCORES of one source and MODELS.

    What counts is as in the marts: first answers of registered models to pictures in force. The
    native text lettered again is a control, and scores that leave answers without a place out are
    another number; both are left out.
    """
    shown = in_force(numbered(variants)).filter(pl.col("variant") != SIGNPOST_CONTROL)
    first = scores.filter(repeat=0, unanswered="wrong")
    rows = first.join(
        shown.select("variant_id", "picture"), on=["variant_id", "picture"], how="semi"
    ).join(models.select("model", "kind", "provider"), on="model")
    evaluations = rows.sort("evaluation").partition_by("evaluation", maintain_order=True)
    return [_guesses(shown, of, is_sample=is_sample) for of in evaluations]


def _guesses(shown: pl.DataFrame, rows: pl.DataFrame, *, is_sample: bool) -> Guesses:
    fields, placed = settle(shown, rows, is_sample=is_sample)
    near = pl.col("trap_km") < TRAP_RADIUS_KM
    return Guesses(
        **fields,
        answered=on_grid(fields, placed, pl.col("counted")) > 0,
        wla=on_grid(fields, placed, pl.col("wla")),
        at_trap=on_grid(fields, placed, near),
    )
