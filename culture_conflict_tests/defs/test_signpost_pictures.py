"""Street scenes edited in Dagster: one run per editor, then the source's variants."""

from __future__ import annotations

from typing import Any

import dagster as dg
import polars as pl
import pytest

from culture_conflict.defs import signpost
from culture_conflict.defs.partitions import editor_by_source, missing_partitions
from culture_conflict.defs.runs import open_instance
from culture_conflict.home import Home
from culture_conflict.tables.catalog import TABLES, table_of
from culture_conflict_tests.benchmarks_signpost.drawn_quintuplets import drawn_source
from culture_conflict_tests.defs.test_materialize import failure, materialize

SCENES = signpost.ASSETS
KEYS = ("signpost/edited_images", "signpost/edit_gates")
OPS = {"signpost__editing": {"config": {"read_back": False}}}


@pytest.fixture
def drawn(home: Home) -> Home:
    """A home with the tables of two scenes, one of which can't be lettered."""
    source = drawn_source(home.pictures, {"a": {}, "b": {"similar": "\u13a0"}})
    made = {
        "items": source.items,
        "ocr_spans": source.spans,
        "replacements": source.replacements,
        "screenings": source.screenings,
        "trap_targets": source.traps,
    }
    for name, frame in made.items():
        home.tables.write(table_of("signpost", name), frame, "signpost", "sample")
    with open_instance(home) as instance:
        for partitions, keys in missing_partitions(instance, home):
            instance.add_dynamic_partitions(str(partitions.name), keys)
    return home


def _edit(home: Home, ops: dict[str, Any]) -> dg.ExecuteInProcessResult:
    partition = editor_by_source("local", "sample")
    return materialize(home, SCENES, *KEYS, partition=partition, ops=ops)


def test_from_replacements_to_variants(drawn: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[int, int]] = []
    logged = "culture_conflict.defs.signpost_pictures.log_progress"
    monkeypatch.setattr(logged, lambda _, what: lambda *count: said.append(count))
    edited = _edit(drawn, OPS)
    assert said == [(1, 2), (2, 2)]
    assert edited.success
    told = edited.asset_materializations_for_node("signpost__editing")[0].metadata
    assert told["coverage"].value == 0.5
    assert told["reasons"].value == {"missing_glyph": 1}
    assert "data:image/jpeg;base64," in str(told["preview"].value)
    assert len(str(told["preview"].value)) < 200_000
    gates = edited.asset_materializations_for_node("signpost__editing")[1].metadata
    assert gates["verdicts"].value["box_shows pass"] == 9
    worst = str(gates["worst"].value)
    assert worst.startswith("The worst first")
    assert worst.count("data:image/jpeg;base64,") >= 1
    assert len(worst) < 200_000
    made = materialize(drawn, SCENES, "signpost/variants", partition="sample")
    assert made.success
    variants = drawn.tables.read(TABLES["signpost_variants"], "signpost", "sample")
    assert variants.group_by("editor").len().sort("len").rows() == [("none", 1), ("local/2", 5)]
    assert all(drawn.pictures.path(sha).exists() for sha in variants["picture"])


def test_without_an_edit_there_are_no_variants_and_a_wrong_mode_is_refused(drawn: Home) -> None:
    made = materialize(drawn, SCENES, "signpost/variants", partition="sample")
    assert made.success
    assert drawn.tables.read(TABLES["signpost_variants"], "signpost", "sample").is_empty()
    wrong = _edit(drawn, {"signpost__editing": {"config": {"mode": "forgive"}}})
    assert "expected enforce or record" in failure(wrong)


def test_signs_of_older_texts_are_left_out_and_told(
    drawn: Home, capfd: pytest.CaptureFixture[str]
) -> None:
    assert _edit(drawn, OPS).success
    table = TABLES["trap_targets"]
    traps = drawn.tables.read(table, "signpost", "sample")
    changed = traps.with_columns(adversarial=pl.lit("Lima"))
    drawn.tables.write(table, changed, "signpost", "sample")
    assert materialize(drawn, SCENES, "signpost/variants", partition="sample").success
    assert drawn.tables.read(TABLES["signpost_variants"], "signpost", "sample").is_empty()
    told = "6 of 12 pictures by local are of items, pairs or texts that are no more"
    assert told in capfd.readouterr().err


def test_forgetting_a_scene_takes_all_its_edited_pictures_along(drawn: Home) -> None:
    from culture_conflict.keeping.tracing import Trace, trace

    assert _edit(drawn, OPS).success
    images = drawn.tables.read(TABLES["edited_images"], "signpost", "local", "sample")
    scene = drawn.tables.read(TABLES["signpost_items"], "signpost", "sample")["picture"][0]
    known = Trace(pictures={scene})
    trace(drawn, known)
    assert set(images.filter(pl.col("picture").is_not_null())["picture"]) <= known.pictures
