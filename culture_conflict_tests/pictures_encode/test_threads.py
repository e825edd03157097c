"""Results keep their order, and only a few jobs are held at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from culture_conflict.pictures.threads import in_threads, usable_cores


def test_few_jobs_are_taken_ahead() -> None:
    taken: list[int] = []
    gate = threading.Event()

    def work(job: int) -> int:
        assert gate.wait(10)
        return job

    def jobs() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    results = in_threads(work, jobs(), 2)
    threading.Timer(0.05, gate.set).start()
    assert next(results) == 0
    assert len(taken) == 5
    assert list(results) == list(range(1, 100))


def test_an_error_ends_all() -> None:
    done: list[int] = []

    def work(job: int) -> None:
        done.append(job)
        if job == 3:
            raise KeyError(job)

    with pytest.raises(KeyError):
        list(in_threads(work, range(1000), 2))
    assert len(done) < 20


def test_threads_work_side_by_side() -> None:
    together = threading.Barrier(3, timeout=10)
    assert len(list(in_threads(lambda _: together.wait(), range(3), 3))) == 3
    assert usable_cores() >= 1
