"""Progress of slow steps is told as a rate that is not rounded away."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any, cast

import pytest

from culture_conflict.defs.previews import in_words
from culture_conflict.defs.progress import log_progress


@pytest.mark.parametrize(("seconds", "told"), [(4.0, "0.5/s, 4 s left"), (0.1, "20/s, 0 s left")])
def test_rates_below_ten_keep_a_digit(
    seconds: float, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = itertools.count(step=seconds)
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    lines: list[str] = []
    context = SimpleNamespace(log=SimpleNamespace(info=lines.append))
    report = log_progress(cast("Any", context), "signs")
    report(2, 4 if seconds > 1 else 2)
    assert lines == [f"signs: 2/{4 if seconds > 1 else 2} ({told})"]


def test_what_was_counted_is_told_in_words() -> None:
    assert in_words({"kept": 1240, "no_text": 2}) == "1,240 kept, 2 no text"
    assert in_words({}) == "none"
