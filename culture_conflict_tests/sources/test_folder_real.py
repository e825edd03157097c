"""A real table of 2,414 dishes, mapped by settings alone."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from culture_conflict.sources.folder.checking import Rejects
from culture_conflict.sources.folder.config import read_settings
from culture_conflict.sources.folder.items import check_items, items_table

DISHES = Path(__file__).parents[2].parent / "shared" / "data" / "worldcuisines" / "dishes.csv"
SETTINGS = """\
title: Dishes of the world
medium: photograph
columns:
  external_id: Name
  name: Name
  aliases: Alias
  country: Countries
  description: Text Description
  picture: Image1 name / URL
  url: Image1 name / URL
  licence: Image1 License
defaults: {category: cuisine}
alias_format: list
alias_placeholders: [no_alias, not_stated]
"""


@pytest.mark.skipif(not DISHES.exists(), reason="the table of dishes lies outside the project")
def test_every_row_of_a_real_table_is_a_candidate_or_listed(tmp_path: Path) -> None:
    shutil.copy(DISHES, tmp_path / "items.csv")
    (tmp_path / "source.yaml").write_text(SETTINGS)
    settings, rejects = read_settings(tmp_path), Rejects("confused_tourist", "dishes")
    table = items_table(tmp_path, settings)
    candidates = check_items(table, settings, rejects)
    listed = rejects.table()
    assert len(table.rows) == 2414
    assert len(candidates) + listed["row"].n_unique() == 2414
    assert Counter(listed["reason"])["aliases"] < 51
    assert {reason: n for reason, n in Counter(listed["reason"]).items() if n > 1}.keys() == {
        "aliases",
        "empty",
        "unknown_country",
    }
    names = {name for one in candidates for name in one.values["aliases"]}
    assert not names & {"no_alias", "not_stated", ""}
    soto = next(one for one in candidates if one.external_id == "Rawon")
    assert soto.values["country"] == "IDN"
    assert len(candidates) > 2100
    several = {one.external_id: one.values for one in candidates if one.values["other_countries"]}
    assert len(several) > 540
    assert several["Egusi"]["country"] == "NGA"
    assert {"GHA", "CMR"} <= set(several["Egusi"]["other_countries"])
