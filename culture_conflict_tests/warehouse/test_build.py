"""A build swaps in whole or not at all, and leaves no marks on the process."""

from __future__ import annotations

import logging
import os
import shutil
import signal
import threading
import time
import warnings
from pathlib import Path

import polars as pl
import pytest

from culture_conflict.errors import BusyError, HomeError, MissingTableError
from culture_conflict.locks import exclusive
from culture_conflict.tables.catalog import TABLES
from culture_conflict.warehouse import build as build_module
from culture_conflict.warehouse.build import BuildError, Built
from culture_conflict.warehouse.manifest import PROJECT, ensure_manifest, read_nodes
from culture_conflict.warehouse.read import connect, read_mart
from culture_conflict_tests.statistics.small_source import unasked
from culture_conflict_tests.warehouse.conftest import MODELS, Place
from culture_conflict_tests.warehouse.synthetic import BENCHMARK, SOURCE, Synthetic


def _models(place: Place, mart: str) -> set[str]:
    rows = read_mart(place.warehouse, mart)
    return set(rows.filter(pl.col("origin") == "measured")["model"])


def test_every_node_is_built_and_every_test_passes(built: tuple[Place, Built]) -> None:
    place, result = built
    nodes = {node.name: node for node in read_nodes(ensure_manifest(place.work))}
    assert {node.name for node in result.nodes} == set(nodes)
    assert {node.status for node in result.nodes} == {"success"}
    # The synthetic street scenes are finished pictures, asked for coordinates only.
    building = {"signpost_items", "rejects", "screenings", "replacements", "trap_targets"}
    judged = {"stg_signpost_judgements", "int_signpost_judged", "signpost_naming"}
    empty = {node.name for node in result.nodes if not node.rows}
    assert empty == judged | {f"stg_{name}" for name in building}
    assert {test.status for test in result.tests} == {"pass"}
    tested = {test.node for test in result.tests}
    assert {name for name, node in nodes.items() if node.layer == "marts"} <= tested


def test_row_counts_are_those_of_the_file(built: tuple[Place, Built]) -> None:
    place, result = built
    rows = {node.name: node.rows for node in result.nodes}
    board = read_mart(place.warehouse, "confused_tourist_leaderboard")
    assert rows["confused_tourist_leaderboard"] == board.height == 14 + len(MODELS)
    assert not list(place.root.glob("*.building*"))


def _state() -> dict[str, object]:
    names = ("stdout_log", "file_log", "")
    return {
        "filters": list(warnings.filters),
        "handlers": {name: list(logging.getLogger(name).handlers) for name in names},
        "signals": [signal.getsignal(s) for s in (signal.SIGINT, signal.SIGTERM)],
        "environment": dict(os.environ),
        "folder": Path.cwd(),
        "project": sorted(PROJECT.rglob("*")),
    }


def test_a_build_prints_nothing_and_leaves_the_process_as_it_was(
    place: Place, capfd: pytest.CaptureFixture[str]
) -> None:
    before = _state()
    place.build("stg_models")
    assert _state() == before
    assert capfd.readouterr() == ("", "")
    open_files = [link.readlink() for link in _descriptors() if link.is_symlink()]
    assert not [path for path in open_files if place.root in path.parents]


def _descriptors() -> list[Path]:
    return list(Path("/proc/self/fd").iterdir())


@pytest.mark.slow
def test_a_model_without_registry_row_leaves_every_mart(place: Place) -> None:
    Synthetic.write_models(place.tables, MODELS[1:])
    Synthetic.write_intervals(place.tables, MODELS[1:])
    place.build()
    for mart in ("confused_tourist_leaderboard", "answer_coverage", "confused_tourist_accuracy"):
        assert _models(place, mart) == set(MODELS[1:])


def test_a_partial_build_keeps_the_rest(place: Place) -> None:
    Synthetic.write_models(place.tables, MODELS[1:])
    result = place.build("stg_models", "confused_tourist_leaderboard")
    assert {node.name for node in result.nodes} == {"stg_models", "confused_tourist_leaderboard"}
    assert _models(place, "confused_tourist_leaderboard") == set(MODELS[1:])
    assert _models(place, "confused_tourist_accuracy") == set(MODELS)


def test_a_partial_build_says_what_to_build_first(place: Place) -> None:
    place.warehouse.unlink()
    with pytest.raises(MissingTableError, match=r"leaderboard can't.*answer_coverage"):
        place.build("confused_tourist_leaderboard")
    with pytest.raises(MissingTableError, match="no_such_mart"):
        place.build("no_such_mart")
    assert place.build("stg_models").nodes[0].rows == len(MODELS)


@pytest.mark.slow
def test_tables_without_rows_give_no_measured_row_and_no_failure(place: Place) -> None:
    shutil.rmtree(place.tables.root)
    place.tables.prepare(TABLES)
    result = place.build()
    assert {test.status for test in result.tests} == {"pass"}
    for node in (n for n in read_nodes(ensure_manifest(place.work)) if n.layer == "marts"):
        mart = read_mart(place.warehouse, node.name)
        measured = mart.filter(origin="measured") if "origin" in mart.columns else mart
        assert measured.is_empty(), node.name
    assert read_mart(place.warehouse, "confused_tourist_leaderboard").height == 14


