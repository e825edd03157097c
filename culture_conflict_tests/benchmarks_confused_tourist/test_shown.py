"""What is put before the eye is one picture of each kind, with everybody's credit."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from culture_conflict.benchmarks.confused_tourist.shown import credited_in, one_of_each
from culture_conflict.benchmarks.confused_tourist.stacking import stack_images
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.stacked_images import STACKED_IMAGES
from culture_conflict_tests.benchmarks_confused_tourist.painted_world import world


def _stacked(folder: Path) -> tuple[pl.DataFrame, pl.DataFrame]:
    store = PictureStore(folder)
    items, cues, pairs = world(store)
    cues = cues.with_columns(author=pl.lit("A flag's painter"), licence=pl.lit("CC0-1.0"))
    return stack_images(items, cues, pairs, store), items


def test_each_item_has_a_row_that_begins_with_itself(tmp_path: Path) -> None:
    made, items = _stacked(tmp_path)
    shown, columns = one_of_each(made, items)
    kinds = ["none", "flag", "landmark", "flag_landmark"]
    assert shown["group_id"].unique(maintain_order=True).to_list() == ["i0", "i1"]
    assert (shown["kind"].to_list(), columns) == (kinds * 2, 4)
    own = dict(items.select("item_id", "picture").iter_rows())
    assert shown.filter(kind="none")["picture"].to_list() == [own["i0"], own["i1"]]
    assert shown.filter(kind="none")["caption"].to_list() == ["I0", "I1"]
    assert shown.filter(kind="flag")["caption"].to_list() == ["flag NPL", "flag NPL"]
    (one, _) = one_of_each(made, items, groups=1)
    assert one["group_id"].unique().to_list() == ["i0"]


def test_what_an_item_has_not_leaves_an_empty_place(tmp_path: Path) -> None:
    made, items = _stacked(tmp_path)
    gone = (pl.col("item_id") == "i1") & (pl.col("perturb_context") == "landmark")
    shown, columns = one_of_each(made.filter(~gone), items)
    assert (shown.height, columns) == (8, 4)
    (empty,) = shown.filter(pl.col("picture").is_null()).to_dicts()
    assert (empty["group_id"], empty["kind"], empty["caption"]) == ("i1", "landmark", None)


def test_nothing_made_shows_nothing(tmp_path: Path) -> None:
    _, items = _stacked(tmp_path)
    nothing, columns = one_of_each(STACKED_IMAGES.empty(), items)
    assert (nothing.is_empty(), columns) == (True, 1)
    assert credited_in(STACKED_IMAGES.empty()).is_empty()


def test_who_made_the_cue_is_credited_beside_who_made_the_item(tmp_path: Path) -> None:
    made, items = _stacked(tmp_path)
    shown, _ = one_of_each(made, items)
    flags, own = shown.filter(kind="flag"), shown.filter(kind="none")
    assert "A flag's painter" in flags["author"][0]
    assert flags["licence"][0].endswith("CC0-1.0")
    assert "A flag's painter" not in (own["author"][0] or "")
    credited = credited_in(made.filter(perturb_context="flag"))
    assert {"A flag's painter"} < set(credited.filter(group_id="i0")["author"])
