"""The leaderboard in the terminal: a rate and, below it, how far it can be trusted."""

from __future__ import annotations

from io import StringIO
from typing import Any

import duckdb
import polars as pl
import pytest
from rich.console import Console

from culture_conflict.home import Home
from culture_conflict.showing import _ends
from culture_conflict.showing_boards import print_culture_mix, print_signpost

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


ASKED = {"prompt_id": "base-v1", "evaluation": "main", "editor": "local/1", "unanswered": "wrong"}
BOARD = ASKED | {"origin": "measured", "source_set": "mine", "model": "m", "rank": 1, "mcrs": 24.24}
BOARD |= {f"wla_{kind}": 0.5 for kind in ("original", "blank", "adversarial")}
BOARD |= {"wla_blank_ci_low": 0.25, "wla_blank_ci_high": 0.75, "tbs_adversarial_km": 4217.0}
BOARD |= {"tfr": 0.792, "c": 0.5, "r": None}


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
    of_source = ASKED | {"origin": "measured", "source": "here", "model": "m"}
    told = shown(
        home,
        print_signpost,
        {
            "signpost_leaderboard": [
                BOARD | {"origin": "published", "source_set": "four", "model": "p", "mcrs": 72.7},
                BOARD,
            ],
            "signpost_wla": [
                of_source | {"variant": kind, "wla": wla}
                for kind, wla in (("blank", 0.125), ("native", 0.25))
            ]
            + [of_source | {"variant": "original", "editor": "none", "wla": 0.75}],
            "signpost_shift": [of_source | {"tfr": 0.333}],
        },
    )
    assert told.index("measured: averages over the set mine") < told.index("set four")
    assert "24.2" in told
    assert "4,217" in told
    assert "25.0-75.0" in told
    last = next(line for line in told.split("measured on here")[1].splitlines() if " m " in line)
    assert last.split() == ["m", "75.0", "12.5", "-", "-", "-", "25.0", "33.3"]


def test_culture_mix_shows_the_guarded_rule_of_measured_answers(home: Home) -> None:
    row = ASKED | {"source": "here", "model": "m", "background_kind": "all", "subtask": "sf"}
    row |= {"origin": "measured", "target": "country", "rule": "guarded", "accuracy": 0.125}
    told = shown(
        home,
        print_culture_mix,
        {
            "culture_mix_accuracy": [
                row | {"origin": "published", "source": "published", "rule": "as_published"},
                row,
                row | {"rule": "as_published", "accuracy": 0.99},
                row | {"background_kind": "street", "accuracy": 0.98},
            ]
        },
    )
    assert told.index("measured on here") < told.index("CultureMix, published")
    assert "12.5" in told
    assert "99.0" not in told
    assert "98.0" not in told
