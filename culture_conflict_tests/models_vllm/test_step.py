"""A run's own server lives in its GPU step: it sees the step's device, and ends with the step."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
import yaml

from culture_conflict.home import Home
from culture_conflict.models.vllm.probe import is_up
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.executors.slot_kit import Host
from culture_conflict_tests.models.api.kit import png
from culture_conflict_tests.models.asking_kit import World
from culture_conflict_tests.models_vllm.kit import local_row

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


def test_an_evaluation_serves_its_checkpoint_on_the_device_that_its_step_holds(
    tmp_path: Path,
) -> None:
    host = Host(tmp_path)
    host.set_devices(**{"FAKE-0": 80})
    home = Home(tmp_path / "home").prepare()
    row = local_row(tmp_path, gpus=1).model_dump(mode="json", exclude_defaults=True)
    home.models_file.write_text(yaml.safe_dump({"models": [row]}))
    shown = [home.pictures.put(png(n, (64, 48))) for n in range(4)]
    variants = World(home.root).variants(range(4)).with_columns(picture=pl.Series(shown))
    home.tables.write(VARIANTS, variants, "confused_tourist", "sample")
    code = "from culture_conflict.cli import main; main()"
    own = {"CULTURE_CONFLICT_HOME": str(home.root), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, "evaluate", "--model", "open"],
        env=os.environ | host.own | own,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    made = home.tables.read(PREDICTIONS, "confused_tourist", "open", "sample")
    assert made["state"].to_list() == ["ok"] * 4
    (log,) = (home.servers / "logs" / "open").glob("*.log")
    assert "sees FAKE-0" in log.read_text()
    told = next(line for line in (done.stdout + done.stderr).splitlines() if "answers at" in line)
    url = told.partition("answers at ")[2].split()[0]
    assert not is_up(url)
