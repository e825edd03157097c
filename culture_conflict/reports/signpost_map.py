"""A map per scene: where it is, where its text points, and where models put it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import polars as pl

from culture_conflict.benchmarks.current_scores import current_scores
from culture_conflict.errors import MissingTableError
from culture_conflict.home import Home
from culture_conflict.reports.model import Chart, Column, Panel, Table
from culture_conflict.reports.numbers import show
from culture_conflict.reports.specs import BLUE, GREY, ORANGE, Json, nominal, quantity, tooltip
from culture_conflict.reports.views import View
from culture_conflict.tables.signpost_predictions import SIGNPOST_PREDICTIONS
from culture_conflict.tables.signpost_scores import SIGNPOST_SCORES
from culture_conflict.tables.signpost_variants import SIGNPOST_VARIANTS

__all__ = ["guesses", "scene_map"]

_MOST = 12
_MARKS = {
    "scene": ("the scene", "#1d8348", "diamond"),
    "trap": ("where the text points", "#b03a2e", "cross"),
    "original": ("guess, Original", BLUE, "circle"),
    "blank": ("guess, Blank", GREY, "circle"),
    "adversarial": ("guess, Adversarial", ORANGE, "circle"),
}
_COLUMNS = (
    Column("scene", "scene"),
    Column("trap", "adversarial text"),
    Column("model", "model"),
    Column("variant", "pictures"),
    Column("latitude", "degrees north", "number"),
    Column("longitude", "degrees east", "number"),
    Column("error_km", "from the scene (km)", "km"),
    Column("trap_km", "from the trap (km)", "km"),
)


def guesses(home: Home, view: View) -> pl.DataFrame:
    """Answers to Original, Blank and Adversarial of at most twelve scenes with a trap.

    Scenes whose text drew most models come first. Columns: those of the table below the map, and
    truth and trap in degrees. Empty where a table was deleted since.
    """
    try:
        variants = home.tables.read(SIGNPOST_VARIANTS, "signpost", view.source)
        answers = pl.concat(_answers(home, view))
    except MissingTableError:
        return pl.DataFrame()
    shown = variants.filter(
        pl.col("variant").is_in(["original", "blank", "adversarial"]),
        pl.col("trap_latitude").is_not_null(),
        pl.col("review") != "rejected",
    ).select(
        *("variant_id", "picture", "group_id", "variant", "trap", "trap_latitude"),
        "trap_longitude",
        scene=_scene_names(),
        truth_latitude=pl.col("latitude"),
        truth_longitude=pl.col("longitude"),
    )
    rows = answers.join(shown, on=["variant_id", "picture"])
    at_trap = (pl.col("variant") == "adversarial") & (pl.col("trap_km") < 50)
    best = rows.group_by("group_id", "scene").agg(at_trap.sum().alias("drawn"))
    chosen = best.sort("drawn", "scene", "group_id", descending=[True, False, False]).head(_MOST)
    return rows.join(chosen, on=["group_id", "scene"]).sort(
        ["drawn", "scene", "model", "variant"], descending=[True, False, False, False]
    )


def _scene_names() -> pl.Expr:
    """The source's name of a scene; built pictures have their variant behind it."""
    name, ending = pl.col("external_id"), pl.concat_str(pl.lit("/"), "variant")
    built = name.str.ends_with(ending)
    kept = name.str.head(name.str.len_chars() - ending.str.len_chars())
    return pl.when(built).then(kept).otherwise(name)


def _answers(home: Home, view: View) -> Iterator[pl.DataFrame]:
    for model in view.models:
        answers = home.tables.read(SIGNPOST_PREDICTIONS, "signpost", model, view.source)
        scored = home.tables.read(SIGNPOST_SCORES, "signpost", model, view.source)
        scores = current_scores(SIGNPOST_SCORES, scored, answers)
        asked = ("variant_id", "picture", "model", "prompt_id", "evaluation", "repeat")
        yield (
            answers.filter(
                prompt_id=view.prompt_id, evaluation=view.evaluation, repeat=0, state="ok"
            )
            .select(*asked, "latitude", "longitude")
            .join(scores.select(*asked, "error_km", "trap_km"), on=list(asked))
        )


