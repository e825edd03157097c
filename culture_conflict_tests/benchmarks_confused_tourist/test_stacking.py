"""STACKED_IMAGES: what is made, left out and failed, and that nothing else depends on how."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from PIL import Image

from culture_conflict.benchmarks.confused_tourist import stacking as module
from culture_conflict.benchmarks.confused_tourist.recipes import StackSettings
from culture_conflict.benchmarks.confused_tourist.stacking import stack_images
from culture_conflict.errors import HomeError, InvalidTableError
from culture_conflict.pictures.encode import EncodeSettings, encode
from culture_conflict.pictures.open import open_picture
from culture_conflict.pictures.paste import Patch, cue_box, paste, scale_cue
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.stacked_images import STACKED_IMAGES
from culture_conflict_tests.benchmarks_confused_tourist import small_world
from culture_conflict_tests.benchmarks_confused_tourist.small_world import noisy, png, saved


@pytest.fixture
def store(tmp_path: Path) -> PictureStore:
    return PictureStore(tmp_path / "pictures")


World = tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]


def world(store: PictureStore, **pictures: bytes) -> World:
    """Three items; the last has no pair, Chile no flag, and Nepal no landmark."""
    given = {f"i{n}": saved(noisy((160 + 40 * n, 120), n), "PNG") for n in range(3)}
    given |= {"f-per": png((30, 20), (200, 0, 0)), "f-npl": png((90, 110), (0, 0, 200, 255))}
    given |= {"l-chl": saved(noisy((300, 400), 9), "JPEG")} | pictures
    sha256 = {name: store.put(data) for name, data in given.items()}
    items = small_world.items(
        *({"item_id": f"i{n}", "country": "PER", "picture": sha256[f"i{n}"]} for n in range(3))
    )
    cues = small_world.cues(
        {"cue_id": "f-per", "kind": "flag", "country": "PER", "picture": sha256["f-per"]},
        {"cue_id": "f-npl", "kind": "flag", "country": "NPL", "picture": sha256["f-npl"]},
        {"cue_id": "l-chl", "kind": "landmark", "country": "CHL", "picture": sha256["l-chl"]},
    )
    npl = {"adversarial_country": "NPL", "flag": "f-npl", "landmark": "l-chl"}
    chl = {"adversarial_country": "CHL", "landmark": "l-chl", "difficulty": "easy"}
    pairs = small_world.pairs(
        *({"item_id": f"i{n}", **pair} for n in range(2) for pair in (npl, chl))
    )
    return items, cues, pairs


def made_of(table: pl.DataFrame, item: str, context: str) -> dict[str, object]:
    rows = table.filter(item_id=item, perturb_context=context)
    return rows.row(0, named=True)


def test_every_wanted_picture_has_a_row(store: PictureStore) -> None:
    made = STACKED_IMAGES.validate(stack_images(*world(store), store))
    counts = made.group_by("item_id", "perturb_method").len().sort(pl.all()).rows()
    assert counts == [
        *(
            (f"i{n}", method, n_rows)
            for n in range(2)
            for method, n_rows in (("control", 2), ("none", 1), ("stacked", 6))
        ),
        ("i2", "control", 2),
        ("i2", "none", 1),
    ]
    left_out = made.filter(outcome="left_out")
    assert set(left_out.select("pair_id", "perturb_context", "reason").rows()) == {
        (f"i{n}-geo-easy", context, "no_flag")
        for n in range(2)
        for context in ("flag", "flag_landmark")
    }
    assert left_out["recipe"].null_count() == 0
    assert set(made["outcome"]) == {"made", "left_out"}


def test_pixels_are_those_of_the_plain_way(store: PictureStore) -> None:
    items, cues, pairs = world(store)
    made = stack_images(items, cues, pairs, store)
    base = open_picture(store.get(items["picture"][0])).image
    patches = {}
    for kind, sha256 in (("flag", cues["picture"][1]), ("landmark", cues["picture"][2])):
        cue = Image.open(io.BytesIO(store.get(sha256)))
        box = cue_box(base.size, cue.size, "top_right" if kind == "flag" else "bottom_left")
        patches[kind] = Patch(box, scale_cue(cue, box.size))
    for context in ("none", "flag", "landmark", "flag_landmark"):
        expected = base.copy()
        paste(expected, [patch for kind, patch in patches.items() if kind in context])
        row = (
            made_of(made.filter(pair_id="i0-geo-hard"), "i0", context)
            if context != "none"
            else made_of(made, "i0", "none")
        )
        assert store.get(str(row["picture"])) == encode(expected, EncodeSettings())
        assert (row["width"], row["height"]) == base.size
        assert row["n_bytes"] == len(store.get(str(row["picture"])))


def test_controls_are_the_own_flag_and_grey_in_its_place(store: PictureStore) -> None:
    made = stack_images(*world(store), store)
    original, flag, grey = (
        np.asarray(Image.open(io.BytesIO(store.get(str(made_of(made, "i0", name)["picture"])))))
        for name in ("none", "congruent_flag", "grey_patch")
    )
    box = cue_box((160, 120), (30, 20), "top_right")
    inner = np.s_[box.top + 6 : box.bottom - 6, box.left + 9 : box.left + box.width - 9]
    assert np.abs(flag[inner].mean(axis=(0, 1)) - (200, 0, 0)).max() < 3
    assert np.abs(grey[inner].mean(axis=(0, 1)) - 128).max() < 1
    assert (flag[48:] == original[48:]).all()
    assert (grey[48:] == original[48:]).all()


def test_no_own_flag_no_controls(store: PictureStore) -> None:
    items, cues, pairs = world(store)
    made = stack_images(items, cues.filter(pl.col("cue_id") != "f-per"), pairs, store)
    for context in ("congruent_flag", "grey_patch"):
        assert made_of(made, "i2", context)["reason"] == "no_flag"


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (b"<html>not a picture</html>", "not_an_image"),
        (saved(noisy((64, 64)), "PNG")[:300], "truncated"),
        (png((5, 5)), "too_small"),
        (png((9000, 20)), "too_small"),  # 4 pixels high once it is within bounds
    ],
    ids=["page", "truncated", "tiny", "ribbon"],
)
def test_a_bad_picture_fails_alone(store: PictureStore, bad: bytes, reason: str) -> None:
    made = STACKED_IMAGES.validate(stack_images(*world(store, i1=bad), store))
    failed = made.filter(outcome="failed")
    assert set(failed["item_id"]) == {"i1"}
    assert set(failed["reason"]) == {reason}
    assert set(made.filter(item_id="i1", outcome="left_out")["reason"]) == {"no_flag"}
    assert made.filter(item_id="i2")["picture"].null_count() == 0


def test_a_bad_cue_fails_only_where_it_is_shown(store: PictureStore) -> None:
    broken = png((90, 110))[:60]
    made = STACKED_IMAGES.validate(stack_images(*world(store, **{"f-npl": broken}), store))
    failed = made.filter(outcome="failed").select("item_id", "perturb_context", "reason").rows()
    assert failed == [
        (item, context, "flag_truncated")
        for item in ("i0", "i1")
        for context in ("flag", "flag_landmark")
    ]


def test_a_picture_that_is_not_in_the_store_fails(store: PictureStore) -> None:
    items, cues, pairs = world(store)
    store.path(items["picture"][0]).unlink()
    made = stack_images(items, cues, pairs, store)
    assert set(made.filter(item_id="i0", outcome="failed")["reason"]) == {"missing"}


def test_the_table_does_not_depend_on_workers_nor_on_what_was_there(store: PictureStore) -> None:
    given = world(store)
    tables = [stack_images(*given, store, workers=workers) for workers in (1, 2, 7, None)]
    assert all(table.equals(tables[0]) for table in tables)


def test_larger_pictures_are_brought_within_bounds(store: PictureStore) -> None:
    given = world(store, i0=saved(noisy((900, 300)), "PNG"))
    made = stack_images(*given, store, settings=StackSettings(EncodeSettings(max_side=300)))
    assert set(made.filter(item_id="i0", outcome="made").select("width", "height").rows()) == {
        (300, 100)
    }


def test_enlarging_is_recorded(store: PictureStore) -> None:
    made = stack_images(*world(store), store)
    enlarged = {name: made_of(made, "i0", name)["enlarged"] for name in made["perturb_context"]}
    assert enlarged == {
        "none": False,
        "flag": None,  # left out
        "landmark": False,
        "flag_landmark": None,
        "congruent_flag": True,  # 30x20 on 160x120
        "grey_patch": False,
    }


def test_metadata_is_stripped_and_orientation_applied(store: PictureStore) -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "a secret place"
    turned = saved(noisy((120, 160)), "JPEG", exif=exif, comment=b"secret")
    made = stack_images(*world(store, i0=turned), store).filter(item_id="i0", outcome="made")
    assert set(made.select("width", "height").rows()) == {(160, 120)}
    assert all(b"secret" not in store.get(sha256) for sha256 in made["picture"])


def test_each_picture_is_decoded_once(store: PictureStore, monkeypatch: pytest.MonkeyPatch) -> None:
    given = world(store)
    decoded: list[int] = []
    monkeypatch.setattr(
        module, "open_picture", lambda data: decoded.append(len(data)) or open_picture(data)
    )
    stack_images(*given, store)
    assert len(decoded) == 3


def test_progress_counts_items(store: PictureStore) -> None:
    seen: list[tuple[int, int]] = []
    stack_images(*world(store), store, progress=lambda *step: seen.append(step))
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_a_full_disk_stops_the_run(store: PictureStore, monkeypatch: pytest.MonkeyPatch) -> None:
    given = world(store)

    def full(_: PictureStore, data: bytes) -> str:
        raise HomeError("the disk is full")

    monkeypatch.setattr(PictureStore, "put", full)
    with pytest.raises(HomeError, match="full"):
        stack_images(*given, store)


def test_pairs_of_other_items_or_cues_are_refused(store: PictureStore) -> None:
    items, cues, pairs = world(store)
    with pytest.raises(InvalidTableError, match=r"pairs: 1 values of item_id \(first: i0"):
        stack_images(items.tail(2), cues, pairs, store)
    with pytest.raises(InvalidTableError, match=r"values of landmark \(first: l-chl"):
        stack_images(items, cues.head(2), pairs, store)


def test_nothing_gives_nothing(store: PictureStore) -> None:
    items, cues, pairs = world(store)
    made = stack_images(items.clear(), cues, pairs.clear(), store)
    assert made.equals(STACKED_IMAGES.empty())
