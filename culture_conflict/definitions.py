"""The code location: gathers defs/ and applies what holds for all of it, once."""

import dagster as dg

from culture_conflict.defs import (
    comparisons,
    confused_tourist,
    culture_mix,
    culture_mix_fine_tuning,
    intervals,
    mix_comparisons,
    registry,
    signpost,
    signpost_comparisons,
)
from culture_conflict.defs.alerts import night_failed
from culture_conflict.defs.checks import schema_checks
from culture_conflict.defs.following import followed_by_metrics, metrics_sensor
from culture_conflict.defs.jobs import JOBS
from culture_conflict.defs.metrics import metrics_assets
from culture_conflict.defs.nights import CANARY, night_assets
from culture_conflict.defs.report import report_asset
from culture_conflict.defs.resources import HomeResource
from culture_conflict.defs.schedules import nightly_schedule
from culture_conflict.defs.sensors import SENSORS
from culture_conflict.defs.tables_io import tables_io
from culture_conflict.defs.terminal import terminal_logger
from culture_conflict.executors.cuda import cuda_executor
from culture_conflict.home import Home
from culture_conflict.nights.settings import load_night_settings
from culture_conflict.warehouse.manifest import ensure_manifest, read_nodes

__all__ = ["defs"]


def _definitions(home: Home) -> dg.Definitions:
    nights = load_night_settings(home.nights_file)
    tables = [
        *registry.ASSETS,
        *confused_tourist.ASSETS,
        *comparisons.ASSETS,
        *night_assets(nights),
        *culture_mix.ASSETS,
        *mix_comparisons.ASSETS,
        *culture_mix_fine_tuning.ASSETS,
        *signpost.ASSETS,
        *intervals.ASSETS,
        *signpost_comparisons.ASSETS,
    ]
    nodes = read_nodes(ensure_manifest(home.work))
    return dg.Definitions(
        assets=[
            *tables,
            metrics_assets(nodes, [key for asset in tables for key in asset.keys]),
            report_asset(nodes),
        ],
        asset_checks=schema_checks(tables),
        jobs=[*JOBS, CANARY],
        schedules=[nightly_schedule(nights)],
        sensors=[*SENSORS, night_failed, metrics_sensor(followed_by_metrics(tables))],
        resources={"home": HomeResource(root=str(home.root)), "tables_io": tables_io},
        loggers={"console": dg.colored_console_logger, "terminal": terminal_logger},
        executor=cuda_executor(home.models_file),
    )


defs = _definitions(Home.from_environment().prepare())
