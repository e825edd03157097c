"""Ids are the same everywhere and tell their parts apart."""

from __future__ import annotations

from culture_conflict.tables.ids import stable_id


def test_an_id_is_sixteen_digits_and_never_changes() -> None:
    assert stable_id("confused_tourist", "sample", "sushi") == "051f11ca8148ef08"


def test_parts_do_not_run_together() -> None:
    ids = [stable_id("a", "b"), stable_id("ab"), stable_id("a,b"), stable_id("a", "b", None)]
    ids += [stable_id("a", "b", ""), stable_id("1"), stable_id(1), stable_id(1.0), stable_id(True)]
    assert len(set(ids)) == len(ids)
