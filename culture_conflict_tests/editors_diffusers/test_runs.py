"""Tiny editors in Dagster, from gates to marts: recorded they flow and are marked, enforced not.

One process with torch edits, another asks and builds the marts; pytest looks at the tables.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from culture_conflict.editors.local.editor import LocalEditor
from culture_conflict.editors.recorded import FAILED
from culture_conflict.home import Home
from culture_conflict.tables.catalog import TABLES
from culture_conflict_tests.checkpoints.kit import needs_torch, run_python
from culture_conflict_tests.editors_diffusers.recorded_world import (
    RECORDED,
    STRICT,
    TINY,
    prepared,
    steps,
)

pytestmark = [pytest.mark.slow, needs_torch("diffusers", "peft", "accelerate")]

_HERE = "culture_conflict_tests.editors_diffusers"
Marts = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory, editors: Path) -> Home:
    """A home after all editors."""
    home = prepared(tmp_path_factory.mktemp("edited"), editors)
    wanted = steps()
    printed = run_python(
        sys.executable, "-m", f"{_HERE}.dagster_run", home.root, json.dumps(wanted)
    )
    outcomes = [json.loads(line) for line in printed.splitlines() if line.startswith('{"keys"')]
    assert [one["success"] for one in outcomes] == [True] * len(wanted)
    return home


@pytest.fixture(scope="module")
def marts(edited: Home) -> Marts:
    """What the marts hold once a model was asked about everything."""
    printed = run_python(sys.executable, "-m", f"{_HERE}.asked_run", edited.root)
    made: Marts = json.loads(printed.splitlines()[-1])
    return made


def _read(home: Home, table: str, *partition: str) -> pl.DataFrame:
    return home.tables.read(TABLES[table], *partition)


def _marked(editor: str) -> bool:
    return editor.endswith(FAILED)


def _unversioned(editor: str) -> str:
    """`key (failed gates)` of `key/version (failed gates)`."""
    key, version = editor.split("/")
    return key + version[10:]


def test_recorded_pictures_of_both_editors_are_variants_and_marked(edited: Home) -> None:
    painted = _read(edited, "variants", "confused_tourist", RECORDED)
    painted = painted.filter(pl.col("perturb_method") == "generative")
    lettered = _read(edited, "signpost_variants", "signpost", RECORDED)
    for made in (painted, lettered.filter(pl.col("editor") != "none")):
        assert {version.split("/")[0] for version in made["editor"]} == set(TINY)
        assert all(_marked(editor) for editor in made["editor"])
    assert all(json.loads(gates)["accepted"] is False for gates in painted["gates"])
    assert painted.height == 2 * 7
    mixed = _read(edited, "mixed_images", "culture_mix", RECORDED).filter(control="failed_gates")
    assert set(mixed["subtask"]) == {"sfb", "mfb"}
    assert [_unversioned(editor) for editor in mixed["editor"].unique()] == [f"tiny-flux{FAILED}"]


def test_enforced_only_the_local_editor_goes_on_and_the_others_say_why(edited: Home) -> None:
    lettered = _read(edited, "signpost_variants", "signpost", STRICT["signpost"])
    assert set(lettered["editor"]) == {"none", LocalEditor().version}
    painted = _read(edited, "variants", "confused_tourist", STRICT["confused_tourist"])
    assert "generative" not in set(painted["perturb_method"])
    where = ("confused_tourist", "tiny-flux", STRICT["confused_tourist"])
    rows = _read(edited, "edited_images", *where)
    assert set(rows["outcome"]) == {"rejected", "failed"}
    assert {"target_lost", "not_isolated"} <= set(rows["reason"])


def test_dishes_alone_by_a_tiny_editor_are_on_record_and_stand_for_none(edited: Home) -> None:
    for source, outcome in ((RECORDED, "made"), (STRICT["culture_mix"], "rejected")):
        rows = _read(edited, "edited_images", "culture_mix", "tiny-flux", source)
        assert rows.height == 2 * 2
        # A disc is so plain a dish that noise may pass for it.
        failed = rows.drop_nulls("reason")
        assert set(failed.select("outcome", "reason").rows()) == {(outcome, "target_lost")}
        assert {json.loads(record)["prompt_id"] for record in rows["record"]} == {"alone-1"}
        dishes = _read(edited, "single_food", "culture_mix", source)
        assert not set(dishes["picture"]) & set(rows["picture"])


def test_a_scene_of_dishes_climbs_by_seed_and_prompt_to_the_next_editor(edited: Home) -> None:
    tries = _read(edited, "attempts", "culture_mix", "tiny-flux", STRICT["culture_mix"])
    assert set(tries["editor"]) == {version for version in tries["made_by"] if version != "local"}
    by_local = tries.filter(made_by="local")
    by_flux = tries.filter(pl.col("made_by").str.starts_with("tiny-flux/"))
    assert by_flux.height + by_local.height == tries.height
    climbed = by_flux.group_by("variant_id").agg(pl.struct("prompt_id", "seed").n_unique())
    assert set(climbed["prompt_id"]) == {4}
    assert not by_flux["in_force"].any()
    assert by_flux["reason"].null_count() == 0
    assert by_local["in_force"].all()
    for record in map(json.loads, by_flux["record"]):
        assert record["checkpoint"].endswith("flux")
        assert {"revision", "steps", "guidance", "seconds", "device", "versions"} <= record.keys()
    shown = _read(edited, "mixed_images", "culture_mix", STRICT["culture_mix"])
    before = shown.filter(pl.col("subtask").is_in(["sfb", "mfb"]))
    assert set(before["editor"]) == {"local"}
    assert set(before["variant_id"]) == set(tries["variant_id"])


def test_every_edit_is_on_record_and_what_the_mask_cut_is_kept(edited: Home) -> None:
    for key, (_, name) in TINY.items():
        rows = _read(edited, "edited_images", "signpost", key, RECORDED)
        made = rows.filter(pl.col("variant") != "original")
        for record in map(json.loads, made["record"]):
            assert record["checkpoint"].endswith(name)
            assert (record["steps"], record["device"], record["prompt_id"]) == (1, "cpu", "signs-1")
            assert record["seconds"] > 0
        assert all(edited.pictures.get(sha) for sha in made["unblended"])
        outside = [json.loads(gates)["gates"]["changed_outside"] for gates in made["gates"]]
        assert [gate["verdict"] for gate in outside] == ["pass"] * 4


def test_marts_name_recorded_failures_and_average_them_with_nothing_else(marts: Marts) -> None:
    for name in ("confused_tourist_accuracy", "confused_tourist_distraction", "signpost_wla"):
        shown = [row for row in marts[name] if row["source"] == RECORDED]
        assert {row["editor"].split("/")[0] for row in shown if _marked(row["editor"])} == set(TINY)
        assert not any("tiny" in row["editor"] for row in shown if not _marked(row["editor"]))
    accuracy = [
        row
        for row in marts["confused_tourist_accuracy"]
        if (row["source"], row["target"], row["rule"], row["category"])
        == (RECORDED, "country", "guarded", "all")
    ]
    painted = [row for row in accuracy if row["perturb_method"] == "generative"]
    assert {_marked(row["editor"]) for row in painted} == {True}
    assert sum(row["n_variants"] for row in painted) == sum(row["n"] for row in painted) == 2 * 7
    others = {row["editor"] for row in accuracy} - {row["editor"] for row in painted}
    assert others == {"none", "stack/1"}


def test_where_gates_are_enforced_no_mart_has_heard_of_the_tiny_editors(marts: Marts) -> None:
    for name, rows in marts.items():
        strict = [row for row in rows if row["source"] in STRICT.values()]
        assert not [row for row in strict if "tiny" in str(row.get("editor"))], name
    signs = [row for row in marts["signpost_wla"] if row["source"] == STRICT["signpost"]]
    assert {row["editor"] for row in signs} == {"none", LocalEditor().version}


def test_failed_scenes_of_dishes_are_in_the_controls_and_in_no_other_number(marts: Marts) -> None:
    rows = [row for row in marts["culture_mix_controls"] if row["cue"] == "failed_gates"]
    assert {row["source"] for row in rows} == {RECORDED}
    assert {_unversioned(row["editor"]) for row in rows} == {f"tiny-flux{FAILED}"}
    assert {row["level"] for row in rows} == {"all", "sfb", "mfb"}
    shown: dict[str, set[str]] = {name: set() for name in (RECORDED, STRICT["culture_mix"])}
    for row in marts["culture_mix_accuracy"]:
        shown[row["source"]].add(row["subtask"])
    assert shown == {RECORDED: {"sf", "mf"}, STRICT["culture_mix"]: {"sf", "mf", "sfb", "mfb"}}


def test_a_recorded_group_is_no_finished_one(marts: Marts) -> None:
    final = [row for row in marts["construction_funnel"] if row["stage"] == "final"]
    assert {row["source"]: row["n"] for row in final if row["reason"] == "all"} == {
        STRICT["signpost"]: 1,
        RECORDED: 0,
    }
