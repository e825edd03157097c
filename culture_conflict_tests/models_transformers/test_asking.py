"""A tiny checkpoint asked as a large one is: in batches, short of memory, with bad pictures."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.models.protocol import Answer
from culture_conflict_tests.checkpoints.kit import Taught, needs_torch, run_python
from culture_conflict_tests.models_transformers import in_torch

pytestmark = [pytest.mark.slow, needs_torch()]


@pytest.fixture(scope="module")
def came(taught: Taught) -> dict[str, Any]:
    said = run_python(sys.executable, "-m", in_torch.__name__, taught.lessons, taught.checkpoint)
    made: dict[str, Any] = json.loads(said.splitlines()[-1])
    return made


def _texts(answers: list[dict[str, Any]]) -> list[str]:
    return [answer["text"] for answer in answers]


def test_answers_in_padded_batches_are_those_asked_one_by_one(
    came: dict[str, Any], taught: Taught
) -> None:
    assert _texts(came["batched"]) == taught.answers
    assert len(set(taught.answers)) >= 4
    first = came["batched"][0]
    assert first["finish_reason"] == "stop"
    assert first["input_tokens"] > first["output_tokens"] > 5
    assert first["error"] is None


def test_every_answer_says_what_weights_and_libraries_made_it(came: dict[str, Any]) -> None:
    for answer in came["batched"]:
        notes = answer["notes"]
        assert set(notes) == {"device", "torch", "transformers", "weights"}
        assert answer["served_model"].endswith("@" + notes["weights"][:12])


def test_an_answer_that_is_cut_off_is_truncated(came: dict[str, Any]) -> None:
    assert [answer["finish_reason"] for answer in came["cut"]] == ["length"] * 2
    assert [answer["output_tokens"] for answer in came["cut"]] == [3] * 2
    assert {parse(Answer(**answer)).state for answer in came["cut"]} == {"truncated"}


def test_a_batch_without_memory_is_halved_until_it_fits(
    came: dict[str, Any], taught: Taught
) -> None:
    assert came["sizes"] == [8, 4, 2, 2, 2, 2]
    assert _texts(came["halved"]) == taught.answers[:8]


def test_one_picture_that_finds_no_memory_is_an_error_of_its_own(came: dict[str, Any]) -> None:
    assert came["alone_sizes"] == [2, 1, 1]
    assert [answer["text"] for answer in came["alone"]] == [None] * 2
    assert all("out of memory" in answer["error"] for answer in came["alone"])


def test_numbers_that_are_none_are_no_answer(came: dict[str, Any]) -> None:
    assert all("overflowed in float32" in answer["error"] for answer in came["overflowed"])


def test_a_picture_that_is_not_taken_leaves_its_neighbours_alone(
    came: dict[str, Any], taught: Taught
) -> None:
    good, bad, thin, last = came["mixed"]
    assert (good["text"], last["text"]) == (taught.answers[0], taught.answers[2])
    assert "picture not opened (not_an_image)" in bad["error"]
    assert "picture not taken by the processor" in thin["error"]


def test_fewer_pixels_are_fewer_tokens(came: dict[str, Any]) -> None:
    assert came["small"][0]["input_tokens"] < came["batched"][0]["input_tokens"]


def test_an_internvl_answers_too_and_gets_no_more_tiles_than_the_row_allows(
    came: dict[str, Any],
) -> None:
    for answer in (*came["tiled"], *came["untiled"]):
        assert answer["error"] is None
        assert answer["output_tokens"] >= 1
    many, few = (came[name][0]["input_tokens"] for name in ("tiled", "untiled"))
    assert many > few
