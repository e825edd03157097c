"""Quintuplets: who is made of whom, what is left out and why, what can't be mixed up."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from PIL import Image

from culture_conflict.benchmarks.signpost.editing import EditedTables, edit_scenes
from culture_conflict.benchmarks.signpost.quintuplets import (
    EDITED,
    EditSettings,
    scene_texts,
    wanted,
)
from culture_conflict.benchmarks.signpost.traps import trap_targets
from culture_conflict.benchmarks.signpost.variants import incomplete_groups, quintuplets
from culture_conflict.editors.local.editor import LocalEditor
from culture_conflict.editors.protocol import Edited, EditRequest
from culture_conflict.errors import EditError
from culture_conflict.pictures.encode import EncodeSettings
from culture_conflict.pictures.store import PictureStore
from culture_conflict.places.geocoding import OfflineGeocoder
from culture_conflict.places.nearest import country_at
from culture_conflict.tables.edited_images import EDITED_IMAGES
from culture_conflict.tables.signpost_variants import SIGNPOST_VARIANTS
from culture_conflict_tests.benchmarks_signpost.drawn_quintuplets import DrawnSource, drawn_source

FIVE = ("original", *EDITED)


@pytest.fixture
def store(tmp_path: Path) -> PictureStore:
    return PictureStore(tmp_path / "pictures")


def _edited(
    source: DrawnSource, store: PictureStore, settings: EditSettings | None = None, **more: object
) -> EditedTables:
    scenes = scene_texts(source.items, source.spans, source.replacements)
    return edit_scenes(scenes, store, LocalEditor(), reader=None, settings=settings, **more)


def _open(store: PictureStore, sha: str) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(store.get(sha))).convert("RGB")).astype(int)


def test_a_scene_becomes_five_pictures_and_a_control(store: PictureStore) -> None:
    source = drawn_source(store, {"a": {}})
    images = _edited(source, store).images
    assert images["variant"].to_list() == [*FIVE, "native"]
    assert set(images["outcome"]) == {"made"}
    assert images.filter("control")["variant"].to_list() == ["native"]
    assert images.filter(variant="original").row(0, named=True)["editor"] == "none"
    pixels = {row["variant"]: _open(store, row["picture"]) for row in images.to_dicts()}
    apart = {name: np.abs(pixels["original"] - seen).mean() for name, seen in pixels.items()}
    assert apart["original"] == 0 < apart["native"] < min(apart[name] for name in EDITED)


def test_tables_and_bytes_do_not_depend_on_threads_or_on_the_day(
    store: PictureStore, tmp_path: Path
) -> None:
    groups: dict[str, dict[str, object]] = {name: {} for name in "ab"}
    one = _edited(drawn_source(store, groups), store, workers=1)
    other = PictureStore(tmp_path / "other")
    two = _edited(drawn_source(other, groups), other, workers=2)
    untimed = [each.images.drop("record") for each in (one, two)]  # it tells the seconds
    assert untimed[0].equals(untimed[1])
    assert one.gates.equals(two.gates)


def test_seeds_differ_by_group_and_variant_and_a_data_sets_own_is_kept(
    store: PictureStore,
) -> None:
    source = drawn_source(store, {"a": {}, "b": {}, "c": {"maker": "published", "seed": 77}})
    images = _edited(source, store).images.drop_nulls("seed")
    own = images.filter(pl.col("group_id") != "c")
    assert own["seed"].n_unique() == own.height
    assert set(images.filter(group_id="c")["seed"]) == {77}


def test_an_id_hashes_the_recipe_and_nothing_else(store: PictureStore) -> None:
    source = drawn_source(store, {"a": {}})
    (scene,) = scene_texts(source.items, source.spans, source.replacements)
    ids = {each.variant: each.variant_id for each in wanted(scene, "local/2", EditSettings())}
    later = {each.variant: each.variant_id for each in wanted(scene, "local/3", EditSettings())}
    assert ids["original"] == later["original"]
    assert not {*ids.values()} & ({*later.values()} - {ids["original"]})
    smaller = EditSettings(encode=EncodeSettings(max_side=300))
    assert not {*ids.values()} & {each.variant_id for each in wanted(scene, "local/2", smaller)}
    recipe = json.loads(next(wanted(scene, "local/2", EditSettings())).recipe)
    assert recipe["picture"] == scene.picture
    assert recipe["credits"] == [{"licence": "CC0-1.0", "author": "A. Painter"}]


def test_a_large_picture_is_fitted_and_its_texts_with_it(store: PictureStore) -> None:
    source = drawn_source(store, {"a": {}}, scale=3)
    settings = EditSettings(encode=EncodeSettings(max_side=400))
    images = _edited(source, store, settings).images
    assert set(images.select("width", "height").iter_rows()) == {(400, 200)}
    blank = _open(store, images.filter(variant="blank")["picture"][0])
    assert np.abs(blank[70:130, 70:330] - (28, 74, 140)).mean() < 4


def test_what_cannot_be_written_makes_its_group_incomplete_and_no_other(
    store: PictureStore,
) -> None:
    source = drawn_source(
        store,
        {"a": {}, "b": {"adversarial": "\u13a0\u13a1"}, "c": {"state": "refused"}, "d": {}},
    )
    images = _edited(source, store).images
    lacking = incomplete_groups(images)
    assert lacking["group_id"].to_list() == ["b", "c"]
    assert lacking["reasons"].to_list() == [["missing_glyph"], ["no_replacement"]]
    assert "CHEROKEE" in lacking["detail"][0]
    made = quintuplets(source.items, source.screenings, source.traps, [images])
    assert set(made["group_id"]) == {"a", "d"}


def test_a_picture_that_cannot_be_opened_fails_alone(store: PictureStore) -> None:
    source = drawn_source(store, {"a": {}})
    broken = store.put(b"\xff\xd8\xffno picture")
    rows = {"picture": pl.lit(broken)}
    both = DrawnSource(
        pl.concat([source.items, source.items.with_columns(item_id=pl.lit("x"), **rows)]),
        pl.concat([source.spans, source.spans.with_columns(span_id=pl.lit("x"), **rows)]),
        pl.concat(
            [
                source.replacements,
                source.replacements.with_columns(
                    replacement_id=pl.lit("x"),
                    span_id=pl.lit("x"),
                    group_id=pl.lit("z"),
                    **rows,
                ),
            ]
        ),
        source.screenings,
        source.traps,
    )
    images = _edited(both, store).images
    assert set(images.filter(group_id="z")["outcome"]) == {"failed"}
    assert set(images.filter(group_id="z")["reason"]) <= {"truncated", "damaged"}
    assert set(images.filter(group_id="a")["outcome"]) == {"made"}


class _Together(LocalEditor):
    """The local editor as one that takes several at once; it can't do Random."""

    asked: list[list[int]]

    def edit_many(self, requests: Iterable[EditRequest]) -> Iterator[Edited | EditError]:
        batch = list(requests)
        self.asked.append([one.seed for one in batch])
        for number, request in enumerate(batch):
            refused = EditError("It says no.", reason="refused")
            yield refused if number == 2 else self.edit(request)


