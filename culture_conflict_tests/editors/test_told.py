"""What a gallery says of a picture is what its gates said."""

from __future__ import annotations

import json

import pytest

from culture_conflict.editors.gates import Gate, Report, worst_share
from culture_conflict.editors.told import nearest_gate, paid_for, read_report, verdict_counts

PASSED = Report((Gate("blank_image", "pass", 0.0, 0.0), Gate("box_shows", "pass", 6.125, 20.0)))
FAILED = Report(
    (
        Gate("blank_image", "pass", 0.0, 0.0),
        Gate("box_shows", "pass", 19.9, 20.0, "a rim"),
        Gate("misread", "fail", 0.5, 0.34, "'a' was read as 'b'"),
    )
)
BLANK = Report(
    (
        Gate("blank_image", "fail", 1.0, 0.0),
        Gate("box_shows", "pass", 15.0, 20.0),
        Gate("misread", "skipped"),
    )
)


@pytest.mark.parametrize("report", [PASSED, FAILED, BLANK, Report(())])
def test_what_is_written_is_read_again(report: Report) -> None:
    assert read_report(report.to_json()) == report
    assert worst_share(read_report(report.to_json())) == worst_share(report)


def test_the_gate_that_failed_comes_before_one_that_nearly_did() -> None:
    assert nearest_gate(FAILED.to_json()) == "misread 0.5 > 0.34"
    assert nearest_gate(PASSED.to_json()) == "box_shows 6.12 <= 20"
    assert nearest_gate(BLANK.to_json()) == "blank_image fail"
    assert nearest_gate(Report(()).to_json()) == "not judged"


def test_verdicts_are_counted_and_what_was_not_judged_is_not() -> None:
    told = verdict_counts([PASSED.to_json(), None, FAILED.to_json(), BLANK.to_json()])
    assert told == {
        "blank_image fail": 1,
        "blank_image pass": 2,
        "box_shows pass": 3,
        "misread fail": 1,
        "misread skipped": 1,
    }
    assert verdict_counts([None]) == {}


def test_an_edit_behind_several_pictures_was_paid_for_once() -> None:
    one, two = ({"seed": seed, "notes": {"output": "a", "cost_usd": 0.04}} for seed in (1, 2))
    free = {"notes": {"seconds": 1}}
    records = [json.dumps(each) for each in (one, {"signs": [one, two]}, {"before": two}, free)]
    assert paid_for([*records, None]) == {"cost_usd": 0.08}
    assert paid_for([json.dumps(free), None]) == {}
