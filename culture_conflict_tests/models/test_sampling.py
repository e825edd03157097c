"""A sample is whole groups, drawn by a seed, in proportion, and part of every larger one."""

from __future__ import annotations

from collections import Counter

import polars as pl
import pytest

from culture_conflict.models.sampling import SampleError, draw_sample, group_order
from culture_conflict_tests.warehouse.synthetic import Synthetic


@pytest.fixture(scope="module")
def variants() -> pl.DataFrame:
    """Sixty items of three categories; pairs, and so cells, differ from item to item."""
    return pl.DataFrame(Synthetic(n_items=60, models=()).variants)


def test_groups_stay_whole_and_the_limit_is_kept(variants: pl.DataFrame) -> None:
    drawn = draw_sample(variants, 100, seed=3)
    assert (drawn.limit, drawn.seed) == (100, 3)
    assert 100 - 11 < drawn.variants.height <= 100
    groups = drawn.variants["group_id"].unique()
    whole = variants.filter(pl.col("group_id").is_in(groups.implode()))
    assert drawn.variants.equals(whole)
    references = drawn.variants["reference_variant"].drop_nulls()
    assert references.is_in(drawn.variants["variant_id"].implode()).all()


@pytest.mark.parametrize("seed", range(5))
def test_smaller_samples_are_part_of_larger_ones(variants: pl.DataFrame, seed: int) -> None:
    larger: set[str] = set(variants["variant_id"])
    for limit in (300, 100, 50, 20):
        drawn = set(draw_sample(variants, limit, seed).variants["variant_id"])
        assert drawn < larger
        larger = drawn


def test_the_seed_decides_and_the_order_of_rows_does_not(variants: pl.DataFrame) -> None:
    order = group_order(variants, 0)
    assert order == group_order(variants.sample(fraction=1, shuffle=True, seed=1), 0)
    assert sorted(order) == sorted(group_order(variants, 1))
    assert order != group_order(variants, 1)


def test_every_beginning_holds_each_stratum_in_proportion(variants: pl.DataFrame) -> None:
    cells = variants.group_by("group_id").agg(
        stratum=pl.col("category").first() + pl.col("variant").sort().str.join()
    )
    stratum = dict(cells.iter_rows())
    whole = Counter(stratum.values())
    assert len(whole) > 5
    order = group_order(variants, 7)
    for n in range(1, len(order) + 1):
        seen = Counter(stratum[group] for group in order[:n])
        for name, size in whole.items():
            assert abs(seen[name] - size * n / len(order)) <= 2
    shares = draw_sample(variants, 150, 7).variants["category"].value_counts()
    assert min(shares["count"]) > 150 / 3 * 0.7


def test_no_sample_where_all_is_asked(variants: pl.DataFrame) -> None:
    for limit in (None, variants.height, 10**6):
        drawn = draw_sample(variants, limit)
        assert drawn.variants is variants
        assert (drawn.limit, drawn.seed) == (None, None)


@pytest.mark.parametrize(
    ("limit", "message"), [(0, "expected at least 1"), (1, r"Give a limit of \d+ or more")]
)
def test_a_limit_that_holds_no_group_is_refused(
    variants: pl.DataFrame, limit: int, message: str
) -> None:
    with pytest.raises(SampleError, match=message):
        draw_sample(variants, limit)
