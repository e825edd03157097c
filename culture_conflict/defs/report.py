"""The report as an asset: one HTML file made of the marts and a few pictures."""

import base64
from typing import Any

import dagster as dg

from culture_conflict.defs.confused_tourist import BENCHMARK
from culture_conflict.home import Home
from culture_conflict.reports.plot import leaderboard_png
from culture_conflict.reports.reading import OPTIONAL, READ
from culture_conflict.reports.write import write_report
from culture_conflict.warehouse.manifest import Node

__all__ = ["report_asset"]


def report_asset(nodes: tuple[Node, ...]) -> dg.AssetsDefinition:
    """`report`, downstream of every table of the warehouse that it reads."""
    read = [n.name for n in nodes if n.name in {*READ, *OPTIONAL}]

    @dg.asset(
        key="report",
        deps=[*(["metrics", name] for name in read), [BENCHMARK, "variants"]],
        group_name="report",
        kinds={"html"},
        required_resource_keys={"home"},
    )
    def report(context: dg.AssetExecutionContext) -> dg.MaterializeResult[None]:
        """ConfusedTourist's marts as charts and tables, in one HTML file without network."""
        home: Home = context.resources.home
        written = write_report(home)
        context.log.info(f"report: {written.path}, {written.n_bytes / 1e6:.1f} MB")
        metadata: dict[str, Any] = {
            "path": dg.MetadataValue.path(str(written.path)),
            "bytes": written.n_bytes,
            "panels": written.n_panels,
            "panels_without_rows": written.n_empty,
        }
        if (picture := leaderboard_png(home)) is not None:
            encoded = base64.b64encode(picture).decode("ascii")
            metadata["leaderboard"] = dg.MetadataValue.md(
                f"![leaderboard](data:image/png;base64,{encoded})"
            )
        return dg.MaterializeResult(metadata=metadata)

    return report
