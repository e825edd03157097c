"""The ledger keeps lines whole, reads around damage, and lets one writer in at a time."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from culture_conflict.models.entry import Entry
from culture_conflict.models.ledger import Ledger
from culture_conflict.models.segments import SegmentWriter

ENTRY = Entry(
    key="0" * 64,
    picture_sent="a" * 64,
    prompt_id="base",
    prompt_sha256="b" * 64,
    evaluation="main",
    repeat=0,
    model="m",
    provider="p",
    model_revision="1",
    parameters="{}",
    run_id="r",
    asked_at="2026-01-01T00:00:00.000000+00:00",
    attempts=1,
    latency_s=0.5,
    answer='{"name": "Jollof\\n", "country": "Türkiye"}',
    reasoning=None,
    finish_reason="stop",
    served_model=None,
    input_tokens=1,
    output_tokens=None,
    cost_usd=0.25,
    error=None,
    versions={"python": "3.11"},
)


def entry(n: int, **changes: object) -> Entry:
    return replace(ENTRY, key=f"{n:064}", **changes)  # type: ignore[arg-type]


def make(root: Path, run: str = "r") -> Ledger:
    return Ledger(root, "b", "m", "s", run)


def test_an_entry_survives_its_line() -> None:
    line = ENTRY.to_line()
    assert line.count(b"\n") == 1
    assert Entry.from_line(line) == ENTRY
    earlier = {k: v for k, v in json.loads(line).items() if k != "imported_from"}
    assert Entry.from_line(json.dumps(earlier).encode()) == ENTRY
    later = json.loads(line) | {"new_field": 1}
    assert Entry.from_line(json.dumps(later).encode()) == ENTRY


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"[]\n",
        b"\xff\n",
        b"\0\0\0\n",
        ENTRY.to_line()[1:],
        ENTRY.to_line().replace(b'"v":1', b'"v":2'),
        ENTRY.to_line().replace(b'"attempts":1,', b""),
        ENTRY.to_line().replace(b'"answer":"', b'"answer":7,"x":"'),
    ],
)
def test_a_damaged_line_is_told_and_hides_no_neighbour(tmp_path: Path, line: bytes) -> None:
    ledger = make(tmp_path)
    ledger.folder.mkdir(parents=True)
    path = ledger.folder / "r-0000.jsonl"
    path.write_bytes(entry(1).to_line() + line + entry(2).to_line())
    held = ledger.read()
    assert list(held.answers) == [entry(1).key, entry(2).key]
    assert held.n_torn == 0
    assert [damage.describe().partition(": ")[0] for damage in held.damaged] == [f"{path}, line 2"]


def test_a_line_torn_anywhere_is_counted_and_a_missing_newline_loses_nothing(
    tmp_path: Path,
) -> None:
    ledger = make(tmp_path)
    ledger.folder.mkdir(parents=True)
    path = ledger.folder / "r-0000.jsonl"
    whole = entry(2).to_line()
    for cut in range(1, len(whole) - 1):
        path.write_bytes(entry(1).to_line() + whole[:cut])
        held = ledger.read()
        assert (list(held.answers), held.n_torn, held.damaged) == ([entry(1).key], 1, [])
    path.write_bytes(entry(1).to_line() + whole[:-1])
    assert list(ledger.answers()) == [entry(1).key, entry(2).key]


def test_faults_and_blanks_are_no_answers_and_the_earliest_answer_wins(tmp_path: Path) -> None:
    with make(tmp_path, "a") as ledger:
        ledger.append(entry(1, error="HTTP 500", answer=None, asked_at="1"))
        ledger.append(entry(1, answer=" \n", asked_at="2"))
        ledger.append(entry(1, answer="late", asked_at="4"))
    with make(tmp_path, "b") as ledger:
        ledger.append(entry(1, answer="early", asked_at="3"))
        ledger.append(entry(2, error="HTTP 500", answer="half a te"))
    with make(tmp_path, "c") as ledger:
        ledger.append(entry(1, answer="latest", asked_at="5"))
    held = make(tmp_path).read()
    assert {key: each.answer for key, each in held.answers.items()} == {entry(1).key: "early"}
    assert held.attempts == {entry(1).key: 5, entry(2).key: 1}


def test_an_answer_can_be_read_the_moment_append_returns(tmp_path: Path) -> None:
    ledger = make(tmp_path)
    for n in range(3):
        ledger.append(entry(n))
        assert len(make(tmp_path).answers()) == n + 1
    ledger.close()
    ledger.close()


def test_segments_are_sealed_by_number_and_by_age_and_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    fsync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda n: (synced.append(n), fsync(n))[1])
    monkeypatch.setattr("culture_conflict.models.segments.MAX_LINES", 4)
    ledger = make(tmp_path)
    for n in range(6):
        ledger.append(entry(n))
    assert [p.name for p in sorted(ledger.folder.iterdir())] == ["r-0000.jsonl", "r-0001.jsonl"]
    assert len(synced) == 2
    monkeypatch.setattr("culture_conflict.models.segments.MAX_SECONDS", 0.0)
    ledger.append(entry(6))
    assert len(synced) == 4
    ledger.append(entry(7))
    assert len(list(ledger.folder.iterdir())) == 3
    assert len(make(tmp_path).answers()) == 8


def test_a_run_of_the_same_name_never_touches_a_segment_in_hand(tmp_path: Path) -> None:
    first, second = make(tmp_path), make(tmp_path)
    first.append(entry(1))
    second.append(entry(2))
    first.append(entry(3))
    first.close()
    second.close()
    assert len(list(first.folder.iterdir())) == 2
    assert len(make(tmp_path).answers()) == 3
    (first.folder / "r-0000.jsonl").unlink()
    with make(tmp_path) as third:
        third.append(entry(4))
    assert sorted(p.name for p in first.folder.iterdir()) == ["r-0001.jsonl", "r-0002.jsonl"]


def test_a_run_id_stays_in_its_folder(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"run_id '\.\./x'"):
        SegmentWriter.create(tmp_path, "../x")


def test_reading_a_ledger_that_is_not_there_makes_nothing(tmp_path: Path) -> None:
    assert make(tmp_path).answers() == {}
    assert list(tmp_path.iterdir()) == []
