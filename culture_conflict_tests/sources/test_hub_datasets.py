"""Parquet that the `datasets` library writes itself, from real and from drawn pictures."""

from __future__ import annotations

import csv
import hashlib
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from culture_conflict.benchmarks.confused_tourist.imported import imported_variants
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.sources.hub_kit import (
    CUE,
    original,
    perturbed,
    read,
    source_of,
    write,
    write_by_datasets,
)

pytestmark = pytest.mark.slow  # importing the library takes seconds
REAL = Path(__file__).parents[2].parent / "shared" / "data" / "confused_tourist"


def _check(folder: Path, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    tables, store = read(folder)
    assert tables.rejects.to_dicts() == []
    made = VARIANTS.validate(imported_variants(tables.items, tables.imported_images))
    by_id = {row["external_id"]: row for row in made.to_dicts()}
    assert list(by_id) == [str(row["id"]) for row in rows]
    for row in rows:
        data = row["image"]["bytes"]
        assert store.get(by_id[str(row["id"])]["picture"]) == data
        assert by_id[str(row["id"])]["picture"] == hashlib.sha256(data).hexdigest()
    return list(by_id.values())


def test_drawn_pictures(tmp_path: Path) -> None:
    rows = [original(1), perturbed(2), perturbed(3, perturb_method="AI", perturb_context="flag")]
    folder = source_of(tmp_path / "sources", {})
    write_by_datasets(folder / "data" / "train-00000-of-00002.parquet", rows[:2])
    write_by_datasets(folder / "data" / "train-00001-of-00002.parquet", rows[2:])
    made = _check(folder, rows)
    assert [row["variant"] for row in made][1:] == [
        "stacked/geo/hard/flag_landmark",
        "generative/geo/hard/flag",
    ]


@pytest.mark.skipif(not REAL.exists(), reason="the published pictures lie outside the project")
def test_ten_real_pictures_with_their_middle_as_the_original(tmp_path: Path) -> None:
    with (REAL / "metadata.csv").open(encoding="utf-8", newline="") as file:
        listed = list(csv.DictReader(file))
    rows = []
    for n, one in enumerate(listed):
        data = (REAL / one["image"]).read_bytes()
        facts = {name: one[name] for name in ("origin_country", "category")}
        first = original(2 * n, one["item"], image={"bytes": _middle(data), "path": None}, **facts)
        more = {"adversarial_country": one["model_country"], "perturb_method": "AI"}
        shown = {"bytes": data, "path": one["image"]}
        rows += [first, first | CUE | more | {"id": 2 * n + 1, "image": shown}]
    folder = source_of(tmp_path / "sources", {})
    write_by_datasets(folder / "data" / "train.parquet", rows)
    made = _check(folder, rows)
    assert len(made) == 20
    assert {row["category"] for row in made} == {"cuisine", "attire", "music"}
    countries = {row["external_id"]: row["distractor_country"] for row in made}
    assert countries["9"] == "COD"  # the Democratic Republic of the Congo


def _middle(data: bytes) -> bytes:
    image, out = Image.open(io.BytesIO(data)), io.BytesIO()
    width, height = image.size
    image.crop((width // 4, height // 4, 3 * width // 4, 3 * height // 4)).save(out, "JPEG")
    return out.getvalue()


def test_never_all_pictures_are_in_memory(tmp_path: Path) -> None:
    """200 MB of pictures in row groups of 16 MB: all of them would be 200 MB more."""
    rows = [original(n, image={"bytes": os.urandom(2_000_000), "path": None}) for n in range(100)]
    path = write(tmp_path / "x.parquet", rows, rows_per_group=8)
    code = (
        "import resource, sys; from pathlib import Path\n"
        "from culture_conflict.sources.hub.parquet import open_shard, pictures_of, rows_of\n"
        "def most(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024\n"
        "shard = open_shard('x', Path(sys.argv[1])); list(rows_of(shard, ['id']))\n"
        "before = most()\n"
        "n = sum(len(data) for data in pictures_of(shard, 'image', range(1, 101)))\n"
        "print(n, most() - before)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    n_bytes, grown = map(int, done.stdout.split())
    assert n_bytes == 200_000_000
    assert grown < 150
