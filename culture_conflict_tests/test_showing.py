"""The leaderboard in the terminal: a rate and, below it, how far it can be trusted."""

from __future__ import annotations

from io import StringIO
from typing import Any

import duckdb
import polars as pl
import pytest
from rich.console import Console

from culture_conflict.home import Home
from culture_conflict.showing import print_confused_tourist
from culture_conflict.showing_boards import _ends
from culture_conflict.showing_culture_mix import print_culture_mix
from culture_conflict.showing_signpost import print_signpost

ROW: dict[str, Any] = {"origin": "measured", "country_accuracy_stacked": 0.5, "coverage": 1.0}


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        (0.3612, 0.6388, "\n[dim]36-64[/dim]"),
        (0.0, 0.07, "\n[dim]0-7[/dim]"),
        (0.29, 1.0, "\n[dim]29-100[/dim]"),
        (None, None, "\n[dim]-[/dim]"),
    ],
)
def test_ends_are_rounded_outward(low: float | None, high: float | None, shown: str) -> None:
    name = "country_accuracy_stacked"
    ends = {f"{name}_ci_low": low, f"{name}_ci_high": high}
    assert _ends(ROW | ends, name) == shown
    assert _ends(ROW | ends | {"origin": "published"}, name) == ""
    assert _ends(ROW | ends | {name: None}, name) == ""
    assert _ends(ROW | ends, "coverage") == ""


ASKED = {"prompt_id": "base-v1", "evaluation": "main", "editor": "local/2", "unanswered": "wrong"}
BOARD = ASKED | {"origin": "measured", "source_set": "mine", "model": "m", "rank": 1, "mcrs": 24.24}
BOARD |= {f"wla_{kind}": 0.5 for kind in ("original", "blank", "adversarial")}
BOARD |= {"wla_blank_ci_low": 0.25, "wla_blank_ci_high": 0.75, "tbs_adversarial_km": 4217.0}
BOARD |= {"tfr": 0.792, "c": 0.5, "r": None, "imported": False, "sample": None, "rank_note": None}


def shown(home: Home, printed: Any, marts: dict[str, list[dict[str, Any]]]) -> str:
    with duckdb.connect(home.warehouse) as connection:
        connection.execute("create schema marts")
        for name, rows in marts.items():
            frame = pl.DataFrame(rows, infer_schema_length=None).to_arrow()
            connection.register("rows", frame)
            connection.execute(f"create table marts.{name} as select * from rows")
    file = StringIO()
    printed(home, Console(file=file, width=80))
    return file.getvalue()


def test_signpost_has_measured_before_published_and_each_source(home: Home) -> None:
    row = ASKED | {"origin": "measured", "source": "here", "model": "m"}
    told = shown(
        home,
        print_signpost,
        {
            "signpost_leaderboard": [
                BOARD | {"origin": "published", "source_set": "four", "model": "p", "mcrs": 72.7},
                BOARD,
            ],
            "signpost_wla": [
                row | {"variant": kind, "wla": wla}
                for kind, wla in (("blank", 0.125), ("native", 0.25))
            ]
            + [row | {"variant": "original", "editor": "none", "wla": 0.75}],
            "signpost_shift": [row | {"tfr": 0.333}],
        },
    )
    assert told.index("measured: averages over the set mine") < told.index("set four")
    assert "24.2" in told
    assert "4,217" in told
    assert "25-75" in told
    last = next(
        line for line in told.split("measured on source here")[1].splitlines() if " m " in line
    )
    assert last.split() == ["m", "75.0", "12.5", "-", "-", "-", "25.0", "33.3"]


def test_culture_mix_shows_the_guarded_rule_of_measured_answers(home: Home) -> None:
    told = shown(home, print_culture_mix, mixes())
    assert told.index("measured on source here") < told.index("CultureMix, published")
    assert "12.5" in told
    assert "99.0" not in told
    assert "98.0" not in told
    assert "Published: rule as_published" in told


