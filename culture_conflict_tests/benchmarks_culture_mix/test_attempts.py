"""Scenes are tried until one passes; what was rejected is made again in the order of the paper."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from PIL import Image

from culture_conflict.benchmarks.culture_mix.attempts import make_attempts
from culture_conflict.benchmarks.culture_mix.ladder import instruction, ladder
from culture_conflict.benchmarks.culture_mix.mixing import before_places
from culture_conflict.benchmarks.culture_mix.plan import Planned, dishes_of, plan_scenes
from culture_conflict.benchmarks.culture_mix.recipes import Amounts
from culture_conflict.editors.composed import Composed
from culture_conflict.editors.local_dishes.editor import LocalDishes
from culture_conflict.editors.protocol import Edited, EditRecord, EditRequest
from culture_conflict.errors import EditError
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.attempts import ATTEMPTS
from culture_conflict.tables.mix_decisions import ATTEMPT_DECISIONS
from culture_conflict_tests.benchmarks_culture_mix.kitchen import SETTINGS, kitchen

NONE = ATTEMPT_DECISIONS.empty()
AMOUNTS = Amounts(sfb_per_cell=1, mfb_most=1)


class Scripted:
    """An editor whose pictures are what a function makes of its requests."""

    def __init__(self, key: str, made: Callable[[EditRequest], Image.Image]) -> None:
        self.key, self.version, self._made, self.asked = key, f"{key}/7", made, [*()]

    def edit(self, request: EditRequest) -> Edited:
        self.asked.append((request.prompt_id, request.seed))
        picture = self._made(request)
        record = EditRecord(self.key, request.prompt_id, request.seed, *picture.size)
        return Edited(picture, record)


@pytest.fixture
def store(tmp_path: Path) -> PictureStore:
    return PictureStore(tmp_path / "pictures")


def _planned(store: PictureStore, editor: str = "local") -> list[Planned]:
    made = kitchen(store)
    dishes = dishes_of(made.items, made.single_food)
    pairs = made.food_pairs.head(1)
    return list(plan_scenes(dishes, pairs, made.backgrounds, SETTINGS, AMOUNTS, editor))


def _rejected(*pictures: str) -> pl.DataFrame:
    same = {"benchmark": "culture_mix", "source": "tiny", "decision": "rejected"}
    rows = [{**same, "picture": picture, "reason": "floats"} for picture in pictures]
    return ATTEMPT_DECISIONS.frame(rows)


def _green(request: EditRequest) -> Image.Image:
    """A table of another green for every seed."""
    made = request.pictures[0].copy()
    made.paste((40, 90 + request.seed % 120, 60), (0, 100, *made.size))
    return made


def _blue(request: EditRequest) -> Image.Image:
    made = request.pictures[0].copy()
    made.paste((40, 60, 90 + request.seed % 120), (0, 100, *made.size))
    return made


def test_local_scenes_pass_at_once_and_do_not_depend_on_workers(store: PictureStore) -> None:
    planned = _planned(store)
    one, many = (make_attempts(planned, NONE, [LocalDishes()], store, workers=n) for n in (1, 4))
    told = "record"  # it tells the seconds
    assert ATTEMPTS.validate(one).drop(told).equals(many.drop(told))
    assert one.height == len(planned) == 5 * 4 + 1
    assert one["in_force"].all()
    assert set(one["decision"]) == {"pending"}
    assert one["picture"].n_unique() == one.height
    assert json.loads(one["gates"][0])["background_change"] == 0


def test_a_rejected_picture_is_made_again_by_seed_prompt_and_editor(store: PictureStore) -> None:
    (planned, *_) = _planned(store, "first/7")
    mine, next_one = Scripted("first", _green), Scripted("second", _blue)
    rejected: list[str] = []
    for _ in range(5):
        made = make_attempts([planned], _rejected(*rejected), [mine, next_one], store)
        (last,) = made.filter("in_force").rows(named=True)
        rejected.append(last["picture"])
    steps = made.select("made_by", "prompt_id").rows()
    assert steps == [
        ("first/7", "harmonise-1"),
        ("first/7", "harmonise-1"),
        ("first/7", "harmonise-2"),
        ("first/7", "harmonise-2"),
        ("second/7", "harmonise-1"),
    ]
    assert made["decision"].to_list() == ["rejected"] * 4 + ["pending"]
    assert made["reason"].to_list() == ["floats"] * 4 + [None]
    assert len(set(mine.asked)) == 4
    assert set(made["editor"]) == {"first/7"}


def test_where_every_try_is_rejected_none_is_in_force(store: PictureStore) -> None:
    (planned, *_) = _planned(store)
    rejected: list[str] = []
    for _ in range(4):
        made = make_attempts([planned], _rejected(*rejected), [Scripted("one", _green)], store)
        rejected += made.filter("in_force")["picture"].to_list()
    made = make_attempts([planned], _rejected(*rejected), [Scripted("one", _green)], store)
    assert made.height == 4
    assert not made["in_force"].any()


def _black(request: EditRequest) -> Image.Image:
    return Image.new("RGB", request.pictures[0].size)


def _grainy(request: EditRequest, low: int, high: int) -> Image.Image:
    """Nearly one colour: stripes of two."""
    made = Image.new("RGB", request.pictures[0].size, (low, low, low))
    for top in range(0, made.height, 8):
        made.paste((high, high, high), (0, top, made.width, top + 2))
    return made


def _smudged(request: EditRequest) -> Image.Image:
    """The plain join with a grey spot on its white ground: no table."""
    made = request.pictures[0].copy()
    made.paste((90, 90, 90), (2, made.height - 8, 10, made.height - 2))
    return made


def _repainted(request: EditRequest) -> Image.Image:
    made = _green(request)
    made.paste((200, 0, 0), (0, 0, made.width, 60))
    return made


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (lambda request: request.pictures[0].copy(), "unchanged"),
        (_black, "blank_image"),
        (lambda request: Image.new("RGB", request.pictures[0].size, "#777"), "blank_image"),
        (lambda request: _grainy(request, 0, 8), "black"),
        (lambda request: _grainy(request, 110, 118), "flat"),
        (_repainted, "background"),
        (_smudged, "no_table"),
        (lambda request: _green(request).resize((99, 99)), "wrong_size"),
    ],
)
def test_a_picture_that_fails_a_check_is_refused_with_its_reason(
    store: PictureStore, made: Callable[[EditRequest], Image.Image], reason: str
) -> None:
    (planned, *_) = _planned(store)
    rows = make_attempts([planned], NONE, [Scripted("one", made)], store)
    assert rows["reason"].to_list() == [reason] * 4
    assert set(rows["outcome"]) == {"failed"}
    assert rows["picture"].null_count() == rows["detail"].null_count() == 4


def test_recorded_failures_stand_apart_from_the_benchmarks_own_pictures(
    store: PictureStore,
) -> None:
    good, bad, *_ = planned = _planned(store)[:2]

    def paint(request: EditRequest) -> Image.Image:
        return (
            _repainted(request)
            if request.made_of[0] == bad.background["picture"]
            else _green(request)
        )

    assert bad.background["picture"] != good.background["picture"]
    rows = make_attempts(planned, NONE, [Scripted("one", paint)], store, mode="record")
    assert rows["in_force"].to_list() == [True, True]
    shown = before_places(planned, rows).rows
    told = shown.select("external_id", "editor", "control").rows()
    assert told == [
        (good.external_id, "one/7", None),
        (bad.external_id, "one/7 (failed gates)", "failed_gates"),
    ]
    enforced = make_attempts(planned, NONE, [Scripted("one", paint)], store)
    assert before_places(planned, enforced).rows["external_id"].to_list() == [good.external_id]


def test_an_error_of_the_editor_is_a_try_and_the_next_editor_goes_on(store: PictureStore) -> None:
    (planned, *_) = _planned(store)

    key = "sk-live-4242424242424242"

    def broken(_: EditRequest) -> Image.Image:
        raise EditError(f"Editor `a`: refused: No\nflags. {key} " + "word " * 200, reason="refused")

    rows = make_attempts([planned], NONE, [Scripted("a", broken), Scripted("b", _green)], store)
    assert rows["reason"].to_list() == ["refused"] * 4 + [None]
    assert rows["made_by"].to_list()[-1] == "b/7"
    told = ATTEMPTS.validate(rows)["detail"].to_list()
    assert told[-1] is None
    assert told[0].startswith("Editor `a`: refused: No flags. [key] word")
    assert len(told[0]) == 500


def test_a_picture_that_can_not_be_used_is_told_with_its_fault(store: PictureStore) -> None:
    (planned, *_) = _planned(store)
    store.path(planned.background["picture"]).unlink()
    (row,) = make_attempts([planned], NONE, [LocalDishes()], store).rows(named=True)
    assert (row["outcome"], row["reason"]) == ("failed", "picture_missing")
    assert planned.background["picture"] in row["detail"]


def test_another_version_of_an_editor_makes_other_pictures_from_the_same_seeds(
    store: PictureStore,
) -> None:
    tried = {}
    for version in ("one/7", "one/8", "two/7"):
        planned = _planned(store, version)
        tried[version] = make_attempts(planned, NONE, [Scripted("one", _green)], store)
        assert before_places(planned, tried[version]).failed == ()
        assert before_places(_planned(store, "local"), tried[version]).rows.is_empty()
    seven, eight, other = tried.values()
    assert not set(seven["variant_id"]) & set(eight["variant_id"])
    assert seven["seed"].to_list() == eight["seed"].to_list()
    assert not set(seven["seed"]) & set(other["seed"])


def test_the_plain_join_is_tried_once_and_is_no_harmonized_picture(store: PictureStore) -> None:
    (planned, *_) = _planned(store, "composed")
    rows = make_attempts([planned], NONE, [Composed()], store)
    assert rows.select("made_by", "in_force").rows() == [("composed", True)]
    assert json.loads(rows["gates"][0])["white_below"] > 0.3


def test_a_forgotten_picture_is_never_made_again(store: PictureStore) -> None:
    (planned, *_) = _planned(store)
    (first,) = make_attempts([planned], NONE, [LocalDishes()], store)["picture"]
    store.tombstone(first).parent.mkdir(parents=True, exist_ok=True)
    store.tombstone(first).touch()
    rows = make_attempts([planned], NONE, [LocalDishes()], store)
    assert rows["reason"].to_list() == ["forgotten", None]
    assert rows.filter("in_force")["picture"][0] != first


def test_prompts_name_the_dishes_and_differ() -> None:
    texts = {instruction(step.prompt_id, 2) for step in ladder(["x"])}
    assert len(texts) == 2
    assert all("two dishes" in text for text in texts)
    assert "one dish" in instruction("harmonise-1", 1)
