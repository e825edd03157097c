"""Painted pictures: words, isolation first, gates, variants; the editor is a stand-in."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from PIL import Image

from culture_conflict.benchmarks.confused_tourist.all_variants import all_variants
from culture_conflict.benchmarks.confused_tourist.painted import paint_items
from culture_conflict.benchmarks.confused_tourist.painted_variants import painted_variants
from culture_conflict.benchmarks.confused_tourist.painting import isolations, paintings
from culture_conflict.benchmarks.confused_tourist.stacking import stack_images
from culture_conflict.editors.kept import KeptEdits
from culture_conflict.editors.presence import likeness
from culture_conflict.editors.protocol import Edited, EditRecord, EditRequest
from culture_conflict.errors import EditError
from culture_conflict.pictures.encode import EncodeSettings
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.benchmarks_confused_tourist.painted_world import world
from culture_conflict_tests.benchmarks_confused_tourist.small_world import noisy


class StandIn:
    """Gives what `paint` makes of a request; remembers the requests."""

    key, version = "stand-in", "stand-in/1"

    def __init__(self, paint: Callable[[EditRequest], Image.Image]) -> None:
        self.paint = paint
        self.asked: list[EditRequest] = []

    def edit(self, request: EditRequest) -> Edited:
        self.asked.append(request)
        width, height = request.pictures[0].size
        record = EditRecord("stand-in/1", request.prompt_id, request.seed, width, height, steps=4)
        return Edited(self.paint(request), record)


def bordered(request: EditRequest) -> Image.Image:
    """The same thing, smaller, in another place."""
    first = request.pictures[0]
    whole = Image.new("RGB", first.size, (60, 140, 200))
    whole.paste(first.resize((first.width * 7 // 10, first.height * 7 // 10)), (20, 12))
    return whole


@pytest.fixture
def store(tmp_path: Path) -> PictureStore:
    return PictureStore(tmp_path / "pictures")


def test_each_pair_has_flag_landmark_and_both_and_each_garment_stands_alone(
    store: PictureStore,
) -> None:
    editor = StandIn(bordered)
    made = paint_items(*world(store), store, editor)
    assert made["variant"].to_list()[0] == "isolated"
    told = made.group_by("outcome", "reason").len().sort(pl.all()).rows()
    assert told == [("failed", "no_flag", 2), ("made", None, 8)]
    assert made["variant_id"].n_unique() == made.height
    record = json.loads(made.filter(outcome="made")["record"][0])
    assert (record["editor"], record["steps"]) == ("stand-in/1", 4)
    shown = {len(asked.pictures) for asked in editor.asked[1:]}
    assert shown == {2, 3}


def test_a_garment_is_painted_from_its_isolated_picture_or_not_at_all(store: PictureStore) -> None:
    def green(request: EditRequest) -> Image.Image:
        if request.prompt_id.startswith("isolate"):
            made = noisy((160, 120), 5)
            made.paste(request.pictures[0].crop((20, 15, 140, 105)), (20, 15))
            return made
        return bordered(request)

    editor = StandIn(green)
    tables = world(store, ("attire",))
    original = store.get(tables[0]["picture"][0])
    made = paint_items(*tables, store, editor)
    isolated = made.filter(control=True).row(0, named=True)
    assert isolated["outcome"] == "made"
    assert store.get(isolated["picture"]) != original
    first = editor.asked[0].pictures[0].tobytes()
    assert all(asked.pictures[0].tobytes() != first for asked in editor.asked[1:])

    def refused(request: EditRequest) -> Image.Image:
        raise EditError("no", reason="blank_image")

    made = paint_items(*tables, store, StandIn(refused))
    assert set(made["reason"]) == {"blank_image", "not_isolated", "no_flag"}


def test_a_picture_without_its_item_is_rejected_or_with_record_only_told(
    store: PictureStore,
) -> None:
    noise = StandIn(lambda request: noisy(request.pictures[0].size, request.seed % 1000))
    tables = world(store, ("cuisine",))
    kept = stack_images(*tables, store)
    enforced = paint_items(*tables, store, noise)
    assert set(enforced["reason"]) == {"target_lost", "no_flag"}
    assert painted_variants(tables[0], kept, [enforced]).is_empty()
    recorded = paint_items(*tables, store, noise, mode="record")
    variants = VARIANTS.validate(painted_variants(tables[0], kept, [recorded]))
    assert variants.height == 4
    assert not any(json.loads(gates)["accepted"] for gates in variants["gates"])


def test_pictures_that_failed_are_apart_from_those_of_the_same_editor_that_passed(
    store: PictureStore,
) -> None:
    def paint(request: EditRequest) -> Image.Image:
        with_flag = "flag" in request.instruction
        return noisy(request.pictures[0].size, 7) if with_flag else bordered(request)

    tables = world(store, ("cuisine",))
    kept = stack_images(*tables, store)
    recorded = paint_items(*tables, store, StandIn(paint), mode="record")
    variants = painted_variants(tables[0], kept, [recorded])
    shown = dict(variants.select("variant", "editor").rows())
    marked = {name.rpartition("/")[2]: editor for name, editor in shown.items()}
    assert marked == {
        "flag": "stand-in/1 (failed gates)",
        "flag_landmark": "stand-in/1 (failed gates)",
        "landmark": "stand-in/1",
    }


def test_what_was_painted_from_a_garment_that_failed_is_marked_as_well(store: PictureStore) -> None:
    def paint(request: EditRequest) -> Image.Image:
        alone = request.prompt_id.startswith("isolate")
        return noisy(request.pictures[0].size, 99) if alone else bordered(request)

    tables = world(store)
    recorded = paint_items(*tables, store, StandIn(paint), mode="record")
    assert recorded.filter(control=True)["reason"].to_list() == ["target_lost"]
    variants = painted_variants(tables[0], stack_images(*tables, store), [recorded])
    marked = dict(variants.select("category", "editor").unique().rows())
    assert marked == {"attire": "stand-in/1 (failed gates)", "cuisine": "stand-in/1"}


def test_a_picture_that_was_given_back_as_it_was_is_no_painted_one(store: PictureStore) -> None:
    same = StandIn(lambda request: request.pictures[0].copy())
    made = paint_items(*world(store, ("cuisine",)), store, same)
    assert set(made["reason"]) == {"unchanged", "no_flag"}
    assert set(made["outcome"]) == {"rejected", "failed"}
    gates = json.loads(made.drop_nulls("gates")["gates"][0])["gates"]
    assert gates["unchanged"]["value"] == 100
    assert gates["target_lost"]["verdict"] == "pass"


def test_a_painted_picture_that_was_forgotten_fails_its_row_alone(store: PictureStore) -> None:
    def marked(request: EditRequest) -> Image.Image:
        made = bordered(request)
        made.paste((request.seed % 256, request.seed // 256 % 256, 0), (0, 0, 16, 16))
        return made

    tables = world(store, ("cuisine",))
    first = paint_items(*tables, store, StandIn(marked))
    gone = first.filter(outcome="made")["picture"][0]
    store.tombstone(gone).parent.mkdir(parents=True, exist_ok=True)
    store.tombstone(gone).touch()
    again = paint_items(*tables, store, StandIn(marked))
    assert again.filter(reason="forgotten")["variant_id"].to_list() == (
        first.filter(picture=gone)["variant_id"].to_list()
    )
    assert again.filter(outcome="made").height == first.filter(outcome="made").height - 1


def test_variants_say_what_was_painted_and_are_compared_with_the_original(
    store: PictureStore,
) -> None:
    tables = world(store)
    kept = stack_images(*tables, store)
    edited = paint_items(*tables, store, StandIn(bordered))
    variants = VARIANTS.validate(painted_variants(tables[0], kept, [edited]))
    assert set(variants["perturb_method"]) == {"generative"}
    assert set(variants["editor"]) == {"stand-in/1"}
    assert variants.height == 7
    originals = kept.filter(perturb_method="none")["variant_id"].to_list()
    assert set(variants["reference_variant"]) == set(originals)
    one = variants.filter(variant="generative/geo/hard/flag_landmark", group_id="i0")
    assert one.select("distractor_country", "truth_country").row(0) == ("NPL", "PER")


def test_what_was_painted_of_other_pairs_or_items_is_left_out(store: PictureStore) -> None:
    items, cues, pairs = world(store)
    edited = paint_items(items, cues, pairs, store, StandIn(bordered))

    def shown(mine: pl.DataFrame, with_pairs: pl.DataFrame) -> dict[str, int]:
        stacked = stack_images(mine, cues, with_pairs, store)
        nothing = TABLES["imported_images"].empty()
        variants = all_variants(mine, with_pairs, stacked, [edited], nothing)
        painted = variants.filter(perturb_method="generative")
        return dict(painted.group_by("group_id").len().sort("group_id").rows())

    assert shown(items, pairs) == {"i0": 4, "i1": 3}
    dish = items.filter(item_id="i0")
    assert shown(dish, pairs.filter(item_id="i0")) == {"i0": 4}
    hard = pl.col("item_id").eq("i0") & pl.col("difficulty").eq("hard")
    other = pairs.with_columns(
        adversarial_country=pl.when(hard).then(pl.lit("CHL")).otherwise("adversarial_country"),
        flag=pl.when(hard).then(None).otherwise("flag"),
        landmark=pl.when(hard).then(pl.lit("l-chl")).otherwise("landmark"),
    )
    assert shown(items, other) == {"i0": 1, "i1": 3}
    drawn_anew = items.with_columns(
        picture=pl.when(item_id="i1").then(pl.lit(dish["picture"][0])).otherwise("picture")
    )
    assert shown(drawn_anew, pairs) == {"i0": 4}


def test_the_words_carry_every_rule_and_name_the_places(store: PictureStore) -> None:
    tables = world(store)
    how = ("e/1", EncodeSettings())
    by_variant = {one.variant: one.instruction for one in paintings(*tables, *how)}
    both = by_variant["generative/geo/hard/flag_landmark"]
    words = ("Peru", "Nepal", "Stupa", "flag", "middle", "a third", "every part", "joins it")
    more = ("no person", "no silhouette", "one photograph", "cut edges", "shadows", "perspective")
    assert [word for word in (*words, *more) if word not in both] == []
    assert "{" not in both
    assert "Stupa" not in by_variant["generative/geo/hard/flag"]
    assert "flag" not in by_variant["generative/geo/hard/landmark"]
    alone = isolations(tables[0], *how)[0].instruction
    assert all(word in alone for word in ("garment", "body", "skin", "grey"))


def test_a_version_of_the_editor_or_other_settings_make_other_pictures(store: PictureStore) -> None:
    tables = world(store)
    chosen = EncodeSettings()
    seen = {
        one.variant_id
        for how in (("e/1", chosen), ("e/2", chosen), ("e/1", EncodeSettings(quality=80)))
        for one in paintings(*tables, *how)
    }
    assert len(seen) == 3 * 9


def test_a_run_that_was_stopped_goes_on_where_it_was(store: PictureStore, tmp_path: Path) -> None:
    tables = world(store)
    editor = StandIn(bordered)
    whole = paint_items(*tables, store, KeptEdits(editor, tmp_path / "edits"))
    n_asked = len(editor.asked)
    assert n_asked == 8
    for n, record in enumerate(sorted((tmp_path / "edits").rglob("record.json"))):
        if n < 3:
            record.unlink()  # as if the run had ended before them
    again = paint_items(*tables, store, KeptEdits(editor, tmp_path / "edits"))
    assert len(editor.asked) == n_asked + 3
    assert again.drop("record").equals(whole.drop("record"))


def test_the_same_thing_is_found_again_and_noise_is_not() -> None:
    before = noisy((160, 120), 1)
    request = EditRequest((before,), "", "", 0)
    assert likeness(before, before) > 0.99
    assert likeness(before, bordered(request)) > 0.5
    assert likeness(before, noisy((160, 120), 2)) < 0.35
    assert likeness(before, Image.new("RGB", (160, 120), (9, 9, 9))) < 0.01
