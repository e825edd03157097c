"""Tables without rows, before the first run and after an empty one, for field cases."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from culture_conflict.benchmarks.signpost.traps import trap_targets
from culture_conflict.home import Home
from culture_conflict.places.geocoding import OfflineGeocoder
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.storage import TableStore
from culture_conflict.warehouse.read import connect, read_mart
from culture_conflict_tests.benchmarks_signpost.drawn_quintuplets import DrawnSource, drawn_source
from culture_conflict_tests.benchmarks_signpost.small_scenes import scene, variants_of
from culture_conflict_tests.warehouse.project_in_cases import empty_project, nodes_of, rebuilt
from culture_conflict_tests.warehouse.signpost_rows import source_row

_SOURCE = "drawn"


def first_build(given: Mapping[str, Any]) -> dict[str, Any]:
    """The build of a project in which nothing was made, and what it holds of the case's table."""
    assert given["files"] == 0, "only a project without any file is built here"
    project, name = empty_project(), Path(given["glob"]).parts[0]
    home, built = project.home, project.built
    statuses = {each.status for each in (*built.nodes, *built.tests)}
    with connect(project.warehouse) as database:
        staged = database.table(f"staging.stg_{name}")
        declared = database.read_parquet(str(home.tables.root / name / "_empty.parquet"))
        missing = _columns(staged) - _columns(declared)
        return {
            "dbt_build": "success" if statuses == {"success", "pass"} else str(statuses),
            "rows": len(staged),
            "columns": str(missing or _amiss(database, home) or "declared"),
        }


def _columns(rows: Any) -> set[tuple[str, str]]:
    return {(name, str(dtype)) for name, dtype in zip(rows.columns, rows.types, strict=True)}


def _amiss(database: Any, home: Home) -> set[str]:
    """Marts whose columns are not those that the project describes."""
    marts = [node for node in nodes_of(home).values() if node.layer == "marts"]
    found = {node.name: set(database.table(f"marts.{node.name}").columns) for node in marts}
    return {node.name for node in marts if found[node.name] != set(node.columns)}


def seen_downstream(given: Mapping[str, Any]) -> int:
    """Scenes with a trap in the funnel, after a run with traps and then one with the case's."""
    n_groups = max(given["rows"], 2)
    groups = {f"g{n}": {} for n in range(n_groups)}
    drawn = drawn_source(empty_project().home.pictures, groups)
    traps = trap_targets(drawn.replacements, OfflineGeocoder(), {})
    seen = [_in_funnel(given["model"], drawn, rows) for rows in (traps, traps.head(given["rows"]))]
    assert seen[0] == n_groups
    return seen[1]


def _in_funnel(model: str, drawn: DrawnSource, traps: pl.DataFrame) -> int:
    scenes = [one for group in drawn.items["group_id"] for one in scene(_SOURCE, group)]

    def write(store: TableStore) -> None:
        source = TABLES["sources"].frame([source_row(_SOURCE)])
        store.write(TABLES["sources"], source, None)
        store.write(TABLES["signpost_items"], drawn.items, "signpost", _SOURCE)
        store.write(TABLES["signpost_variants"], variants_of(scenes), "signpost", _SOURCE)
        store.write(TABLES[model], traps, "signpost", _SOURCE)

    home, built = rebuilt(write, "construction_funnel")
    (counted,) = (node.rows for node in built.nodes if node.name == f"stg_{model}")
    assert counted == traps.height
    return _geocodable(home)


def _geocodable(home: Home) -> int:
    funnel = read_mart(home.warehouse, "construction_funnel").filter(origin="measured")
    return int(funnel.filter(stage="geocodable", reason="all")["n"].item())