def scene_map(rows: pl.DataFrame, view: View) -> Panel:
    """One scene at a time on a world map, and all guesses as a table."""
    about = (
        "The scenes whose adversarial text drew most models to its place, at most twelve: where "
        "the scene is, where the text points, and every guess."
    )
    if rows.is_empty():
        scope = view.scope("n = 0")
        missing = "No scene has both a place that its text points to and an answer with a place."
        return Panel("signpost-map", "Scene by scene", about, scope, missing=missing)
    scenes = rows["scene"].unique(maintain_order=True).to_list()
    return Panel(
        name="signpost-map",
        title="Scene by scene",
        about=about,
        scope=view.scope(f"n = {len(scenes)} scenes, {rows.height:,} guesses"),
        charts=[_chart(rows, scenes)],
        tables=[
            Table("signpost_predictions", "Guesses", _COLUMNS, rows, key="scene",
                  folded="The guesses as a table")
        ],
    )  # fmt: skip


def _chart(rows: pl.DataFrame, scenes: list[str]) -> Chart:
    bind = {"input": "select", "options": scenes, "name": "scene "}
    param = {"name": "chosen_scene", "value": scenes[0], "bind": bind}
    world = {"values": "@@world", "format": {"type": "topojson", "feature": "countries"}}
    titles = [title for title, _, _ in _MARKS.values()]
    colours = [colour for _, colour, _ in _MARKS.values()]
    shapes = [shape for _, _, shape in _MARKS.values()]
    spec: Json = {
        "params": [param],
        "width": "container",
        "height": 380,
        "projection": {"type": "equalEarth"},
        "layer": [
            {"data": world, "mark": {"type": "geoshape", "fill": "#8a8f98", "opacity": 0.25}},
            {
                "data": {"values": [*_points(rows.iter_rows(named=True))]},
                "transform": [{"filter": "datum.scene === chosen_scene"}],
                "mark": {"type": "point", "size": 130, "strokeWidth": 2.5},
                "encoding": {
                    "longitude": quantity("lon", None),
                    "latitude": quantity("lat", None),
                    "color": nominal("kind", None, scale={"domain": titles, "range": colours},
                                     legend={"orient": "top", "columns": 3}),
                    "shape": nominal("kind", None, scale={"domain": titles, "range": shapes}),
                    "tooltip": tooltip(kind="what", model="model", told="where",
                                       from_scene="from the scene (km)"),
                },
            },
        ],
    }  # fmt: skip
    alt = (
        f"World map of one scene at a time ({len(scenes)} scenes): the scene, the place its text "
        "names, and the guesses of every model. The table has all of them."
    )
    return Chart("Scene, trap and guesses", alt, spec, min_width=520)


def _points(rows: Iterable[dict[str, Any]]) -> Iterator[Json]:
    """Guesses first, so that scene and trap lie above them."""
    places: dict[tuple[str, str], Json] = {}
    for row in rows:
        scene = row["scene"]
        for kind, told in (("truth", "the scene"), ("trap", row["trap"])):
            mark = "scene" if kind == "truth" else "trap"
            places[scene, mark] = _point(row, f"{kind}_", mark, told or "")
        yield _point(row, "", row["variant"], "") | {
            "model": row["model"], "from_scene": show(row["error_km"], "km"),
        }  # fmt: skip
    yield from places.values()


def _point(row: dict[str, Any], prefix: str, mark: str, told: str) -> Json:
    latitude, longitude = row[f"{prefix}latitude"], row[f"{prefix}longitude"]
    return {
        "scene": row["scene"],
        "kind": _MARKS[mark][0],
        "lat": latitude,
        "lon": longitude,
        "told": told or f"{latitude:.2f}, {longitude:.2f}",
    }
