"""The tables as assets, and `culture-conflict compare` as a person types it."""

from __future__ import annotations

import shutil
from pathlib import Path

import dagster as dg
import polars as pl
import pytest
from typer.testing import CliRunner, Result

from culture_conflict import cli
from culture_conflict.defs import comparisons, confused_tourist, registry, signpost_comparisons
from culture_conflict.errors import CultureConflictError
from culture_conflict.home import Home
from culture_conflict.statistics.signpost_making import make_signpost_comparisons
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.storage import TableStore
from culture_conflict_tests.defs.test_materialize import materialize
from culture_conflict_tests.statistics.small_streets import answered, scored, streets
from culture_conflict_tests.warehouse.synthetic import Synthetic

TABLES_MADE = comparisons.COMPARISONS
PRIOR, FLAG = "reference-prior", "reference-flag-reader"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two models' answers, and the tables made of them."""
    root = tmp_path_factory.mktemp("compared") / "tables"
    _walk(Synthetic(n_items=10, models=(FLAG, PRIOR)).write(root))
    return root


def _walk(store: TableStore) -> None:
    """Answers about 40 street scenes of the sample; Adversarial sends the flag-reader astray."""
    shown = streets("sample")
    scores = scored(shown, [FLAG, PRIOR])
    astray = pl.col("variant_id").str.ends_with("-adversarial") & (pl.col("model") == FLAG)
    scores = scores.with_columns(wla=pl.when(astray, counted=True).then(0.0).otherwise("wla"))
    store.write(TABLES["signpost_variants"], shown, "signpost", "sample")
    for model in (FLAG, PRIOR):
        mine = scores.filter(model=model)
        said = answered(shown, model)
        store.write(TABLES["signpost_predictions"], said, "signpost", model, "sample")
        store.write(TABLES["signpost_scores"], mine, "signpost", model, "sample")
    models, sources = (store.read(TABLES[name], None) for name in ("models", "sources"))
    streets_too = sources.filter(source="sample").with_columns(benchmark=pl.lit("signpost"))
    sources = pl.concat([sources, streets_too])
    store.write(TABLES["sources"], sources, None)
    made = make_signpost_comparisons(store, models, sources, {"base-v1"})
    for table, frame in zip(TABLES_MADE, made, strict=True):
        store.write(table, frame, "signpost")


@pytest.fixture
def compared(home: Home, written: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A home with these tables."""
    monkeypatch.setenv("COLUMNS", "160")
    shutil.copytree(written, home.tables.root, dirs_exist_ok=True)
    return home


def _compare(*arguments: str) -> Result:
    return CliRunner().invoke(cli.app, ["compare", *arguments])


def _message(result: Result) -> str:
    assert result.exit_code == 1
    assert isinstance(result.exception, CultureConflictError)
    return str(result.exception)


@pytest.mark.parametrize(
    ("benchmark", "assets"),
    [
        ("confused_tourist", [*confused_tourist.ASSETS, *comparisons.ASSETS]),
        ("signpost", signpost_comparisons.ASSETS),
    ],
)
def test_the_asset_writes_all_three_tables(
    compared: Home, benchmark: str, assets: list[dg.AssetsDefinition]
) -> None:
    def stored() -> list[pl.DataFrame]:
        return [compared.tables.read(table, benchmark) for table in TABLES_MADE]

    before = stored()
    assert [frame.is_empty() for frame in before] == [False, False, True]
    for table in TABLES_MADE:
        compared.tables.path(table, benchmark).unlink()
    keys = [f"{benchmark}/{table.name}" for table in TABLES_MADE]
    assert materialize(compared, [*registry.ASSETS, *assets], *keys).success
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


def test_street_scenes_are_compared_in_their_own_words(compared: Home) -> None:
    table = compared.tables.read(TABLES["model_comparison"], "signpost")
    assert set(table["source_version"]) == {"v1"}
    row = table.filter(metric="wla", cue="adversarial_text").row(0, named=True)
    assert row["p_holm"] < 0.05
    shown = _compare(PRIOR, FLAG, "--benchmark", "signpost")
    assert shown.exit_code == 0, shown.output
    assert "SIGNPOST, source sample (illustrations" in shown.output
    assert "ConfusedTourist" not in shown.output
    lines = {line.split("  ")[0].strip(): line for line in shown.output.splitlines()}
    line = lines["WLA, adversarial"]
    assert line.split()[2:5] == [
        *(f"{100 * row[name]:.1f}" for name in ("value_b", "value_a")),
        f"{-100 * row['delta']:+.1f}",
    ]
    assert line.split()[-3:] == ["40", "40/40", "A"]
    assert {"WLA, originals", "WLA, blank", "WLA, similar", "TFR, adversarial"} <= set(lines)
    assert "scenes" in shown.output
    assert "no share of answers" in " ".join(shown.output.split())
    turned = _compare(FLAG, PRIOR, "--benchmark", "signpost")
    assert next(x for x in turned.output.splitlines() if "WLA, adv" in x).split()[-1] == "B"


def test_without_a_benchmark_every_one_is_compared(compared: Home) -> None:
    shown = _compare(PRIOR, FLAG)
    titles = [shown.output.index(name) for name in ("ConfusedTourist,", "SIGNPOST,", "CultureMix,")]
    assert titles == sorted(titles)
    assert "dish accuracy, originals" in shown.output
    assert "as_published" in _message(
        _compare(PRIOR, FLAG, "--benchmark", "signpost", "--rule", "as_published")
    )
    assert "of culture_mix" in _message(
        _compare(PRIOR, FLAG, "--benchmark", "culture_mix", "--evaluation", "later")
    )
    assert "'tourist'" in _message(_compare(PRIOR, FLAG, "--benchmark", "tourist"))


def test_a_difference_that_rounds_to_nothing_has_no_sign() -> None:
    from culture_conflict.showing_comparisons import _percent

    assert [_percent(x, sign=True) for x in (-0.0001, 0.0001, -0.001, None)] == [
        *("0.0", "0.0", "-0.1", "-"),
    ]


def test_better_is_said_only_of_what_is_real() -> None:
    from culture_conflict.showing_comparisons import _better

    real = {"p_holm": 0.01, "delta": 0.2, "metric": "accuracy"}
    assert _better(real) == "A"
    assert _better(real | {"metric": "wla"}) == "A"
    assert _better(real | {"metric": "wla", "delta": -0.2}) == "B"
    assert _better(real | {"metric": "at_trap"}) == "B"
    assert _better(real | {"metric": "at_trap", "delta": -0.2}) == "A"
    assert _better(real | {"metric": "distraction"}) == "B"
    assert _better(real | {"metric": "drop"}) == "B"
    assert _better(real | {"p_holm": 0.05}) == "no difference shown"
    assert _better(real | {"p_holm": None}) == "no difference shown"
