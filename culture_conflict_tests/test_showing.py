"""The leaderboard in the terminal: a rate and, below it, how far it can be trusted."""

from __future__ import annotations

from typing import Any

import pytest

from culture_conflict.showing import _ends

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