def test_culture_mix_ranks_by_the_country_of_mixed_pictures_above_its_cells(home: Home) -> None:
    told = shown(home, print_culture_mix, mixes())
    board, cells = told.split("measured on source here, by picture")
    lines = [line.split() for line in board.splitlines() if " m" in line or "-" in line]
    first = next(n for n, line in enumerate(lines) if line[:2] == ["1", "m2"])
    assert lines[first] == ["1", "m2", "90.0", "60.0", "25.0", "80.0", "55.0", "-", "100.0"]
    assert lines[first + 1] == ["80-99", "50-71", "-", "70-90", "41-66"]
    assert lines[first + 2][:4] == ["2", "m", "90.0", "40.0"]
    assert lines[first + 4][:2] == ["-", "m3"]
    assert lines[first + 5][0] == "(direct-v1)"
    below = [line.split()[0] for line in cells.split("published")[0].splitlines() if " m" in line]
    assert below == ["model", "m2", "m"]


def mixes() -> dict[str, list[dict[str, Any]]]:
    """Three measured models, one of them asked in other words, and a printed one."""
    row = ASKED | {"source": "here", "model": "m", "background_kind": "all", "subtask": "sf"}
    row |= {"origin": "measured", "target": "country", "rule": "guarded", "accuracy": 0.125}
    printed = {"origin": "published", "source": "published", "rule": "as_published"}
    best = row | {"model": "m2", "rank": 1, "coverage": 1.0, "imported": False, "sample": None}
    best |= {"rank_note": None}
    best |= _ended("accuracy_alone", 0.9, 0.805, 0.985)
    best |= _ended("accuracy_mixed", 0.6, 0.5, 0.705) | _ended("to_distractor", 0.25, None, None)
    dish = best | {"target": "name", "rank": 2} | _ended("accuracy_alone", 0.8, 0.7, 0.9)
    dish |= _ended("accuracy_mixed", 0.55, 0.415, 0.655)
    dish |= _ended("to_distractor", None, None, None)
    second = {"model": "m", "rank": 2, "accuracy_mixed": 0.4}
    other = {"model": "m3", "rank": None, "prompt_id": "direct-v1"}
    return {
        "culture_mix_leaderboard": [
            board | whose | literal
            for board in (best, dish)
            for whose in ({}, second, other)
            for literal in ({}, {"rule": "as_published", "accuracy_mixed": 0.98})
        ]
        + [best | printed, dish | printed],
        "culture_mix_accuracy": [
            row | printed,
            row,
            row | {"model": "m2", "accuracy": 0.25},
            row | {"rule": "as_published", "accuracy": 0.99},
            row | {"background_kind": "street", "accuracy": 0.98},
        ],
    }


def _ended(name: str, value: float | None, low: float | None, high: float | None) -> dict[str, Any]:
    return {name: value, f"{name}_ci_low": low, f"{name}_ci_high": high}


def test_imported_answers_samples_and_other_words_are_told(home: Home) -> None:
    rates = ("country_accuracy", "item_accuracy")
    row = ASKED | {"origin": "measured", "source": "here", "model": "m", "rank": 1}
    row |= {f"{rate}_{of}": 0.5 for rate in rates for of in ("original", "stacked")}
    row |= {"distraction_stacked": 0.5, "coverage": 1.0, "imported": False, "sample": None}
    row |= {"rank_note": None}
    unranked = {"rank": None, "rank_note": "coverage 0.5000 is below 0.99"}
    told = shown(
        home,
        print_confused_tourist,
        {
            "confused_tourist_leaderboard": [
                row,
                row | {"model": "brought", "imported": True, "prompt_id": "theirs"},
                row | {"model": "part", "sample": "a sample of 5 of 6 pictures"},
                row | {"model": "asked", "prompt_id": "object-focused-v1"} | unranked,
                row | {"model": "half"} | unranked,
            ]
        },
    )
    assert "brought * " in told
    assert "theirs" not in told
    assert "* imported answers" in told
    assert "part ° " in told
    assert "part: a sample of 5 of 6 pictures; never ranked" in told
    assert "asked " in told
    assert "(object-focused-v1) " in told
    assert "No rank: coverage 0.5000 is below 0.99 (asked, half)." in told


def test_a_long_name_takes_another_line_and_no_number_is_cut(home: Home) -> None:
    long = {"model": "an-editor-of-great-length-and-a-checkpoint-of-more", "rank": 1}
    marts = mixes()
    marts["culture_mix_leaderboard"] = [row | long for row in marts["culture_mix_leaderboard"]]
    told = shown(home, print_culture_mix, marts)
    assert "…" not in told
    assert max(len(line) for line in told.splitlines()) <= 80
