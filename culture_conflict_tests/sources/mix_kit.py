"""Writes small data sets of mixed pictures in the published layout."""

from __future__ import annotations

import csv
from pathlib import Path

from PIL import Image

from culture_conflict.sources.source import Source

HEAD = "title: Mixes\nmedium: generated\nkind: mix\ndefaults: {licence: CC-BY-4.0}\n"
COLUMNS = (
    *("image_path", "food1_id", "food1_name", "food1_country"),
    *("food2_id", "food2_name", "food2_country", "background_country"),
)
Rows = list[dict[str, str]]
FOOD = {"food1_id": "7", "food1_name": "Laksa", "food1_country": "Malaysia"}
TABLES: dict[str, Rows] = {
    "sf": [FOOD | {"image_path": "images/sf/7.png"}],
    "mf": [
        FOOD
        | {"image_path": "images/mf/1.png", "food2_id": "9", "food2_name": "Pho"}
        | {"food2_country": "Vietnam"}
    ],
    "sfb_street": [
        FOOD | {"image_path": "images/sfb/1.png", "background_country": "unitedstates2"},
        FOOD | {"image_path": "images/sfb/2.png", "background_country": "Malaysia"},
    ],
    "mfb_landmark": [
        FOOD
        | {"image_path": "images/mfb/1.png", "food2_id": "9", "food2_name": "Pho"}
        | {"food2_country": "Vietnam", "background_country": "southkorea1"}
    ],
}


def write(folder: Path, tables: dict[str, Rows] = TABLES, head: str = HEAD) -> Source:
    """The folder with `source.yaml`, its tables, and a different picture per path."""
    (folder / "metadata").mkdir(parents=True)
    (folder / "source.yaml").write_text(head)
    for name, rows in tables.items():
        with (folder / "metadata" / f"{name}.csv").open("w", encoding="utf-8") as file:
            writer = csv.DictWriter(file, sorted({*COLUMNS, *(c for row in rows for c in row)}))
            writer.writeheader()
            writer.writerows(rows)
        for row in rows:
            _draw(folder, row["image_path"])
    return Source("culture_mix", "mixes", "mix", "Mixes", "generated", folder)


def _draw(folder: Path, name: str) -> None:
    path = folder / name
    if ".." not in name and not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        colour = tuple(name.encode()[-7:-4])
        Image.new("RGB", (40, 30), colour).save(path)
