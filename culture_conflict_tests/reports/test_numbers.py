"""One way to write a number."""

from __future__ import annotations

import pytest

from culture_conflict.reports.model import Kind
from culture_conflict.reports.numbers import show, show_interval


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (0.51049, "rate", "51.0"),
        (1.0, "rate", "100.0"),
        (0.0, "rate", "0.0"),
        (None, "rate", "\N{EN DASH}"),
        (0.015, "points", "+1.5"),
        (-0.0234, "points", "\N{MINUS SIGN}2.3"),
        (-0.0004, "points", "0.0"),
        (1359, "count", "1,359"),
        (True, "text", "yes"),
        ("a, b", "text", "a, b"),
        (0.0421, "number", "0.042"),
    ],
)
def test_each_kind_is_written_in_one_way(value: object, kind: Kind, text: str) -> None:
    assert show(value, kind) == text


def test_an_interval_that_was_not_drawn_is_a_dash() -> None:
    assert show_interval(0.461, 0.559) == "[46.1, 55.9]"
    assert show_interval(-0.02, 0.01, "points") == "[\N{MINUS SIGN}2.0, +1.0]"
    assert show_interval(None, None) == "\N{EN DASH}"
