"""The tiny checkpoint is a real one, and looks at the picture."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.models.protocol import Answer
from culture_conflict_tests.checkpoints.kit import Taught, needs_torch
from culture_conflict_tests.checkpoints.lessons import read_lessons, write_sample_lessons


def test_lessons_are_pictures_with_the_words_that_are_sent_and_right_answers(
    tmp_path: Path,
) -> None:
    written = write_sample_lessons(tmp_path, ["taco", "sushi"])
    assert read_lessons(tmp_path) == written
    assert [json.loads(one.answer)["country"] for one in written] == ["Japan"] * 2 + ["Mexico"] * 2
    assert len({one.picture for one in written}) == 2
    assert len({one.prompt for one in written}) == 2
    assert all((tmp_path / one.picture).read_bytes().startswith(b"\x89PNG") for one in written)


@pytest.mark.slow
@needs_torch()
def test_different_pictures_get_different_right_answers_in_the_parsers_form(
    taught: Taught,
) -> None:
    wanted = [one.answer for one in read_lessons(taught.lessons)]
    right = [a for a, answer in zip(taught.answers, wanted, strict=True) if a == answer]
    assert len(right) >= 0.9 * len(wanted)
    assert len(set(right)) >= 4
    parsed = [parse(Answer(said)) for said in taught.answers]
    assert {one.state for one in parsed} == {"ok"}
    assert len({one.fields["country"] for one in parsed}) >= 3
