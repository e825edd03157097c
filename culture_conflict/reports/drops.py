"""Where in the world a foreign cue costs right answers."""

from __future__ import annotations

from typing import Any

import polars as pl

from culture_conflict.places.countries import countries
from culture_conflict.places.shapes import outlined
from culture_conflict.reports.accuracy import span
from culture_conflict.reports.model import Chart, Column, Panel, Table
from culture_conflict.reports.numbers import percent, show, show_interval
from culture_conflict.reports.specs import (
    DIVERGING,
    Json,
    choose,
    heat_map,
    nominal,
    quantity,
    tooltip,
)
from culture_conflict.reports.views import View, in_order_of, of_view

__all__ = ["drops"]

_NAME = "confused_tourist_subregion"
_COLUMNS = (
    Column("model", "model"),
    Column("region_name", "place"),
    Column("perturb_method", "pictures"),
    Column("drop_paired", "paired drop (points)", "points"),
    Column("drop_paired_", "95 %", "point_ends"),
    Column("n_paired", "n paired", "count"),
    Column("accuracy_original", "right, originals (%)", "rate"),
    Column("accuracy_original_", "95 %", "ends"),
    Column("n_original", "n originals", "count"),
    Column("accuracy_perturbed", "right, with cue (%)", "rate"),
    Column("", "95 %", "ends"),
    Column("n", "n", "count"),
    Column("distraction", "distraction (%)", "rate"),
    Column("distraction_", "95 %", "ends"),
    Column("n_wrong", "n wrong", "count"),
)
_ABOUT = (
    "Right country answers lost on pictures with a foreign cue, in points, paired on the same "
    "items, by the country that is right. Above zero the cue hurts. Few items stand behind most "
    "countries: read n before the colour."
)


def drops(marts: pl.DataFrame, view: View) -> Panel:
    """Sub-regions as a heat map, countries on a map; `as_published` is folded below."""
    cells = (
        of_view(marts, view)
        .filter(pl.col("target") == "country", pl.col("perturb_method") != "control")
        .sort("region_name", "perturb_method", "editor")
    )
    rows = in_order_of(cells, view)
    guarded = rows.filter(pl.col("rule") == "guarded")
    regions = guarded.filter(pl.col("level") == "sub_region")
    places = guarded.filter(pl.col("level") == "country")
    if guarded.is_empty():
        return Panel(
            "drops",
            "Drops by place",
            _ABOUT,
            view.scope("n = 0"),
            missing="No answer to a picture with a foreign cue has a score in this setting yet.",
        )
    return Panel(
        name="drops",
        title="Drops by country and sub-region",
        about=_ABOUT,
        scope=view.scope(f"n = {span(places['n_paired'])} pairs of answers per country"),
        charts=[_map(places), _heat(regions)],
        tables=list(_tables(regions, places, rows)),
    )


def _tables(regions: pl.DataFrame, places: pl.DataFrame, rows: pl.DataFrame) -> list[Table]:
    published = rows.filter(pl.col("rule") == "as_published", pl.col("level") == "sub_region")
    return [
        Table(_NAME, "Sub-regions, rule guarded", _COLUMNS, regions, folded="All sub-regions"),
        Table(_NAME, "Countries, rule guarded", _COLUMNS, places, folded="All countries"),
        Table(
            _NAME,
            "Sub-regions, rule as_published",
            _COLUMNS,
            published,
            folded="Sub-regions as published",
        ),
    ]


def _values(rows: pl.DataFrame) -> list[Json]:
    return [_value(row) for row in rows.iter_rows(named=True) if row["drop_paired"] is not None]


def _value(row: dict[str, Any]) -> Json:
    place = countries().get(str(row["region"]))
    centre = {"lat": place.latitude, "lon": place.longitude} if place else {}
    low, high = row["drop_paired_ci_low"], row["drop_paired_ci_high"]
    return centre | {
        "id": row["region"],
        "model": row["model"],
        "method": row["perturb_method"],
        "place": row["region_name"],
        "value": percent(row["drop_paired"]),
        "shown": show(row["drop_paired"], "points"),
        "interval": show_interval(low, high, "points"),
        "n": show(row["n_paired"], "count"),
        "small": row["region"] not in outlined(),
    }


def _colour(values: list[Json]) -> Json:
    most = max([abs(value["value"]) for value in values], default=0.0) or 1.0
    scale = {"domain": [-most, 0, most], "range": DIVERGING, "interpolate": "rgb"}
    return quantity("value", "drop (points)", scale=scale, legend={"orient": "top"})


def _map(rows: pl.DataFrame) -> Chart:
    methods = rows["perturb_method"].unique(maintain_order=True).to_list()
    values = _values(rows.filter(pl.col("perturb_method") == methods[0]))
    param, chosen = choose("model", list(dict.fromkeys(value["model"] for value in values)))
    says = tooltip(place="country", shown="drop (points)", interval="95 %", n="n paired")
    world = {"values": "@@world", "format": {"type": "topojson", "feature": "countries"}}
    colour = _colour(values)
    shapes: Json = {
        "data": {"values": values},
        "transform": [
            chosen,
            {"filter": "!datum.small"},
            {"lookup": "id", "from": {"data": world, "key": "id"}, "as": "shape"},
        ],
        "mark": {"type": "geoshape", "stroke": "white", "strokeWidth": 0.4},
        "encoding": {
            "shape": {"field": "shape", "type": "geojson"},
            "color": colour,
            "tooltip": says,
        },
    }
    circles: Json = {
        "data": {"values": values},
        "transform": [chosen, {"filter": "datum.small"}],
        "mark": {"type": "circle", "size": 70, "opacity": 1, "stroke": "#5a6270"},
        "encoding": {
            "longitude": quantity("lon", None),
            "latitude": quantity("lat", None),
            "color": colour,
            "tooltip": says,
        },
    }
    land = {"data": world, "mark": {"type": "geoshape", "fill": "#8a8f98", "opacity": 0.25}}
    spec: Json = {
        "params": [param],
        "width": "container",
        "height": 420,
        "projection": {"type": "equalEarth"},
        "layer": [land, shapes, circles],
    }
    alt = (
        f"World map of one model at a time: {len({v['id'] for v in values})} countries coloured by "
        "the drop in points; countries too small for the map are circles. Grey: no item."
    )
    return Chart(f"Drop by country, {methods[0]} pictures", alt, spec, min_width=560)


def _heat(rows: pl.DataFrame) -> Chart:
    values = _values(rows)
    several = len({value["method"] for value in values}) > 1
    for value in values:
        value["column"] = f"{value['place']}, {value['method']}" if several else value["place"]
    says = tooltip(model="model", column="where", shown="points", interval="95 %", n="n paired")
    spec = heat_map(
        values,
        x=nominal("column", None, axis={"labelAngle": -40, "labelLimit": 180}),
        y=nominal("model", None, axis={"labelLimit": 180}),
        colour=_colour(values),
        text="shown",
        says=says,
    )
    alt = "Heat map of the drop in points, models by sub-regions; the numbers are in the table."
    return Chart("Drop by sub-region (points)", alt, spec, min_width=760)