def test_a_scenes_signs_are_asked_for_together_and_one_refusal_is_one_row(
    store: PictureStore,
) -> None:
    source = drawn_source(store, {"a": {}, "b": {}})
    alone = _edited(source, store).images
    editor = _Together()
    object.__setattr__(editor, "asked", [])
    scenes = scene_texts(source.items, source.spans, source.replacements)
    images = edit_scenes(scenes, store, editor, reader=None, workers=1).images
    assert editor.asked == [
        alone.filter(pl.col("seed").is_not_null(), group_id=group)["seed"].to_list()
        for group in alone["group_id"].unique(maintain_order=True)
    ]
    refused = images.filter(outcome="failed")
    assert refused.select("variant", "reason", "detail").unique().rows() == [
        ("random", "refused", "It says no.")
    ]
    same = ("variant_id", "picture", "gates", "worst")
    others = alone.filter(pl.col("variant") != "random").select(same)
    assert images.filter(outcome="made").select(same).equals(others)


def test_a_picture_that_was_forgotten_fails_its_row_alone(store: PictureStore) -> None:
    source = drawn_source(store, {"a": {}})
    gone = _edited(source, store).images.filter(variant="similar")["picture"][0]
    store.tombstone(gone).parent.mkdir(parents=True, exist_ok=True)
    store.tombstone(gone).touch()
    images = _edited(source, store).images
    assert images.filter(outcome="failed").select("variant", "reason").rows() == [
        ("similar", "forgotten")
    ]


class _Boxes:
    """An editor that paints a grey box over every text."""

    key = "boxes"
    version = "boxes/1"

    def edit(self, request: EditRequest) -> Edited:
        from PIL import ImageDraw

        after = request.pictures[0].copy()
        for text in request.texts:
            ImageDraw.Draw(after).polygon(list(text.quadrilateral), fill=(128, 128, 128))
        record = LocalEditor().edit(request).record
        return Edited(after, record)


