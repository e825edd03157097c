"""The sample by the commands: built, rejected, chosen, built again; a picture forgotten."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from culture_conflict.home import Home
from culture_conflict.tables.attempts import ATTEMPTS
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict.tables.single_food import SINGLE_FOOD
from culture_conflict.tables.variants import VARIANTS

_RUN = "from culture_conflict.cli import main; main()"
_BUILD = ("build", "--source", "sample", "--benchmark", "culture_mix")


def _run(home: Home, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", _RUN, *arguments],
        env=os.environ | {"CULTURE_CONFLICT_HOME": str(home.root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.slow
def test_the_sample_from_the_commands(tmp_path: Path, home: Home) -> None:
    assert "218 of 218 pictures" in _run(home, *_BUILD)
    where = ("culture_mix", "sample")
    images = home.tables.read(MIXED_IMAGES, *where)
    own = images.filter(pl.col("control").is_null())
    assert dict(own.group_by("subtask").len().rows()) == {
        "sf": 4 * 14,
        "mf": 39,
        "sfb": 10 * 14,
        "mfb": 2 * 39,
    }
    assert home.tables.read(VARIANTS, *where).height == images.height
    tried = home.tables.read(ATTEMPTS, "culture_mix", "local", "sample")
    refused = tried["picture"][0]
    verdicts = tmp_path / "verdicts.csv"
    verdicts.write_text(f"picture,decision,reason\n{refused},rejected,floats\n")
    _run(home, "culture-mix", "decide", str(verdicts))
    choices = tmp_path / "choices.csv"
    choices.write_text("external_id,candidate\nmate,2\n")
    _run(home, "culture-mix", "choose", str(choices))
    _run(home, *_BUILD)
    again = home.tables.read(ATTEMPTS, "culture_mix", "local", "sample")
    mine = again.filter(variant_id=tried["variant_id"][0])
    assert mine["decision"].to_list() == ["rejected", "pending"]
    assert refused not in set(home.tables.read(VARIANTS, *where)["picture"])
    singles = home.tables.read(SINGLE_FOOD, *where).filter(choice="recorded")
    assert set(singles["candidate"]) == {2}
    _forget(home, again)


def _forget(home: Home, tried: pl.DataFrame) -> None:
    """A dish alone: its row of every table goes, and so do all pictures that show it."""
    item = tried["item_id"][-1]
    singles = home.tables.read(SINGLE_FOOD, "culture_mix", "sample")
    gone = singles.filter("chosen", item_id=item, augmentation="none")
    _run(home, "forget", gone["picture"][0], "--yes")
    kept = home.tables.read(MIXED_IMAGES, "culture_mix", "sample")
    assert not home.pictures.path(gone["cutout"][0]).exists()
    assert item not in set(kept["item_id"])
