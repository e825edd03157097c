"""The SQL's own tests: every dbt unit test, on golden and hand-computed rows."""

from __future__ import annotations

import re

import pytest

from culture_conflict.warehouse.dbt_run import dbt_options, run_dbt
from culture_conflict.warehouse.manifest import PROJECT
from culture_conflict_tests.warehouse.conftest import Place


@pytest.mark.slow
def test_every_dbt_unit_test_passes(place: Place) -> None:
    place.warehouse.replace(place.building)
    options = dbt_options(place.building, place.tables.root, place.work)
    results = run_dbt(["test", *options, "--select", "test_type:unit"]).results
    problems = {r.node.name: r.message for r in results if str(r.status) != "pass"}
    assert not problems
    written = [
        name
        for path in PROJECT.rglob("unit_tests*.yml")
        for name in re.findall(r"^  - name: (\w+)$", path.read_text(), re.MULTILINE)
    ]
    assert sorted(r.node.name for r in results) == sorted(written)
