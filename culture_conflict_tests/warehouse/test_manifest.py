"""The manifest: made once per state of the project, read without dbt, complete."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from culture_conflict.tables.catalog import TABLES
from culture_conflict.warehouse import manifest as module
from culture_conflict.warehouse.build import Built
from culture_conflict.warehouse.manifest import (
    PROJECT,
    Node,
    ProjectError,
    ensure_manifest,
    parsed_project,
    read_nodes,
)
from culture_conflict.warehouse.read import connect
from culture_conflict_tests.warehouse.conftest import Place

UNREAD = {
    "fine_tuned_model",
    "mix_split",
    "attempt_decisions",
    "attempts",
    "backgrounds",
    "canary_predictions",
    "cues",
    "edit_gates",
    "edited_images",
    "food_choices",
    "food_difficulty",
    "food_pairs",
    "given_texts",
    "imported_images",
    "imported_mixes",
    "ocr_spans",
    "single_food",
}


@pytest.fixture(scope="module")
def nodes(built: tuple[Place, Built]) -> dict[str, Node]:
    return {node.name: node for node in read_nodes(ensure_manifest(built[0].work))}


def test_nothing_is_parsed_while_the_project_is_the_same(
    built: tuple[Place, Built], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_parse", lambda path: pytest.fail(f"parsed {path}"))
    first, second = (ensure_manifest(built[0].work) for _ in range(2))
    assert first == second
    assert set(first.parent.glob("manifest-*")) == {first, parsed_project(first)}


def test_a_build_parses_nothing_that_was_parsed(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dbt.parser.manifest import ManifestLoader

    monkeypatch.setattr(ManifestLoader, "load", lambda _: pytest.fail("parsed again"))
    assert [node.rows for node in place.build("stg_models").nodes] == [2]


def test_half_of_what_was_parsed_is_parsed_again(
    built: tuple[Place, Built], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, parsed = ensure_manifest(built[0].work), []
    monkeypatch.setattr(module, "_parse", parsed.append)
    (tmp_path / "dbt").mkdir()
    kept = Path(shutil.copy(made, tmp_path / "dbt"))
    assert ensure_manifest(tmp_path) == kept
    assert parsed == [kept]
    shutil.copy(parsed_project(made), tmp_path / "dbt")
    ensure_manifest(tmp_path)
    assert len(parsed) == 1


def test_a_changed_file_or_version_asks_for_another_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "project"
    shutil.copytree(PROJECT, copy)
    monkeypatch.setattr(module, "PROJECT", copy)
    seen = {module._fingerprint()}
    (copy / "target").mkdir()
    (copy / "target" / "compiled.sql").write_text("select 1")
    assert module._fingerprint() in seen
    (copy / "models" / "one_more.sql").write_text("select 1")
    seen.add(module._fingerprint())
    monkeypatch.setattr(module, "version", lambda _: "9.9.9")
    seen.add(module._fingerprint())
    assert len(seen) == 3


@pytest.mark.slow
def test_a_project_that_dbt_refuses_is_told_with_dbts_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "project"
    shutil.copytree(PROJECT, copy)
    (copy / "models" / "marts" / "leaderboard.sql").write_text("select * from {{ ref('nobody') }}")
    monkeypatch.setattr(module, "PROJECT", copy)
    with pytest.raises(ProjectError, match="nobody"):
        ensure_manifest(tmp_path / "cache")
    assert not list((tmp_path / "cache").rglob("manifest-*"))


def test_dbt_and_duckdb_are_imported_only_to_build() -> None:
    statement = (
        "import sys; import culture_conflict.warehouse.build, culture_conflict.warehouse.read;"
        "print(sorted({'dbt', 'dbt_common', 'duckdb', 'pyarrow'} & set(sys.modules)))"
    )
    output = subprocess.run(
        [sys.executable, "-c", statement], capture_output=True, text=True, check=True
    )
    assert output.stdout.strip() == "[]"


def test_the_graph_leads_from_the_tables_to_the_marts(nodes: dict[str, Node]) -> None:
    read = {node.table for node in nodes.values() if node.table}
    assert read == set(TABLES) - UNREAD
    assert all(set(node.depends_on) <= set(nodes) for node in nodes.values())
    order = ["seeds", "staging", "intermediate", "marts"]
    for node in nodes.values():
        layers = [order.index(nodes[name].layer) for name in node.depends_on]
        assert all(layer <= order.index(node.layer) for layer in layers)
        assert (node.kind == "seed") == (node.layer == "seeds")
        assert bool(node.depends_on) == (node.layer not in {"seeds", "staging"})


def test_each_parquet_table_is_read_by_one_model(nodes: dict[str, Node]) -> None:
    tables = [node.table for node in nodes.values() if node.table]
    assert len(tables) == len(set(tables))
    readers = [path.name for path in PROJECT.rglob("*.sql") if "read_table(" in path.read_text()]
    staging = [f"{node.name}.sql" for node in nodes.values() if node.table]
    assert sorted(readers) == sorted([*staging, "read_table.sql"])


def test_every_node_and_every_column_of_a_mart_or_seed_is_described(
    nodes: dict[str, Node], built: tuple[Place, Built]
) -> None:
    assert all(node.description for node in nodes.values())
    with connect(built[0].warehouse) as warehouse:
        for node in (n for n in nodes.values() if n.layer in {"marts", "seeds"}):
            columns = warehouse.table(f"{node.layer}.{node.name}").columns
            assert list(node.columns) == columns, node.name
            assert all(node.columns.values())


def test_each_intermediate_model_and_mart_has_a_unit_test(nodes: dict[str, Node]) -> None:
    text = "".join(path.read_text() for path in PROJECT.rglob("unit_tests*.yml"))
    for node in nodes.values():
        if node.layer in {"intermediate", "marts"}:
            assert f"model: {node.name}\n" in text
