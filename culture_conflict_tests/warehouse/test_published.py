"""The printed figures in the project are those of the paper, and Table 5 is under its models."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import polars as pl
import pytest

from culture_conflict.warehouse.build import Built
from culture_conflict.warehouse.manifest import PROJECT
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.warehouse.conftest import Place

SEEDS = PROJECT / "seeds"
PRINTED = Path(__file__).parents[2].parent / "shared" / "published"
CELL = ["perturb_method", "pair_method", "perturb_context", "difficulty"]
OURS = {"known_differences"}
ANSWERS_LOST = {"Gemini-2.5-Flash", "Claude-4.5-Sonnet"}


def _seed(name: str, folder: Path = SEEDS) -> pl.DataFrame:
    return pl.read_csv(folder / f"{name}.csv", infer_schema=False)


@pytest.mark.skipif(not PRINTED.exists(), reason="the printed tables lie outside the project")
@pytest.mark.parametrize("name", sorted({path.stem for path in SEEDS.glob("*.csv")} - OURS))
def test_seeds_hold_what_is_printed(name: str) -> None:
    seed, printed = _seed(name), _seed(name, PRINTED)
    if "printed_model" in seed.columns:
        labels = {"printed_model": "model", "printed_target": "target"}
        seed = seed.drop("model").rename(labels)
        printed = printed.drop("model_class")
    assert seed.select(printed.columns).equals(printed)


def _fits(n: int, accuracy: float, distraction: float) -> bool:
    """Whether some count of right and of distracted answers prints as these two percentages."""
    right = [k for k in range(n) if abs(100 * k / n - accuracy) <= 0.0501]
    return any(
        abs(100 * k / (n - r) - distraction) <= 0.0501 for r in right for k in range(n - r + 1)
    )


def _n_fitting(label: list[str]) -> Counter[str]:
    accuracy = _seed("ct_table4_accuracy").filter(target="country")
    cells = _seed("ct_table5_distraction").join(
        accuracy, left_on=[*label, *CELL], right_on=["model", *CELL]
    )
    fitting: Counter[str] = Counter()
    for row in cells.iter_rows(named=True):
        n = 235 if (row["pair_method"], row["difficulty"]) == ("desc", "easy") else 211
        ok = _fits(n, float(row["accuracy_pct"]), float(row["distraction_pct"]))
        fitting[f"{row['printed_model']}, {row['printed_target']}"] += ok
    return fitting


def test_table_5_fits_the_wrong_answers_of_the_models_it_is_put_under() -> None:
    relabelled, printed = _n_fitting(["model"]), _n_fitting(["printed_model"])
    rows = _seed("ct_table5_distraction").unique(["printed_model", "printed_target"])
    lost = rows.filter(pl.col("model").is_in(sorted(ANSWERS_LOST)))
    dropped = {f"{r['printed_model']}, {r['printed_target']}" for r in lost.to_dicts()}
    assert {relabelled[row] for row in relabelled if row not in dropped} == {24}
    assert sum(printed[row] == 24 for row in printed) == 2
    assert len(relabelled) == 12


def test_published_rows_stand_beside_measured_ones(built: tuple[Place, Built]) -> None:
    accuracy = read_mart(built[0].warehouse, "confused_tourist_accuracy")
    published = accuracy.filter(origin="published")
    assert published.height == 28 + 672
    assert set(published["rule"]) == {"as_published"}
    assert published["n"].null_count() == published.height
    comparable = published.filter("comparable")
    assert set(comparable["perturb_method"]) == {"none"}
    assert comparable["model"].n_unique() == 14 - len(ANSWERS_LOST)
    distraction = read_mart(built[0].warehouse, "confused_tourist_distraction")
    published = distraction.filter(origin="published")
    assert (published.height, published["model"].n_unique()) == (288, 12)
    cell = published.filter(
        model="GPT-5 (High)",
        perturb_method="stacked",
        pair_method="geo",
        perturb_context="landmark",
    )
    rates = dict(cell.select("difficulty", "distraction").rows())
    assert rates == pytest.approx({"easy": 0.085, "hard": 0.372})


def test_the_names_of_methods_are_ours(built: tuple[Place, Built]) -> None:
    accuracy = read_mart(built[0].warehouse, "confused_tourist_accuracy")
    methods = Counter(accuracy.filter(origin="published")["perturb_method"])
    assert methods == {"none": 28, "stacked": 336, "generative": 336}


def test_the_printed_correlation_stands_beside_what_the_printed_tables_give(
    built: tuple[Place, Built],
) -> None:
    mart = read_mart(built[0].warehouse, "confused_tourist_correlation")
    rows = mart.filter(origin="published").sort("level")
    assert rows["level"].to_list() == ["cell", "sub_region"]
    assert rows["pearson"].to_list() == pytest.approx([-0.521, -0.76], abs=5e-4)
    assert rows["n_points"].to_list() == [288, None]
    assert not rows["comparable"].any()