def test_a_failed_gate_rejects_only_where_gates_are_enforced(store: PictureStore) -> None:
    source = drawn_source(store, {"a": {}})
    scenes = list(scene_texts(source.items, source.spans, source.replacements))
    enforced = edit_scenes(scenes, store, _Boxes(), reader=None)
    recorded = edit_scenes(
        scenes, store, _Boxes(), reader=None, settings=EditSettings(mode="record")
    )
    edited = pl.col("variant") != "original"
    assert set(enforced.images.filter(edited)["outcome"]) == {"rejected"}
    assert set(recorded.images.filter(edited)["outcome"]) == {"made"}
    for made in (enforced, recorded):
        assert set(made.images.filter(edited)["reason"]) == {"box_shows"}
        assert made.images.filter(edited)["worst"].min() > 1
        assert made.gates.filter(gate="box_shows")["verdict"].unique().to_list() == ["fail"]
    assert quintuplets(source.items, source.screenings, source.traps, [enforced.images]).is_empty()
    variants = quintuplets(source.items, source.screenings, source.traps, [recorded.images])
    told = json.loads(variants.filter(variant="blank")["gates"][0])
    assert (told["accepted"], told["reason"]) == (False, "box_shows")


class _OneBox(_Boxes):
    """Letters as the local editor does, but hides one place name under a box."""

    def edit(self, request: EditRequest) -> Edited:
        hidden = request.texts[0].new == "Nairobi"
        made = super().edit(request) if hidden else LocalEditor().edit(request)
        return replace(made, record=replace(made.record, editor=self.version))


def test_a_group_of_which_one_picture_failed_is_shown_apart_as_a_whole(
    store: PictureStore,
) -> None:
    source = drawn_source(store, {"a": {}, "b": {"adversarial": "Quito"}})
    scenes = scene_texts(source.items, source.spans, source.replacements)
    settings = EditSettings(mode="record")
    images = edit_scenes(scenes, store, _OneBox(), reader=None, settings=settings).images
    failed = images.filter(pl.col("reason").is_not_null())
    assert failed.select("group_id", "variant").rows() == [("a", "adversarial")]
    made = quintuplets(source.items, source.screenings, source.traps, [images])
    editors = {
        group: {row["variant"]: row["editor"] for row in made.filter(group_id=group).to_dicts()}
        for group in "ab"
    }
    marked = dict.fromkeys((*EDITED, "native"), "boxes/1 (failed gates)")
    assert editors["a"] == {"original": "none"} | marked
    assert set(editors["b"].values()) == {"none", "boxes/1"}


def test_a_sign_that_came_back_as_it_was_is_rejected_with_the_number(store: PictureStore) -> None:
    class Echo(_Boxes):
        def edit(self, request: EditRequest) -> Edited:
            return replace(super().edit(request), picture=request.pictures[0].copy())

    source = drawn_source(store, {"a": {}})
    scenes = list(scene_texts(source.items, source.spans, source.replacements))
    made = edit_scenes(scenes, store, Echo(), reader=None)
    edited = made.images.filter(pl.col("variant").is_in(EDITED))
    assert set(edited["reason"]) == {"unchanged"}
    assert set(made.gates.filter(gate="unchanged")["value"]) == {100.0}
    lettered = edit_scenes(scenes, store, LocalEditor(), reader=None).gates
    assert lettered.filter(gate="unchanged")["value"].max() < 0.5


class _Blind:
    scripts = frozenset(("Latin",))

    def read_lines(self, lines: Sequence[Image.Image]) -> list[tuple[str, float]]:
        return [("xyz", 0.9)] * len(lines)


def test_what_the_reader_cannot_read_is_rejected(store: PictureStore) -> None:
    source = drawn_source(store, {"a": {}})
    scenes = scene_texts(source.items, source.spans, source.replacements)
    images = edit_scenes(scenes, store, LocalEditor(), reader=_Blind()).images
    assert set(images.drop_nulls("reason")["reason"]) == {"misread"}
    assert "'Nairobi' was read as 'xyz'" in images.filter(variant="adversarial")["detail"][0]


