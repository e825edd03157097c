"""The report as an asset: one HTML file made of the marts and a few pictures."""

import base64
from typing import Any

import dagster as dg

from culture_conflict.home import Home
from culture_conflict.reports.culture_mix_plots import mix_plots
from culture_conflict.reports.plot import leaderboard_png
from culture_conflict.reports.reading import OPTIONAL, READ, read_frames
from culture_conflict.reports.write import write_report
from culture_conflict.warehouse.manifest import Node

__all__ = ["report_asset"]

# What the page shows of pictures, scenes and answers, beside the marts.
_BESIDE = (
    *(["confused_tourist", "variants"], ["culture_mix", "variants"], ["signpost", "variants"]),
    *(["signpost", "predictions"], ["signpost", "scores"]),
)


def report_asset(nodes: tuple[Node, ...]) -> dg.AssetsDefinition:
    """`report`, downstream of every table of the warehouse that it reads."""
    read = [n.name for n in nodes if n.name in {*READ, *OPTIONAL}]

    @dg.asset(
        key="report",
        deps=[*(["metrics", name] for name in read), *_BESIDE],
        group_name="report",
        kinds={"html"},
        required_resource_keys={"home"},
    )
    def report(context: dg.AssetExecutionContext) -> dg.MaterializeResult[None]:
        """The marts as charts and tables, in one HTML file without network."""
        home: Home = context.resources.home
        frames = read_frames(home.warehouse)
        written = write_report(home, frames=frames)
        context.log.info(f"report: {written.path}, {written.n_bytes / 1e6:.1f} MB")
        metadata: dict[str, Any] = {
            "path": dg.MetadataValue.path(str(written.path)),
            "bytes": written.n_bytes,
            "panels": written.n_panels,
            "panels_without_rows": written.n_empty,
        }
        if (picture := leaderboard_png(home)) is not None:
            metadata["leaderboard"] = _shown("leaderboard", picture)
        for title, picture in mix_plots(frames).items():
            metadata[f"CultureMix: {title}"] = _shown(title, picture)
        return dg.MaterializeResult(metadata=metadata)

    return report


def _shown(alt: str, picture: bytes) -> dg.MarkdownMetadataValue:
    encoded = base64.b64encode(picture).decode("ascii")
    return dg.MetadataValue.md(f"![{alt}](data:image/png;base64,{encoded})")
