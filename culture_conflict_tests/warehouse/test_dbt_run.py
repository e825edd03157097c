"""What interrupts dbt reaches the caller, whatever its threads are still at."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event, Thread

import duckdb
import pytest
from dbt.adapters.duckdb.connections import DuckDBConnectionManager

from culture_conflict.warehouse import dbt_run


class Held:
    """Stands for dbt's environment: a real connection in whose cursor a query runs."""

    def __init__(self) -> None:
        self.connection = duckdb.connect()
        self.runs, self.refused, self.ends = Event(), Event(), Event()
        self.closed = False
        self.thread = Thread(target=self._query)

    def close(self) -> None:
        try:
            self.connection.close()
        except duckdb.ResourceInUseException:
            self.refused.set()
            raise
        self.closed = True

    def _query(self) -> None:
        cursor = self.connection.cursor()
        cursor.create_function("held", self._until_told, ["bigint"], "bigint")
        cursor.execute("select held(1)").fetchall()

    def _until_told(self, number: int) -> int:
        self.runs.set()
        assert self.ends.wait(60)
        return number


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    made = Held()
    monkeypatch.setattr(DuckDBConnectionManager, "_ENV", made)
    made.thread.start()
    assert made.runs.wait(60)
    yield made
    made.ends.set()
    made.thread.join(60)


def test_an_interruption_is_raised_when_the_last_query_has_ended(held: Held) -> None:
    def end() -> None:
        assert held.refused.wait(60)
        held.ends.set()

    Thread(target=end).start()
    with pytest.raises(KeyboardInterrupt), dbt_run._closed_database():
        raise KeyboardInterrupt
    assert held.closed


def test_a_query_that_does_not_end_is_told(held: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dbt_run, "_CLOSING_S", 0)
    with pytest.raises(duckdb.ResourceInUseException), dbt_run._closed_database():
        pass
    assert not held.closed
