"""What a section about street scenes is about: one source and evaluation, all its prompts."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from culture_conflict.reports.model import Column
from culture_conflict.reports.reading import Frames
from culture_conflict.reports.views import View

__all__ = ["PROMPT", "measured", "signpost_views", "sorted_models"]

PROMPT = Column("prompt_id", "prompt")


def signpost_views(frames: Frames) -> list[View]:
    """Every source that has an answer, real ones before the sample, under its most asked prompt."""
    wla = frames.get("signpost_wla")
    if wla is None:
        return []
    rows = (
        wla.filter(origin="measured")
        .group_by("source", "evaluation", "prompt_id")
        .agg(pl.col("model").unique().sort(), pl.col("n_asked").sum(), pl.col("n_variants").max())
        .sort(pl.col("prompt_id").str.starts_with("base") | (pl.col("prompt_id") == "imported"))
        .sort("n_asked", maintain_order=True)
        .unique(["source", "evaluation"], keep="last", maintain_order=True)
    )
    named = {row["source"]: row for row in _sources(frames).iter_rows(named=True)}
    found = [_view(row, named.get(row["source"], {})) for row in rows.iter_rows(named=True)]
    return sorted(found, key=lambda view: (view.is_sample, view.source, view.evaluation != "main"))


def measured(frames: Frames, mart: str, view: View, *, prompts: bool = False) -> pl.DataFrame:
    """Measured rows of the view's source and evaluation; with `prompts` those of every prompt."""
    frame = frames.get(mart)
    if frame is None:
        return pl.DataFrame()
    rows = frame.filter(source=view.source, evaluation=view.evaluation)
    if "origin" in rows.columns:
        rows = rows.filter(origin="measured")
    return rows if prompts else rows.filter(prompt_id=view.prompt_id)


def sorted_models(rows: pl.DataFrame, by: Sequence[str] = ()) -> pl.DataFrame:
    """Rows by model, then by these columns, then as they stood."""
    return rows.sort("model", *by, nulls_last=True, maintain_order=True)


def _sources(frames: Frames) -> pl.DataFrame:
    return frames["sources"].filter(benchmark="signpost")


def _view(row: dict[str, object], source: dict[str, object]) -> View:
    models = row["model"]
    return View(
        benchmark="signpost",
        source=str(row["source"]),
        prompt_id=str(row["prompt_id"]),
        evaluation=str(row["evaluation"]),
        kind=str(source.get("kind", "folder")),
        title=str(source.get("title", row["source"])),
        n_variants=int(str(row["n_variants"])),
        models=tuple(models) if isinstance(models, list) else (),
    )