def test_variants_tell_place_tier_and_trap_and_hold_the_control_apart(store: PictureStore) -> None:
    source = drawn_source(store, {"a": {}, "b": {}})
    images = _edited(source, store).images
    made = quintuplets(source.items, source.screenings, source.traps, [images])
    SIGNPOST_VARIANTS.validate(made)
    assert made["variant"].to_list() == [*FIVE, "native"] * 2
    blank = made.filter(variant="blank", group_id="a")["variant_id"][0]
    compared = dict(made.filter(group_id="a").select("variant", "reference_variant").iter_rows())
    alone = dict.fromkeys(("original", "blank", "native"))
    assert compared == alone | dict.fromkeys(EDITED[1:], blank)
    without = quintuplets(
        source.items, source.screenings, source.traps, [images.filter(~pl.col("control"))]
    )
    assert without["variant"].to_list() == [*FIVE, *FIVE]
    with_trap = made.filter(group_id="a").select("trap", "trap_latitude").unique().rows()
    assert with_trap == [("Nairobi", -1.3)]
    assert made.filter(group_id="b")["trap"].null_count() == 6
    assert set(made["tier"]) == {"T2"}
    assert made["external_id"][4] == "scene a/adversarial"


def test_variants_tell_every_hit_and_the_traps_country_as_the_geocoder_says(
    store: PictureStore,
) -> None:
    """The middle of Vietnam lies nearer to a city of Laos than to one of its own."""
    source = drawn_source(store, {"a": {"adversarial": "Vietnam"}, "b": {}})
    first = source.replacements.filter(group_id="a")
    spans = [
        first.with_columns(
            replacement_id=pl.lit(f"r{rank}"),
            span_id=pl.lit(f"s{rank}"),
            span_rank=pl.lit(rank, pl.Int64),
            adversarial=pl.lit(text),
        )
        for rank, text in ((4, "Lima"), (3, "Nairobi"), (2, "Soft Kettle"))
    ]
    traps = trap_targets(pl.concat([*spans, first]), OfflineGeocoder(), {})
    made = quintuplets(source.items, source.screenings, traps, [_edited(source, store).images])
    SIGNPOST_VARIANTS.validate(made)
    mine = made.filter(group_id="a").unique(("trap", "trap_country", "other_traps"))
    assert mine.select("trap", "trap_country").rows() == [("Vietnam", "VNM")]
    assert country_at(*mine.select("trap_latitude", "trap_longitude").row(0)) == "LAO"
    assert mine["other_traps"].to_list()[0] == pytest.approx(
        [-1.28, 36.82, -12.04, -77.03], abs=0.1
    )
    assert made.filter(group_id="b")["other_traps"].null_count() == 6


def test_variants_tell_the_languages_of_their_texts(store: PictureStore) -> None:
    texts = {"similar": "Harbour Rd", "random": "Red Kettle", "adversarial": "Rue de Rivoli"}
    source = drawn_source(store, {"a": texts})
    made = quintuplets(
        source.items, source.screenings, source.traps, [_edited(source, store).images]
    )
    told = dict(
        made.select("variant", pl.concat_list("native_language", "injected_language")).rows()
    )
    assert told == {
        **{kind: ["en", "fr"] for kind in ("original", "blank", "adversarial", "native")},
        "similar": ["en", "en"],
        "random": ["en", None],
    }


def test_several_editors_share_one_original(store: PictureStore) -> None:
    source = drawn_source(store, {"a": {}})
    local = _edited(source, store).images
    scenes = scene_texts(source.items, source.spans, source.replacements)
    boxes = edit_scenes(scenes, store, _Boxes(), reader=None, settings=EditSettings(mode="record"))
    made = quintuplets(source.items, source.screenings, source.traps, [local, boxes.images])
    counted = dict(made.group_by("editor").len().iter_rows())
    assert counted == {"none": 1, LocalEditor.version: 5, "boxes/1 (failed gates)": 5}
    assert quintuplets(source.items, source.screenings, source.traps, []).is_empty()
    assert incomplete_groups(EDITED_IMAGES.empty()).is_empty()


def test_what_was_edited_of_other_texts_or_scenes_has_no_variants(store: PictureStore) -> None:
    before = drawn_source(store, {"a": {}, "gone": {}})
    edited = _edited(before, store).images
    now = drawn_source(store, {"a": {}})
    kept = quintuplets(now.items, now.screenings, now.traps, [edited])
    assert set(kept["group_id"]) == {"a"}
    lima = now.traps.with_columns(adversarial=pl.lit("Lima"))
    assert quintuplets(now.items, now.screenings, lima, [edited]).is_empty()
    elsewhere = now.items.with_columns(picture=pl.lit("0" * 64))
    assert quintuplets(elsewhere, now.screenings, now.traps, [edited]).is_empty()
