"""What a section of the report is about: one benchmark, source, prompt and evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from culture_conflict.models.replay.provider import IMPORTED_PROMPT
from culture_conflict.reports.reading import Frames

__all__ = ["BENCHMARKS", "View", "in_order_of", "of_view", "views"]

_KEY = ("benchmark", "source", "prompt_id", "evaluation")
BENCHMARKS = {
    "confused_tourist": "ConfusedTourist",
    "signpost": "SIGNPOST",
    "culture_mix": "CultureMix",
}
_SHOWN = ("confused_tourist", "culture_mix")


@dataclass(frozen=True)
class View:
    """Rows of different views are never put into one number, nor into one chart."""

    benchmark: str
    source: str
    prompt_id: str
    evaluation: str
    kind: str
    title: str
    n_variants: int
    models: tuple[str, ...]

    @property
    def slug(self) -> str:
        """A name for links within the page."""
        return f"{self.benchmark}-{self.source}-{self.prompt_id}-{self.evaluation}"

    @property
    def heading(self) -> str:
        """The section's title; a setting other than the main one is named in it."""
        told = "" if self.evaluation == "main" else f", evaluation {self.evaluation}"
        return f"Source {self.source}: {self.title}{told}"

    @property
    def is_sample(self) -> bool:
        return self.kind == "sample"

    def scope(self, n: str) -> str:
        """The line that every panel carries."""
        benchmark = BENCHMARKS.get(self.benchmark, self.benchmark)
        parts = (
            benchmark,
            f"source {self.source}",
            f"prompt {self.prompt_id}",
            f"evaluation {self.evaluation}",
        )
        return " · ".join((*parts, n))


def views(frames: Frames) -> list[View]:
    """Every setting that was asked, real sources before the sample, the main evaluation first.

    Only of benchmarks that the panels read: one without would be told to have no score. Imported
    answers of which none is about a source make no section there.
    """
    coverage = frames["answer_coverage"].filter(pl.col("benchmark").is_in(_SHOWN))
    sources = frames["sources"].select("benchmark", "source", "kind", "title")
    rows = (
        coverage.group_by(_KEY)
        .agg(pl.col("n_variants").max(), pl.col("n_answered").sum())
        .filter((pl.col("prompt_id") != IMPORTED_PROMPT) | (pl.col("n_answered") > 0))
        .join(sources, on=["benchmark", "source"], how="left")
        .sort(
            pl.col("benchmark"),
            pl.col("kind") == "sample",
            pl.col("source"),
            pl.col("evaluation") != "main",
            pl.col("evaluation"),
            pl.col("prompt_id"),
        )
    )
    board = frames["leaderboard"].sort("rank", "model", nulls_last=True)
    return [_view(row, board) for row in rows.iter_rows(named=True)]


def _view(row: Mapping[str, object], board: pl.DataFrame) -> View:
    texts = {name: str(row[name]) for name in (*_KEY, "kind", "title")}
    ranked = board.filter(pl.col(name) == pl.lit(row[name]) for name in _KEY)["model"]
    models = tuple(ranked.unique(maintain_order=True))
    return View(**texts, n_variants=int(str(row["n_variants"])), models=models)


def in_order_of(rows: pl.DataFrame, view: View) -> pl.DataFrame:
    """The same rows, the models in the order of the leaderboard, others after them by name."""
    place = {model: number for number, model in enumerate(view.models)}
    order = pl.col("model").replace_strict(place, default=len(place), return_dtype=pl.Int64)
    return rows.sort(order, "model", maintain_order=True)


def of_view(frame: pl.DataFrame, view: View) -> pl.DataFrame:
    """The rows that belong to the view; published rows belong to none."""
    return frame.filter(pl.col(name) == getattr(view, name) for name in _KEY)
