"""Partition keys, and what becomes of a model or source that is not there, for field cases."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.defs.confused_tourist import ASSETS
from culture_conflict.defs.partitions import (
    CONFUSED_TOURIST_SOURCES,
    MODEL_BY_SOURCE,
    MODELS,
    model_by_source,
)
from culture_conflict.home import Home
from culture_conflict.keeping.garbage import find_garbage, remove
from culture_conflict.models.registry import load_registry, models_table
from culture_conflict.models.settings import slug
from culture_conflict.sources.sets import load_source_sets
from culture_conflict.tables.catalog import TABLES
from culture_conflict.warehouse.build import BuildError, build
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.warehouse.signpost_rows import write_signpost
from culture_conflict_tests.warehouse.synthetic import BENCHMARK, SOURCE, Synthetic

_ROW = {"provider": "replay", "revision": "1"}


@dataclass(frozen=True)
class Retired:
    """The leaderboard's models, whether the retired one's file is left, how the build went."""

    board: set[str]
    file_left: bool
    succeeded: bool


def exact_id(model: str) -> str:
    """The id that the registry gives back for the key made of it."""
    with _home() as home:
        _register(home, [model])
        return load_registry(home.models_file).get(slug(model)).name


def materializes(model: str, dataset: str) -> bool:
    """Whether a partition of this model and source can be added and materialized."""

    @dg.asset(partitions_def=MODEL_BY_SOURCE)
    def answers() -> int:
        return 1

    key = model_by_source(slug(model), slug(dataset))
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions(str(MODELS.name), [slug(model)])
        instance.add_dynamic_partitions(str(CONFUSED_TOURIST_SOURCES.name), [slug(dataset)])
        return dg.materialize([answers], instance=instance, partition_key=key).success


def path(model: str) -> Path:
    """Where a model's answers lie."""
    with _home() as home:
        return home.tables.path(TABLES["predictions"], BENCHMARK, slug(model), SOURCE)


def n_partitions(n_models: int) -> int:
    """Partitions of so many models and the papers' four sources."""
    sources = load_source_sets(None)["published_four"].sources
    with dg.DagsterInstance.ephemeral() as instance:
        names = [f"model-{n}" for n in range(n_models)]
        instance.add_dynamic_partitions(str(MODELS.name), names)
        instance.add_dynamic_partitions(str(CONFUSED_TOURIST_SOURCES.name), list(sources))
        return len(MODEL_BY_SOURCE.get_partition_keys(dynamic_partitions_store=instance))


def most_dimensions() -> int:
    """Of any asset's partitions."""
    return max(len(_dimensions(asset.partitions_def)) for asset in ASSETS)


@cache
def retired(model: str) -> Retired:
    """Two models are built; one is switched off; its tables go; the marts are built again."""
    names = (slug(model), "stays")
    with _home() as home:
        _register(home, names)
        Synthetic(n_items=3, models=names).write(home.tables.root)
        built = _build(home)
        assert names[0] in _board(home)
        _register(home, names, enabled={names[0]: False})
        home.tables.write(TABLES["models"], models_table(load_registry(home.models_file)), None)
        remove(find_garbage(home, older_than_s=0), older_than_s=0)
        Synthetic.write_intervals(home.tables, names[1:])
        Synthetic.write_comparisons(home.tables)
        write_signpost(home.tables, names[1:])
        file = home.tables.path(TABLES["predictions"], BENCHMARK, names[0], SOURCE)
        built &= _build(home)
        return Retired(_board(home), file.exists(), built)


def summary(given: Mapping[str, Any]) -> dict[str, Any]:
    """The set of all sources named, one model asked about those that are there."""
    sources = [*given["materialised"], *given["missing"]]
    return dict(_summary(tuple(given["materialised"]), tuple(sources)))


@cache
def _summary(there: tuple[str, ...], all_: tuple[str, ...]) -> dict[str, Any]:
    sets = [{"benchmark": BENCHMARK, "source_set": "all", "source": name} for name in all_]
    with _home() as home:
        for source in there:
            _add_answered(home, source)
        listed = home.tables.read(TABLES["sources"], None)
        mine = (pl.col("benchmark") == BENCHMARK) & (pl.col("source") == SOURCE)
        named = listed.filter(mine).join(pl.DataFrame({"name": there}), how="cross")
        named = named.with_columns(source="name").drop("name")
        home.tables.write(TABLES["sources"], pl.concat([named, listed.filter(~mine)]), None)
        home.tables.write(TABLES["source_sets"], TABLES["source_sets"].frame(sets), None)
        Synthetic.write_intervals(home.tables, ("m",), there)
        built = _build(home)
        row = read_mart(home.warehouse, "source_set_averages").row(0, named=True)
        return {
            "summary": "built" if built else "failed",
            "coverage": json.loads(row["coverage_by_source"]),
            "macro": row["country_accuracy_stacked"],
        }


def _add_answered(home: Home, source: str) -> None:
    """The made-up tables under another source's name, every picture answered."""
    Synthetic(n_items=3, models=("m",)).write(home.tables.root)
    ids = ["variant_id", "reference_variant", "group_id", "item_id", "other_id", "pair_id"]
    for table, path in list(home.tables.files(TABLES)):
        if path.stem == SOURCE:
            frame = pl.read_parquet(path).with_columns(source=pl.lit(source))
            named = [name for name in ids if name in frame.columns]
            frame = frame.with_columns(
                pl.format(f"{source}-{{}}", name).alias(name) for name in named
            )
            states = [name for name in frame.columns if name.endswith("state")]
            frame = frame.with_columns(pl.col(states).str.replace("^error$", "refused"))
            home.tables.replace(table, frame, path.with_stem(source))
            path.unlink()


def _dimensions(partitions: dg.PartitionsDefinition[Any] | None) -> list[str]:
    if isinstance(partitions, dg.MultiPartitionsDefinition):
        return list(partitions.partition_dimension_names)
    return [] if partitions is None else ["one"]


def _register(
    home: Home, models: list[str] | tuple[str, ...], enabled: Mapping[str, bool] | None = None
) -> None:
    switched = enabled or {}
    rows = [
        {"key": slug(one), "name": one, "enabled": switched.get(one, True)} | _ROW for one in models
    ]
    home.models_file.write_text(json.dumps({"models": rows}))


def _build(home: Home) -> bool:
    paths = {"tables": home.tables.root, "warehouse": home.warehouse, "work": home.work}
    try:
        build(**paths, log=lambda _: None)
    except BuildError:
        return False
    return True


def _board(home: Home) -> set[str]:
    board = read_mart(home.warehouse, "confused_tourist_leaderboard")
    return set(board.filter(pl.col("origin") == "measured")["model"])


@contextmanager
def _home() -> Iterator[Home]:
    with tempfile.TemporaryDirectory() as folder:
        yield Home(Path(folder) / "home").prepare()
