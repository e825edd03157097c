"""What all table assets of one benchmark share: keys, group, how tables come in and go out."""

from dataclasses import dataclass
from typing import Any

import dagster as dg

from culture_conflict.home import Home

__all__ = ["AssetsOf", "home_of"]

_IO, _KINDS = "tables_io", ("polars", "parquet")


def home_of(context: dg.AssetExecutionContext) -> Home:
    """The home folder of the run."""
    home: Home = context.resources.home
    return home


@dataclass(frozen=True)
class AssetsOf:
    """Settings of the assets whose keys begin with the benchmark's name."""

    benchmark: str

    def key(self, table: str) -> dg.AssetKey:
        """The asset that makes a table."""
        return dg.AssetKey([self.benchmark, table])

    def reads(self, *tables: str) -> dict[str, dg.AssetIn]:
        """Tables of the benchmark as parameters of these names."""
        return {table: dg.AssetIn(key=self.key(table)) for table in tables}

    def table(
        self, partitions: dg.PartitionsDefinition[Any] | None, *tables: str
    ) -> dict[str, Any]:
        """Arguments of `dg.asset`: a table that is made of other `tables` of the benchmark."""
        return self._shared(partitions, tables) | {
            "key_prefix": self.benchmark,
            "io_manager_key": _IO,
            "kinds": set(_KINDS),
        }

    def step(
        self,
        name: str,
        partitions: dg.PartitionsDefinition[Any] | None,
        *tables: str,
        **made: str,
    ) -> dict[str, Any]:
        """Arguments of `dg.multi_asset`: tables `made` together, each with what it holds."""
        outs = {out: self.out(out, description) for out, description in made.items()}
        return self._shared(partitions, tables) | {"name": name, "outs": outs}

    def _shared(
        self, partitions: dg.PartitionsDefinition[Any] | None, tables: tuple[str, ...]
    ) -> dict[str, Any]:
        return {
            "group_name": self.benchmark,
            "required_resource_keys": {"home"},
            "partitions_def": partitions,
            "ins": self.reads(*tables),
        }

    def out(self, table: str, description: str) -> dg.AssetOut:
        """A table that a step makes, and what it holds."""
        return dg.AssetOut(
            key=self.key(table),
            io_manager_key=_IO,
            description=description,
            kinds=set(_KINDS),
        )
