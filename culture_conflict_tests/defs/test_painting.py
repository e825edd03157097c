"""ConfusedTourist's editors in Dagster: who can't paint says so, and holds up no backfill."""

from __future__ import annotations

import dagster as dg
import pytest

from culture_conflict.benchmarks.confused_tourist.stacking import stack_images
from culture_conflict.defs import confused_tourist
from culture_conflict.defs.jobs import PAINTED_JOB
from culture_conflict.defs.partitions import editor_by_source, missing_partitions
from culture_conflict.defs.resources import HomeResource
from culture_conflict.defs.runs import open_instance
from culture_conflict.defs.tables_io import tables_io
from culture_conflict.home import Home
from culture_conflict.tables.catalog import TABLES
from culture_conflict_tests.benchmarks_confused_tourist.painted_world import world
from culture_conflict_tests.defs.test_materialize import failure, materialize

EDITED = "confused_tourist/edited_images"
LOCAL = editor_by_source("local", "sample")


@pytest.fixture
def dishes(home: Home) -> Home:
    """A home with items, cues and pairs of a source, and nobody who paints."""
    items, cues, pairs = world(home.pictures)
    made = {"items": items, "cues": cues, "pairs": pairs}
    made |= {"stacked_images": stack_images(items, cues, pairs, home.pictures)}
    for name, frame in (made | {"imported_images": TABLES["imported_images"].empty()}).items():
        home.tables.write(TABLES[name], frame, "confused_tourist", "sample")
    with open_instance(home) as instance:
        for partitions, keys in missing_partitions(instance, home):
            instance.add_dynamic_partitions(str(partitions.name), keys)
    return home


def _by_job(home: Home, **tags: str) -> dg.ExecuteInProcessResult:
    given = {"home": HomeResource(root=str(home.root)), "tables_io": tables_io}
    location = dg.Definitions(confused_tourist.ASSETS, jobs=[PAINTED_JOB], resources=given)
    with open_instance(home) as instance:
        return location.resolve_job_def(PAINTED_JOB.name).execute_in_process(
            instance=instance, partition_key=LOCAL, tags=tags, raise_on_error=False
        )


def test_the_editor_of_signs_is_refused_and_those_that_paint_are_named(dishes: Home) -> None:
    row = "{key: mine, kind: api, provider: gemini, model: m}"
    clicked = materialize(dishes, confused_tourist.ASSETS, EDITED, partition=LOCAL)
    assert "none is enabled. Write one below `editors:`" in failure(clicked)
    dishes.editors_file.write_text(f"editors: [{row}]\n")
    for result in (_by_job(dishes), _by_job(dishes, **{"dagster/backfill": "some"})):
        told = failure(result)
        assert "Editor `local`: it paints no flags and landmarks" in told
        assert "api do: mine. Name one" in told
    path = dishes.tables.path(TABLES["edited_images"], "confused_tourist", "local", "sample")
    assert not path.exists()


def test_a_backfill_over_assets_goes_by_who_paints_nothing(dishes: Home) -> None:
    assets = confused_tourist.ASSETS
    turn = {"dagster/backfill": "some"}
    assert materialize(dishes, assets, EDITED, partition=LOCAL, tags=turn).success
    made = dishes.tables.read(TABLES["edited_images"], "confused_tourist", "local", "sample")
    assert made.is_empty()
    variants = "confused_tourist/variants"
    assert materialize(dishes, assets, variants, partition="sample", tags=turn).success
