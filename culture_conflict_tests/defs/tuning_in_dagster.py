"""Run in a process that has torch: a model is fine-tuned by Dagster, added, asked and reckoned.

`python -m culture_conflict_tests.defs.tuning_in_dagster CHECKPOINT`, with a home in the environment
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import polars as pl
from typer.testing import CliRunner

from culture_conflict.cli import app
from culture_conflict.commands import build_metrics, build_source, evaluate_model
from culture_conflict.home import Home
from culture_conflict.models.registry import load_registry
from culture_conflict.tables.fine_tuned_model import FINE_TUNED_MODEL
from culture_conflict.tables.mix_split import MIX_SPLIT
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.benchmarks_culture_mix.coloured_world import NAME, write_world
from culture_conflict_tests.benchmarks_culture_mix.tuning_in_torch import ROW

BENCHMARK, BASE = "culture_mix", "tiny"
HOW = {"epochs": 12, "rate": 1e-2, "batch_size": 8, "accumulate": 1, "checkpointing": False}
MARTS = ("answer_coverage", "culture_mix_accuracy", "benchmark_overview", "culture_mix_mitigation")


def materialize(home: Home) -> None:
    """The two assets of fine-tuning, as clicks on them: one run each, on the home's instance."""
    import dagster as dg

    from culture_conflict.definitions import defs
    from culture_conflict.defs.partitions import model_by_source
    from culture_conflict.defs.runs import open_instance

    runs: list[tuple[str, str | dg.MultiPartitionKey, dict[str, Any]]] = [
        ("mix_split", NAME, {}),
        ("fine_tuned_model", model_by_source(BASE, NAME), HOW),
    ]
    with open_instance(home) as instance:
        for asset, partition, config in runs:
            key = dg.AssetKey([BENCHMARK, asset])
            ops = {key.to_python_identifier(): {"config": config}}
            job = defs.resolve_implicit_global_asset_job_def()
            result = job.execute_in_process(
                run_config={"ops": ops, "loggers": {}},
                instance=instance,
                partition_key=partition,
                asset_selection=[key],
            )
            assert result.success
            assert instance.get_latest_materialization_event(key) is not None


def main(checkpoint: Path) -> dict[str, Any]:
    """What the marts hold of the base and of the fine-tuned model."""
    home = Home.from_environment().prepare()
    write_world(home.sources_folder / NAME)
    home.models_file.write_text(ROW.format(model=checkpoint))
    build_source(home, NAME, BENCHMARK)
    materialize(home)
    added = CliRunner().invoke(app, ["models", "tuned", BASE, "--source", NAME, "--add"])
    assert added.exit_code == 0, added.output
    (tuned,) = [one.key for one in load_registry(home.models_file) if "-tuned-" in one.key]
    for model in (BASE, tuned):
        evaluate_model(home, model, NAME, benchmark=BENCHMARK)
    build_metrics(home)
    split = home.tables.read(MIX_SPLIT, BENCHMARK, NAME)
    mine = pl.col("model").is_in([BASE, tuned])
    marts = {name: read_mart(home.warehouse, name).filter(mine).to_dicts() for name in MARTS}
    record = home.tables.read(FINE_TUNED_MODEL, BENCHMARK, BASE, NAME).row(0, named=True)
    return {
        "tuned": tuned,
        "record": record,
        "pictures": split.height,
        "test": split.filter(part="test").group_by("subtask").len().to_dicts(),
        "marts": marts,
    }


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1])), default=str))
