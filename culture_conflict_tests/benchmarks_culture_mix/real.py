"""The released pictures that lie beside the project, as a source with answers."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

REAL = Path(__file__).parents[2].parent / "shared" / "data" / "culture_mix"
NEEDED = pytest.mark.skipif(not REAL.exists(), reason="the real pictures lie outside the project")

_SETTINGS = """\
kind: mix
title: Released pictures
medium: generated
tables: [{path: metadata.csv}]
columns: {image_path: image, background_country: background}
defaults: {licence: CC-BY-SA-4.0}
"""


def source(folder: Path) -> Path:
    """A folder that links to the pictures; links inside a source's folder lead nowhere else."""
    folder.mkdir(parents=True)
    for path in REAL.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / "source.yaml").write_text(_SETTINGS)
    return folder


def answers(path: Path) -> Path:
    """Somebody who knows every food alone and goes by the background where there is one."""
    lines = ["picture,said"]
    with (REAL / "metadata.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            place = row["background"].rstrip("0123456789").replace("Unitedstates", "United States")
            country = place or row["food1_country"]
            lines.append(f'{row["image"]},"{row["food1_name"]} / {country}"')
    path.write_text("\n".join(lines), "utf-8")
    return path
