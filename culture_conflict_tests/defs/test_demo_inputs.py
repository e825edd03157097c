"""The marts are rebuilt whenever anything they are made of has changed, and only then."""

from __future__ import annotations

from io import StringIO

import dagster as dg
import pytest
from rich.console import Console

from culture_conflict.defs import demo
from culture_conflict.defs.mix_comparisons import MIX_COMPARISONS
from culture_conflict.defs.up_to_date import metrics_inputs
from culture_conflict.home import Home
from culture_conflict.tables.catalog import TABLES

MADE = {"models", "sources", "source_sets", "intervals", "signpost_intervals"} | {
    *(table.name for table in MIX_COMPARISONS)
}


@pytest.mark.parametrize("name", sorted(set(TABLES) - MADE))
def test_another_partition_of_any_table_is_noticed(home: Home, name: str) -> None:
    before = metrics_inputs(home)
    assert metrics_inputs(home) == before
    home.tables.write(TABLES[name], TABLES[name].empty(), "confused_tourist", "new")
    assert metrics_inputs(home) != before


def test_a_model_switched_off_is_noticed(home: Home) -> None:
    before = metrics_inputs(home)
    home.models_file.write_text("models:\n  - {key: reference-prior, enabled: false}\n")
    assert metrics_inputs(home) != before


def test_a_new_source_set_is_noticed(home: Home) -> None:
    before = metrics_inputs(home)
    home.source_sets_file.write_text("mine: {benchmark: confused_tourist, sources: [sample]}\n")
    assert metrics_inputs(home) != before


def test_the_tables_that_the_run_itself_makes_are_not_its_inputs(home: Home) -> None:
    before = metrics_inputs(home)
    for name in MADE:
        home.tables.write(TABLES[name], TABLES[name].empty(), None)
    assert metrics_inputs(home) == before


@pytest.mark.parametrize("benchmark", ["signpost", "culture_mix"])
def test_the_demo_of_one_benchmark_ends_without_the_pictures_of_another(
    home: Home, benchmark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "_run_all", lambda *_, **__: 0)
    monkeypatch.setattr(demo, "_print_boards", lambda *_: None)
    said = StringIO()
    demo.run_demo(home, dg.Definitions(), Console(file=said), benchmark)
    assert "Report:" in said.getvalue()
    assert "Pictures:" not in said.getvalue()
