"""The tables as assets, and `culture-conflict compare` as a person types it."""

from __future__ import annotations

import polars as pl
import pytest
from typer.testing import CliRunner, Result

from culture_conflict import cli
from culture_conflict.defs import comparisons, confused_tourist, registry
from culture_conflict.errors import CultureConflictError
from culture_conflict.home import Home
from culture_conflict.tables.catalog import TABLES
from culture_conflict_tests.defs.test_materialize import materialize
from culture_conflict_tests.warehouse.synthetic import Synthetic

ASSETS = [*registry.ASSETS, *confused_tourist.ASSETS, *comparisons.ASSETS]
TABLES_MADE = comparisons.COMPARISONS
PRIOR, FLAG = "reference-prior", "reference-flag-reader"


@pytest.fixture
def compared(home: Home, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A home with two models' answers, and the tables made of them."""
    monkeypatch.setenv("COLUMNS", "160")
    Synthetic(n_items=10, models=(FLAG, PRIOR)).write(home.tables.root)
    return home


def _compare(*arguments: str) -> Result:
    return CliRunner().invoke(cli.app, ["compare", *arguments])


def _message(result: Result) -> str:
    assert result.exit_code == 1
    assert isinstance(result.exception, CultureConflictError)
    return str(result.exception)


def test_the_asset_writes_all_three_tables(compared: Home) -> None:
    def stored() -> list[pl.DataFrame]:
        return [compared.tables.read(table, "confused_tourist") for table in TABLES_MADE]

    before = stored()
    assert [frame.is_empty() for frame in before] == [False, False, True]
    for table in TABLES_MADE:
        compared.tables.path(table, "confused_tourist").unlink()
    keys = [f"confused_tourist/{table.name}" for table in TABLES_MADE]
    assert materialize(compared, ASSETS, *keys).success
    assert all(one.equals(other) for one, other in zip(before, stored(), strict=True))


def test_compare_prints_both_sides_as_named(compared: Home) -> None:
    table = compared.tables.read(TABLES["model_comparison"], "confused_tourist")
    row = table.filter(
        metric="accuracy", target="country", rule="guarded", perturb_method="stacked"
    ).row(0, named=True)
    shown = _compare(PRIOR, FLAG)
    assert shown.exit_code == 0, shown.output
    assert f"A = {PRIOR}, B = {FLAG}" in shown.output
    assert "illustrations" in shown.output
    line = next(x for x in shown.output.splitlines() if "country accuracy, stacked" in x)
    values = [f"{100 * row[name]:.1f}" for name in ("value_b", "value_a")]
    assert line.split()[3:5] == values
    assert f"{-100 * row['delta']:+.1f}" in line
    assert f"{row['n_common']}/{row['n_variants']}" in line
    turned = _compare(FLAG, PRIOR)
    line = next(x for x in turned.output.splitlines() if "country accuracy, stacked" in x)
    assert line.split()[3:5] == values[::-1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((PRIOR, PRIOR), "name two different ones"),
        ((PRIOR, "nobody"), "`nobody` is not in the registry"),
        ((PRIOR, "reference-nearest-image"), "no picture of any source in common"),
        ((PRIOR, FLAG, "--prompt", "other-v1"), "prompt other-v1"),
        ((PRIOR, FLAG, "--source", "nowhere"), "nowhere"),
    ],
)
def test_what_can_not_be_compared_is_refused(
    compared: Home, arguments: tuple[str, ...], said: str
) -> None:
    assert said in _message(_compare(*arguments))


def test_before_the_metrics_it_says_what_to_do(home: Home) -> None:
    assert "Materialize confused_tourist/model_comparison" in _message(_compare(PRIOR, FLAG))


def test_better_is_said_only_of_what_is_real() -> None:
    from culture_conflict.showing_comparisons import _better

    real = {"p_holm": 0.01, "delta": 0.2, "metric": "accuracy"}
    assert _better(real) == "A"
    assert _better(real | {"metric": "distraction"}) == "B"
    assert _better(real | {"p_holm": 0.05}) == "no difference shown"
    assert _better(real | {"p_holm": None}) == "no difference shown"