@pytest.mark.slow
def test_a_failed_test_names_itself_and_keeps_the_old_file(place: Place) -> None:
    before = place.warehouse.read_bytes()
    variants = place.tables.path(TABLES["variants"], BENCHMARK, SOURCE)
    shutil.copy(variants, variants.with_name("twin.parquet"))
    with pytest.raises(BuildError, match=r"stg_variants, test grain_stg_variants: \d+ rows, e.g."):
        place.build()
    assert place.warehouse.read_bytes() == before
    assert not list(place.root.glob("*.building*"))


@pytest.mark.slow
def test_a_number_without_its_own_interval_keeps_the_old_file(place: Place) -> None:
    """A row of intervals of another estimate, or none, is no interval of the mart's rate."""
    before = place.warehouse.read_bytes()
    drawn = place.tables.read(TABLES["intervals"], BENCHMARK)
    of_board = pl.when(mart="confused_tourist_leaderboard")
    estimate = pl.col("estimate") + of_board.then(1e-9).otherwise(0.0)
    stale = drawn.filter(pl.col("metric") != "drop_unpaired").with_columns(estimate)
    place.tables.write(TABLES["intervals"], stale, BENCHMARK)
    with pytest.raises(BuildError) as caught:
        place.build("stg_intervals", "confused_tourist_leaderboard", "confused_tourist_accuracy")
    message = str(caught.value)
    assert "country_accuracy_original is not what its interval was drawn for" in message
    assert message.count("drop_unpaired has no interval: materialize confused_tourist/int") == 1
    assert "Make them again when no evaluation runs: culture-conflict metrics" in message
    assert place.warehouse.read_bytes() == before


@pytest.mark.slow
def test_neither_an_editor_nobody_was_asked_about_nor_the_last_digit_stops_a_build(
    place: Place,
) -> None:
    """Originals stand beside its pictures with their interval, which may end at the estimate."""
    shown = place.tables.read(TABLES["variants"], BENCHMARK, SOURCE)
    both = pl.concat([shown, unasked(shown, "brush", "generative")])
    place.tables.write(TABLES["variants"], both, BENCHMARK, SOURCE)
    Synthetic.write_stacked_intervals(place.tables, MODELS)
    drawn = place.tables.read(TABLES["intervals"], BENCHMARK)
    is_mean = pl.col("mart") == "confused_tourist_correlation"
    ended = pl.when(is_mean & pl.col("ci_high").is_not_null()).then(pl.col("estimate") - 1e-14)
    place.tables.write(
        TABLES["intervals"], drawn.with_columns(ci_high=ended.otherwise("ci_high")), BENCHMARK
    )
    assert drawn.filter(is_mean, pl.col("ci_high").is_not_null()).height
    place.build()
    regions = read_mart(place.warehouse, "confused_tourist_subregion").filter(editor="brush")
    assert regions["n"].sum() == 0
    many = regions.filter(pl.col("n_original") >= 5)
    assert many.height
    assert many["accuracy_original_ci_low"].null_count() == 0


@pytest.mark.slow
def test_a_failed_model_names_itself_and_its_cause(place: Place) -> None:
    shutil.rmtree(place.tables.root / "scores")
    with pytest.raises(BuildError, match=r"stg_scores: .*No files found.*scores"):
        place.build("stg_scores")
    assert _models(place, "confused_tourist_leaderboard") == set(MODELS)


@pytest.mark.slow
def test_folders_with_glob_signs_are_read_as_they_are_called(place: Place) -> None:
    odd = place.root / "a [b] *c?"
    shutil.move(place.tables.root, odd)
    result = build_module.build(
        tables=odd,
        warehouse=place.warehouse,
        work=place.work,
        select=["stg_models"],
        log=lambda _: None,
    )
    assert result.nodes[0].rows == len(MODELS)


def test_a_full_disk_is_refused_before_the_first_byte(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = os.statvfs_result((4096, 4096, 100, 1, 1, 100, 1, 1, 0, 255))
    monkeypatch.setattr(os, "statvfs", lambda _: full)
    with pytest.raises(HomeError, match="are needed"):
        place.build()
    assert not place.building.exists()


def test_a_second_build_waits_for_the_first(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    held, release = threading.Event(), threading.Event()

    def hold() -> None:
        with exclusive(place.work / "warehouse.lock", what="a test", wait_s=0):
            held.set()
            release.wait(30)

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(30)
    monkeypatch.setattr(build_module, "_WAIT_S", 0.1)
    with pytest.raises(BusyError, match=str(os.getpid())):
        place.build("stg_models")
    monkeypatch.setattr(build_module, "_WAIT_S", 30)
    threading.Timer(0.3, release.set).start()
    started = time.monotonic()
    place.build("stg_models")
    assert time.monotonic() - started > 0.3
    holder.join()


def test_a_reader_keeps_its_rows_while_a_build_swaps(place: Place) -> None:
    Synthetic.write_models(place.tables, MODELS[1:])
    with connect(place.warehouse) as reader:
        place.build("stg_models")
        assert len(reader.table("staging.stg_models")) == len(MODELS)
    with connect(place.warehouse) as reader:
        assert len(reader.table("staging.stg_models")) == len(MODELS) - 1
