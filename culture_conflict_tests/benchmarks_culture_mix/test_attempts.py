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

    version = "1"

    def __init__(self, key: str, made: Callable[[EditRequest], Image.Image]) -> None:
        self.key, self._made, self.asked = key, made, [*()]

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
    (planned, *_) = _planned(store)
    mine, next_one = Scripted("first", _green), Scripted("second", _blue)
    rejected: list[str] = []
    for _ in range(5):
        made = make_attempts([planned], _rejected(*rejected), [mine, next_one], store)
        (last,) = made.filter("in_force").rows(named=True)
        rejected.append(last["picture"])
    steps = made.select("made_by", "prompt_id").rows()
    assert steps == [
        ("first", "harmonise-1"),
        ("first", "harmonise-1"),
        ("first", "harmonise-2"),
        ("first", "harmonise-2"),
        ("second", "harmonise-1"),
    ]
    assert made["decision"].to_list() == ["rejected"] * 4 + ["pending"]
    assert made["reason"].to_list() == ["floats"] * 4 + [None]
    assert len(set(mine.asked)) == 4
    assert set(made["editor"]) == {"first"}


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


def _repainted(request: EditRequest) -> Image.Image:
    made = _green(request)
    made.paste((200, 0, 0), (0, 0, made.width, 60))
    return made


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (lambda request: request.pictures[0].copy(), "unchanged"),
        (_black, "black"),
        (lambda request: Image.new("RGB", request.pictures[0].size, "#777"), "flat"),
        (_repainted, "background"),
        (lambda request: _green(request).resize((99, 99)), "resized"),
    ],
)
def test_a_picture_that_fails_a_check_is_refused_with_its_reason(
    store: PictureStore, made: Callable[[EditRequest], Image.Image], reason: str
) -> None:
    (planned, *_) = _planned(store)
    rows = make_attempts([planned], NONE, [Scripted("one", made)], store)
    assert rows["reason"].to_list() == [reason] * 4
    assert set(rows["outcome"]) == {"failed"}
    assert rows["picture"].null_count() == 4


def test_an_error_of_the_editor_is_a_try_and_the_next_editor_goes_on(store: PictureStore) -> None:
    (planned, *_) = _planned(store)

    def broken(_: EditRequest) -> Image.Image:
        raise EditError("no")

    rows = make_attempts([planned], NONE, [Scripted("a", broken), Scripted("b", _green)], store)
    assert rows["reason"].to_list() == ["editor"] * 4 + [None]
    assert rows["made_by"].to_list()[-1] == "b"


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
