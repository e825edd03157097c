"""Whether what a run would make is there already, made of the same."""

from __future__ import annotations

from culture_conflict.benchmarks.benchmark import Benchmark
from culture_conflict.benchmarks.catalog import all_sources
from culture_conflict.defs.mix_comparisons import MIX_COMPARISONS
from culture_conflict.home import Home
from culture_conflict.models.registry import load_registry
from culture_conflict.reports.write import report_path
from culture_conflict.sources.sets import load_source_sets
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.fingerprint import code_fingerprint, fingerprint
from culture_conflict.tables.intervals import INTERVALS
from culture_conflict.tables.models import MODELS
from culture_conflict.tables.signpost_intervals import SIGNPOST_INTERVALS
from culture_conflict.tables.source_sets import SOURCE_SETS
from culture_conflict.tables.sources import SOURCES
from culture_conflict.warehouse.manifest import ensure_manifest

__all__ = ["metrics_exist", "metrics_inputs", "pictures_exist"]


def metrics_inputs(home: Home) -> str:
    """A hash of all that the marts are made of: tables, registry, sources, code.

    The tables that the same run makes are not hashed; what they are made of stands for them.
    """
    listed = all_sources(home)
    sets = load_source_sets(home.source_sets_file)
    registry = str([*load_registry(home.models_file)])
    code = code_fingerprint(registry, str(listed), str(sets), str(ensure_manifest(home.work)))
    made = {MODELS.name, SOURCES.name, SOURCE_SETS.name, INTERVALS.name, SIGNPOST_INTERVALS.name}
    made |= {table.name for table in MIX_COMPARISONS}
    names = sorted(set(TABLES) - made)
    return fingerprint(home.tables.root, [f"{name}/**/*.parquet" for name in names], code)


def metrics_exist(home: Home) -> bool:
    """Whether warehouse and report are there."""
    return home.warehouse.exists() and report_path(home).exists()


def pictures_exist(home: Home, benchmark: Benchmark, source: str) -> bool:
    """Whether a source has variants and each of their pictures is in the store."""
    table = benchmark.variants
    if not home.tables.path(table, benchmark.name, source).exists():
        return False
    variants = home.tables.read(table, benchmark.name, source)
    return all(home.pictures.path(sha).exists() for sha in variants["picture"].unique())
