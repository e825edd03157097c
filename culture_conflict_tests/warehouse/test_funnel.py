"""The construction funnel: the printed tables are whole, and their shares are the printed ones."""

from __future__ import annotations

import polars as pl

from culture_conflict.warehouse.build import Built
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.warehouse.conftest import Place

PRINTED_RATES = {"im2gps3k": 31.2, "yfcc4k": 26.8, "googlesv": 30.0, "baidusv": 49.7}


def test_the_printed_funnel_adds_up_and_gives_the_printed_rates(
    built: tuple[Place, Built],
) -> None:
    funnel = read_mart(built[0].warehouse, "construction_funnel").filter(origin="published")
    assert set(funnel["reason"]) == {"all"}
    rates = dict(funnel.filter(stage="geocodable").select("source", "share").iter_rows())
    assert {name: round(100 * share, 1) for name, share in rates.items()} == PRINTED_RATES
    wide = funnel.pivot("stage", index="source", values="n")
    assert wide.select(pl.col("ocr") - pl.col("final") == pl.col("removed")).to_series().all()
    assert wide["spans"].sum() == 10_084
