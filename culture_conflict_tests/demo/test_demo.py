"""The newcomer's first command, its second run, and what it leaves behind."""

from __future__ import annotations

import shutil

import polars as pl
import pytest

from culture_conflict.benchmarks.catalog import asked_benchmarks
from culture_conflict.warehouse.manifest import ensure_manifest, read_nodes
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.demo.conftest import Demo, asked, run

pytestmark = pytest.mark.slow

REFERENCE = {"reference-prior", "reference-nearest-image", "reference-flag-reader"}


# The demo asks one prompt, on one day, about drawings; its only set of sources is of street scenes,
# whose averages are their leaderboard's.
EMPTY = {
    *("culture_mix_real", "evaluation_drift", "prompt_effect", "signpost_naming"),
    "source_set_averages",
}


def test_the_first_run_asks_every_picture_of_every_reference_model_once(demo: Demo) -> None:
    expected = 0
    for benchmark in asked_benchmarks().values():
        found = demo.home.tables.read(benchmark.variants, benchmark.name, "sample")
        # Of street scenes everything is asked with the same words, whatever their tier.
        words = [] if benchmark.name == "signpost" else ["category"]
        asks = benchmark.ready(demo.home, found).select("picture", *words).unique().height
        expected += asks * len(benchmark.references)
    assert asked(demo.output) == expected


def test_the_leaderboard_names_what_it_shows(demo: Demo) -> None:
    assert all(model in demo.output for model in REFERENCE)
    assert "drawings" in demo.output
    assert "Pictures: " in demo.output
    assert "make ui" in demo.output


def test_every_mart_has_rows_with_14_published_and_3_measured_models(demo: Demo) -> None:
    marts = [n for n in read_nodes(ensure_manifest(demo.home.work)) if n.layer == "marts"]
    heights = {node.name: read_mart(demo.home.warehouse, node.name).height for node in marts}
    assert len(heights) >= 7
    assert {name for name, height in heights.items() if not height} == EMPTY
    board = read_mart(demo.home.warehouse, "confused_tourist_leaderboard")
    models = {
        origin: set(board.filter(pl.col("origin") == origin)["model"])
        for origin in ("published", "measured")
    }
    assert len(models["published"]) == 14
    assert models["measured"] == REFERENCE


def test_a_second_run_asks_nothing(demo: Demo) -> None:
    again = run(demo.home.root, "demo")
    assert again.returncode == 0, again.stderr
    assert asked(again.stdout) == 0
    assert again.stdout.count("up to date") == len(asked_benchmarks()) + 1


def test_nothing_is_asked_again_when_only_ledger_and_tables_are_left(demo: Demo) -> None:
    copy = demo.home.root.with_name("copy")
    copy.mkdir()
    shutil.copytree(demo.home.ledger, copy / "ledger")
    shutil.copytree(demo.home.tables.root, copy / "store" / "tables")
    again = run(copy, "demo", "--benchmark", "confused_tourist")
    assert again.returncode == 0, again.stderr
    assert asked(again.stdout) == 0


def test_every_stored_picture_is_what_its_name_says_until_one_is_damaged(demo: Demo) -> None:
    assert run(demo.home.root, "verify").returncode == 0
    copy = demo.home.root.with_name("damaged")
    shutil.copytree(demo.home.pictures.root, copy / "store" / "pictures")
    victim = next(path for path in (copy / "store" / "pictures").rglob("*") if path.is_file())
    victim.write_bytes(victim.read_bytes()[:-1] + b"?")
    damaged = run(copy, "verify")
    assert damaged.returncode == 1
    assert victim.name[:16] in damaged.stdout
