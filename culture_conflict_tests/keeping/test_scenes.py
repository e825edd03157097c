"""A street scene goes with the pictures that were edited from it."""

from __future__ import annotations

import polars as pl

from culture_conflict.home import Home
from culture_conflict.keeping.tracing import Trace, trace
from culture_conflict.tables.catalog import TABLES
from culture_conflict_tests.warehouse.signpost_rows import golden_tables

NAME = "signpost_variants"


def test_an_original_takes_its_group_along_and_an_edit_goes_alone(home: Home) -> None:
    scenes, _ = golden_tables()
    source = scenes["source"][0]
    mine = scenes.filter(source=source).with_row_index("n")
    mine = mine.with_columns(picture=pl.format("{}", "n").str.pad_start(64, "0")).drop("n")
    home.tables.write(TABLES[NAME], mine, "signpost", source)
    group = mine.filter(group_id=mine["group_id"][0])
    original = group.filter(variant="original")
    edit = group.filter(variant="blank")
    known = Trace(pictures=set(original["picture"]))
    assert trace(home, known)[NAME] == group.height == 5
    assert known.pictures == set(group["picture"])
    alone = Trace(pictures=set(edit["picture"]))
    assert trace(home, alone)[NAME] == 1
    assert alone.variants == set(edit["variant_id"])
