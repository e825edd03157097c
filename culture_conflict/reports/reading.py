"""All that the report shows, read from the warehouse in one go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.errors import MissingTableError
from culture_conflict.reports.signpost_reading import SIGNPOST_MARTS, read_signpost
from culture_conflict.warehouse.read import connect

if TYPE_CHECKING:
    import duckdb

__all__ = ["MARTS", "OPTIONAL", "READ", "Frames", "read_frames"]

MARTS = (
    "leaderboard",
    "confused_tourist_leaderboard",
    "answer_coverage",
    "confused_tourist_accuracy",
    "confused_tourist_distraction",
    "confused_tourist_fallback",
    "confused_tourist_subregion",
)
OPTIONAL = (
    *("model_comparison", "conflict_effect", "prompt_effect", "confused_tourist_correlation"),
    *("culture_mix_leaderboard", "culture_mix_accuracy", "culture_mix_transitions"),
    "culture_mix_label_shift",
    *("culture_mix_confusion", "culture_mix_distance", "culture_mix_entropy"),
    *("culture_mix_confidence", "culture_mix_controls", "culture_mix_real"),
    *("culture_mix_mitigation", "int_mix_answers", "stg_mixed_images", "benchmark_overview"),
    *SIGNPOST_MARTS,
)
_QUERIED = ("int_mix_answers", "stg_mixed_images")
READ = (
    *MARTS,
    *("int_answers", "known_differences"),
    *("stg_countries", "stg_scores", "stg_sources", "stg_variants"),
)

_SEED = "report"
_FLIPS = 6
_STRIPS = 2


@dataclass(frozen=True)
class Frames:
    """Marts by name, with `sources`, `confusions` and `flips`; an optional table may be absent."""

    by_name: Mapping[str, pl.DataFrame]

    def __getitem__(self, name: str) -> pl.DataFrame:
        return self.by_name[name]

    def get(self, name: str) -> pl.DataFrame | None:
        """A table that this warehouse may lack."""
        return self.by_name.get(name)


def read_frames(warehouse: Path) -> Frames:
    """Read every mart of the report, and what other versions of the warehouse may add.

    Raises:
        HomeError: there is no warehouse, or it can't be read.
        MissingTableError: the warehouse lacks a table that the report is made of.
    """
    with connect(warehouse) as connection:
        held = _held(connection)
        if missing := sorted(set(READ) - set(held)):
            raise MissingTableError(
                f"{warehouse} has no {', '.join(missing)}, which the report is made of. "
                f"Run `culture-conflict metrics` to build it anew."
            )
        return Frames(dict(_read(connection, held)))


def _held(connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """The schema of each table."""
    found = connection.execute("select table_name, table_schema from information_schema.tables")
    return {str(name): str(schema) for name, schema in found.fetchall()}


def _read(
    connection: duckdb.DuckDBPyConnection, held: Mapping[str, str]
) -> Iterator[tuple[str, pl.DataFrame]]:
    for name in (*MARTS, *OPTIONAL):
        if name in held and name not in {*_QUERIED, *SIGNPOST_MARTS}:
            yield name, pl.DataFrame(connection.table(f"{held[name]}.{name}"))
    seed = connection.table(f"{held['known_differences']}.known_differences")
    yield "known_differences", pl.DataFrame(seed)
    yield from read_signpost(connection, held)
    yield "sources", pl.DataFrame(connection.table("staging.stg_sources"))
    if set(_QUERIED) <= set(held):
        yield "mix_foods", pl.DataFrame(connection.query(_sql("mix_foods")))
        strips = connection.query(_sql("mix_strips"), params={"seed": _SEED, "shown": _STRIPS})
        yield "mix_strips", pl.DataFrame(strips)
    yield "confusions", pl.DataFrame(connection.query(_sql("confusions")))
    drawn = connection.query(_sql("flips"), params={"seed": _SEED, "shown": _FLIPS})
    yield "flips", pl.DataFrame(drawn)


def _sql(name: str) -> str:
    return (Path(__file__).parent / "sql" / f"{name}.sql").read_text(encoding="utf-8")
