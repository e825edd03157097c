"""Names of points lie on no dot and on no other name, where there is room."""

from __future__ import annotations

import csv
from itertools import combinations

from culture_conflict.reports.labels import _box, _overlap, _scaled, label_layers, sides
from culture_conflict.warehouse.manifest import PROJECT


def test_the_published_models_can_all_be_read() -> None:
    path = PROJECT / "seeds" / "sp_table13_mcrs_components.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    points = [(float(row["c_pct"]), float(row["r_pct"]), row["model"]) for row in rows]
    found = sides(points, width=760, height=380)
    placed = _scaled(points, 760, 380)
    boxes = [_box(at, p[2], side) for at, p, side in zip(placed, points, found, strict=True)]
    assert len(points) == 20
    assert not [pair for pair in combinations(boxes, 2) if _overlap(*pair)]
    always_right = [_box(at, p[2], "right") for at, p in zip(placed, points, strict=True)]
    assert [pair for pair in combinations(always_right, 2) if _overlap(*pair)]


def test_one_point_and_none() -> None:
    assert sides([], width=100, height=100) == []
    assert sides([(1.0, 1.0, "a")], width=100, height=100) == ["right"]
    assert [layer["mark"]["align"] for layer in label_layers("model", "grey")] == [
        *("left", "right", "center", "center", "left", "left")
    ]
