"""Whoever waits for downloads is told how many came, how fast, and how long it will take."""

from __future__ import annotations

import dagster as dg
import pytest
import yaml

from culture_conflict.home import Home
from culture_conflict.sources.fetching import Fetching


def told(fetching: Fetching, sizes: list[tuple[float, int]], now: list[float]) -> list[str]:
    lines: list[str] = []
    fetching.tell = lines.append
    for at, n_bytes in sizes:
        now[0] = at
        fetching.add(n_bytes)
    return lines


def test_the_first_the_last_and_one_in_five_seconds_are_told() -> None:
    now = [0.0]
    fetching = Fetching("pictures", total=5, clock=lambda: now[0])
    sizes = [(1.0, 2_000_000), (2.0, 2_000_000), (7.0, 3_000_000), (8.0, 1_000_000), (9.0, 0)]
    assert told(fetching, sizes, now) == [
        "fetched 1 of 5 pictures, 2.0 MB (2.0 MB/s, 4 s left)",
        "fetched 3 of 5 pictures, 7.0 MB (1.0 MB/s, 5 s left)",
        "fetched 5 of 5 pictures, 8.0 MB (0.9 MB/s, 0 s left)",
    ]


@pytest.mark.parametrize(
    ("known", "line"),
    [
        ({}, "fetched 1 files, 3.0 MB (1.0 MB/s)"),
        (
            {"total": 2, "total_bytes": 9_000_000},
            "fetched 1 of 2 files, 3.0 MB of 9.0 MB (1.0 MB/s, 6 s left)",
        ),
    ],
)
def test_the_time_left_is_by_bytes_where_they_are_known(known: dict[str, int], line: str) -> None:
    now = [0.0]
    assert told(Fetching("files", clock=lambda: now[0], **known), [(3.0, 3_000_000)], now) == [line]


def test_it_reaches_the_log_of_a_run(home: Home) -> None:
    @dg.op
    def fetch() -> None:
        Fetching("pictures", total=1).add(1_000_000)

    @dg.job
    def fetching() -> None:
        fetch()

    named = yaml.safe_load((home.dagster / "dagster.yaml").read_text())["python_logs"]
    assert named["managed_python_loggers"] == ["culture_conflict"]
    with dg.DagsterInstance.from_config(str(home.dagster)) as instance:
        run = fetching.execute_in_process(instance=instance)
        messages = [entry.user_message for entry in instance.all_logs(run.run_id)]
    assert any("fetched 1 of 1 pictures, 1.0 MB" in message for message in messages)
