"""Tiny editors in Dagster: partitions, gates, variants, answers; recorded they flow, enforced not.

Everything runs in one process with torch; pytest looks at the tables.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from culture_conflict.benchmarks.confused_tourist.stacking import stack_images
from culture_conflict.home import Home
from culture_conflict.tables.catalog import TABLES, table_of
from culture_conflict_tests.benchmarks_confused_tourist.painted_world import world
from culture_conflict_tests.benchmarks_signpost.drawn_quintuplets import drawn_source
from culture_conflict_tests.checkpoints.kit import needs_torch, run_python

pytestmark = [pytest.mark.slow, needs_torch("diffusers", "peft", "accelerate")]

_RUN = "culture_conflict_tests.editors_diffusers.dagster_run"
_ROW = (
    "- {{key: {0}, kind: {1}, checkpoint: {2}/{3}, pixels: 16384, steps: 1, "
    "dtype: float32, gpus: 0}}\n"
)
_TINY = (("tiny-qwen", "qwen", "qwen-plus"), ("tiny-flux", "flux", "flux"))
_SIGNS = ["signpost/edited_images", "signpost/edit_gates"]
_PAINT = "confused_tourist__edited_images"
_LETTER = "signpost__editing"


def _prepared(folder: Path, editors: Path) -> Home:
    """A home with two items, two scenes and two tiny editors."""
    home = Home(folder).prepare()
    rows = (_ROW.format(key, kind, editors, name) for key, kind, name in _TINY)
    home.editors_file.write_text("editors:\n" + "".join(rows), encoding="utf-8")
    items, cues, pairs = world(home.pictures)
    stacked = stack_images(items, cues, pairs, home.pictures)
    nothing = TABLES["imported_images"].empty()
    tables = {"items": items, "cues": cues, "pairs": pairs, "stacked_images": stacked}
    _write(home, "confused_tourist", tables | {"imported_images": nothing})
    scenes = drawn_source(home.pictures, {"a": {}})
    _write(
        home,
        "signpost",
        {
            "items": scenes.items,
            "ocr_spans": scenes.spans,
            "replacements": scenes.replacements,
            "screenings": scenes.screenings,
            "trap_targets": scenes.traps,
        },
    )
    return home


def _write(home: Home, benchmark: str, tables: dict[str, pl.DataFrame]) -> None:
    for name, frame in tables.items():
        home.tables.write(table_of(benchmark, name), frame, benchmark, "sample")


def _steps(mode: str, editors: Iterable[str]) -> list[Any]:
    steps: list[Any] = []
    for editor in editors:
        config = {"config": {"mode": mode}}
        read = {"config": {"mode": mode, "read_back": False, "control": False}}
        steps.append([["confused_tourist/edited_images"], f"{editor}|sample", {_PAINT: config}])
        steps.append([_SIGNS, f"{editor}|sample", {_LETTER: read}])
    variants = [
        [["confused_tourist/variants"], "sample", {}],
        [["signpost/variants"], "sample", {}],
    ]
    return [*steps, *variants]


def _run(home: Home, steps: list[Any]) -> None:
    printed = run_python(sys.executable, "-m", _RUN, home.root, json.dumps(steps))
    outcomes = [json.loads(line) for line in printed.splitlines() if line.startswith('{"keys"')]
    assert [one["success"] for one in outcomes] == [True] * len(steps)


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory, editors: Path) -> dict[str, Home]:
    """A home whose gates recorded, and one where they were enforced."""
    made = {}
    for mode in ("record", "enforce"):
        home = _prepared(tmp_path_factory.mktemp(mode), editors)
        also = ["local"] if mode == "enforce" else []
        _run(home, _steps(mode, [*(key for key, _, _ in _TINY), *also]))
        made[mode] = home
    return made


def _variants(home: Home, table: str, benchmark: str) -> pl.DataFrame:
    return home.tables.read(TABLES[table], benchmark, "sample")


def test_recorded_pictures_of_both_editors_are_variants_and_flagged(
    homes: dict[str, Home],
) -> None:
    painted = _variants(homes["record"], "variants", "confused_tourist")
    painted = painted.filter(pl.col("perturb_method") == "generative")
    lettered = _variants(homes["record"], "signpost_variants", "signpost")
    for made in (painted, lettered.filter(pl.col("editor") != "none")):
        keys = {version.split("/")[0] for version in made["editor"]}
        assert keys == {"tiny-qwen", "tiny-flux"}
        assert all(json.loads(gates)["accepted"] is False for gates in made["gates"].drop_nulls())
    assert painted.height == 2 * 7


def test_enforced_only_the_local_editor_goes_on_and_the_others_say_why(
    homes: dict[str, Home],
) -> None:
    home = homes["enforce"]
    lettered = _variants(home, "signpost_variants", "signpost")
    assert set(lettered["editor"]) == {"none", "local/1"}
    painted = _variants(home, "variants", "confused_tourist")
    assert "generative" not in set(painted["perturb_method"])
    for key, _, _ in _TINY:
        rows = home.tables.read(TABLES["edited_images"], "confused_tourist", key, "sample")
        assert set(rows["outcome"]) == {"rejected", "failed"}
        assert {"target_lost", "not_isolated"} <= set(rows["reason"])


def test_every_edit_is_on_record_and_what_the_mask_cut_is_kept(homes: dict[str, Home]) -> None:
    home = homes["record"]
    for key, _, name in _TINY:
        rows = home.tables.read(TABLES["edited_images"], "signpost", key, "sample")
        made = rows.filter(pl.col("variant") != "original")
        for record in map(json.loads, made["record"]):
            assert record["checkpoint"].endswith(name)
            assert (record["steps"], record["device"], record["prompt_id"]) == (1, "cpu", "signs-1")
            assert record["seconds"] > 0
        assert all(home.pictures.get(sha) for sha in made["unblended"])
        outside = [json.loads(gates)["gates"]["changed_outside"] for gates in made["gates"]]
        assert [gate["verdict"] for gate in outside] == ["pass"] * 4
