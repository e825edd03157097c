"""Imported answers become predictions without a call; what is absent is a fault that says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.errors import AnswersError, RegistryError
from culture_conflict.models.engine import Progress, Report
from culture_conflict.models.replay.importing import Imported, import_answers
from culture_conflict.models.replay.joining import match_answers
from culture_conflict.models.replay.provider import NOT_IMPORTED, Replay
from culture_conflict.models.settings import ModelSetting
from culture_conflict_tests.models.asking_kit import World

SETTING = ModelSetting(
    key="fake", provider="replay", name="Fake", revision="1", parameters={"temperature": 0.0}
)


def bring(
    world: World,
    variants: pl.DataFrame,
    setting: ModelSetting = SETTING,
    prompt_id: str = "imported",
    **columns: list[str | None],
) -> Imported:
    n = len(next(iter(columns.values())))
    read = {name: pl.Series(values, dtype=pl.String) for name, values in columns.items()}
    rows = {"row": range(1, n + 1), **read, "reject": pl.Series([None] * n, dtype=pl.String)}
    matched = match_answers(variants, pl.DataFrame(rows), ["variant_id"])
    return import_answers(
        variants=variants,
        matched=matched,
        setting=setting,
        ledger_root=world.ledger,
        prompt_id=prompt_id,
        imported_from="mine.jsonl",
        wait_s=0.0,
    )


def ask(
    world: World, variants: pl.DataFrame, setting: ModelSetting = SETTING, **changes: Any
) -> tuple[pl.DataFrame, Report]:
    provider: Any = Replay(setting.parameters)
    return world.ask(variants, provider, setting=setting, parse=parse, **changes)


def test_predictions_need_no_call_and_absent_answers_are_faults(tmp_path: Path) -> None:
    world = World(tmp_path)
    variants = world.variants([1, 2, 3, 4])
    given = ["Sushi / Japan", "", "I don't know."]
    assert bring(world, variants, variant_id=["v0", "v1", "v2"], answer=given) == Imported(3, 0, ())
    made, report = ask(world, variants)
    assert made["state"].to_list() == ["ok", "empty", "abstained", "error"]
    assert made["answer"].to_list() == [*given, None]
    assert made["country"].to_list() == ["JPN", None, None, None]
    assert made["error"].to_list() == [None, None, None, NOT_IMPORTED]
    assert (report.calls, report.n_asked, report.n_reused, report.n_uncovered) == (0, 0, 3, 1)
    assert set(made["parameters"]) == {'{"temperature":0}'}
    assert ask(world, variants)[0].drop("asked_at").equals(made.drop("asked_at"))


def test_evaluating_writes_nothing_to_the_ledger_and_says_what_is_missing(tmp_path: Path) -> None:
    world = World(tmp_path)
    variants = world.variants([1, 2, 3])
    bring(world, variants, variant_id=["v0"], answer=["Sushi / Japan"])
    before = {path: path.read_bytes() for path in world.folder.glob("*.jsonl")}
    told: list[Progress] = []
    for _ in range(2):
        made, report = ask(world, variants, progress=told.append)
        assert made["attempts"].to_list() == [1, 0, 0]
        assert report.metadata()["not_imported"] == 2
    assert {path: path.read_bytes() for path in world.folder.glob("*.jsonl")} == before
    lack = "nothing to ask, 1 answers are in the ledger; for 2 pictures none was imported"
    assert {each.describe() for each in told} == {lack}


def test_the_prompt_is_never_ours_and_one_model_has_one_prompt(tmp_path: Path) -> None:
    world = World(tmp_path)
    variants = world.variants([1, 2, 3])
    assert set(ask(world, variants)[0]["prompt_id"]) == {"imported"}
    bring(world, variants, prompt_id="theirs-v3", variant_id=["v0"], answer=["Sushi / Japan"])
    assert ask(world, variants)[0]["prompt_id"].to_list() == ["theirs-v3"] * 3
    changed = ask(world, variants, prompt_text=lambda _: "Other words", prompt_id="base-v2")[0]
    assert changed["country"].to_list() == ["JPN", None, None]
    with pytest.raises(AnswersError, match="as those to prompt `theirs-v3`, now to `imported`"):
        bring(world, variants, variant_id=["v1"], answer=["Ceviche / Peru"])
    with pytest.raises(AnswersError, match="'Mine!' can't be a name"):
        bring(world, variants, prompt_id="Mine!", variant_id=["v1"], answer=["x"])
    assert ask(world, variants)[1].n_reused == 1


def test_an_answer_that_comes_later_takes_the_place_of_the_fault(tmp_path: Path) -> None:
    world = World(tmp_path)
    variants = world.variants([1, 2])
    bring(world, variants, variant_id=["v0"], answer=["Sushi / Japan"])
    ask(world, variants)
    bring(world, variants, variant_id=["v1"], answer=["Ceviche / Peru"])
    assert ask(world, variants)[0]["country"].to_list() == ["JPN", "PER"]


def test_importing_twice_changes_nothing_and_another_answer_is_named(tmp_path: Path) -> None:
    world = World(tmp_path)
    variants = world.variants([1, 2])
    ids: list[str | None] = ["v0", "v1"]
    bring(world, variants, variant_id=ids, answer=["Sushi / Japan", None])
    assert bring(world, variants, variant_id=ids, answer=["Sushi / Japan", None]).n_held == 2
    again = bring(world, variants, variant_id=ids, answer=["Ceviche / Peru", None])
    assert again == Imported(0, 1, ("v0",))
    assert ask(world, variants)[0]["country"].to_list() == ["JPN", None]
    newer = SETTING.model_copy(update={"revision": "2"})
    bring(world, variants, newer, variant_id=ids, answer=["Ceviche / Peru", None])
    assert ask(world, variants, newer)[0]["country"].to_list() == ["PER", None]


def test_variants_with_one_picture_keep_an_answer_each(tmp_path: Path) -> None:
    world = World(tmp_path)
    variants = world.variants([1, 1])
    given = ["Sushi / Japan", "Ceviche / Peru"]
    made = bring(world, variants, variant_id=["v0", "v1"], answer=given)
    assert made == Imported(2, 0, ())
    assert ask(world, variants)[0]["country"].to_list() == ["JPN", "PER"]


def test_an_answer_to_a_picture_that_was_made_anew_is_not_taken(tmp_path: Path) -> None:
    world = World(tmp_path)
    bring(world, world.variants([1, 2]), variant_id=["v0", "v1"], answer=["A / Japan", "B / Peru"])
    made, report = ask(world, world.variants([1, 9]))
    assert made["country"].to_list() == ["JPN", None]
    assert report.n_stale == 1


def test_parsed_fields_are_read_as_they_stand(tmp_path: Path) -> None:
    world = World(tmp_path)
    variants = world.variants([1, 2, 3])
    bring(
        world,
        variants,
        variant_id=["v0", "v1", "v2"],
        item=['Phở "bò", or so', None, " "],
        country=["Vietnam", "England", None],
        finish_reason=["stop", "stop", "content_filter"],
        reasoning=["because", None, None],
    )
    made, _ = ask(world, variants)
    assert made["item_answer"].to_list() == ['Phở "bò", or so', None, None]
    assert made["country"].to_list() == ["VNM", "GBR", None]
    assert made["state"].to_list() == ["ok", "ok", "filtered"]
    assert made["reasoning"].to_list() == ["because", None, None]


def test_only_a_replay_model_takes_answers(tmp_path: Path) -> None:
    world = World(tmp_path)
    with pytest.raises(RegistryError, match="provider: replay"):
        bring(world, world.variants([1]), world.setting, variant_id=["v0"], answer=["x"])
    assert not world.ledger.exists()
