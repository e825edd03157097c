"""Every process that asks through one account keeps within it together."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import pytest

from culture_conflict.errors import HomeError
from culture_conflict.models.api.account import Account
from culture_conflict.models.api.bucket import Bucket
from culture_conflict.models.limits import Limits

_CHILD = """
import asyncio, sys, time
from pathlib import Path
from culture_conflict.models.api.account import Account
from culture_conflict.models.limits import Limits

account = Account(Path(sys.argv[1]), Limits.model_validate_json(sys.argv[2]))

async def one():
    async with account.turn(10):
        print("+", time.time(), flush=True)
        await asyncio.sleep(0.02)
        print("-", time.time(), flush=True)

async def main():
    await asyncio.gather(*(one() for _ in range(int(sys.argv[3]))))

asyncio.run(main())
"""


def _children(folder: Path, limits: Limits, n: int) -> list[tuple[float, str]]:
    """What two processes did, in order of time."""
    command = [sys.executable, "-c", _CHILD, str(folder), limits.model_dump_json(), str(n)]
    children = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    events = []
    for child in children:
        out, _ = child.communicate(timeout=50)
        assert child.returncode == 0
        events += [(float(line.split()[1]), line[0]) for line in out.splitlines()]
    return sorted(events)


@pytest.mark.slow
def test_two_processes_share_what_may_be_in_flight(tmp_path: Path) -> None:
    events = _children(tmp_path, Limits(in_flight=3), 30)
    now = most = 0
    for _, sign in events:
        now += 1 if sign == "+" else -1
        most = max(most, now)
    assert len(events) == 120
    assert most == 3


@pytest.mark.slow
def test_two_processes_share_requests_per_minute(tmp_path: Path) -> None:
    events = _children(tmp_path, Limits(requests_per_minute=600, in_flight=16), 15)
    sent = [at for at, sign in events if sign == "+"]
    assert len(sent) == 30
    # Ten a second, of which the first ten may go at once.
    assert sent[-1] - sent[0] >= 1.9


def test_a_bucket_lets_a_burst_of_a_second_go_then_so_many_a_minute() -> None:
    kept: object = None
    now, sent = 100.0, []
    while len(sent) < 40:
        bucket = Bucket(600, 1, kept, now)
        if bucket.wait_s > 0:
            now += bucket.wait_s + 0.001
            continue
        kept = bucket.taken()
        sent.append(now)
    assert sent[9] == 100.0
    assert sent[-1] - sent[0] == pytest.approx(3.0, abs=0.05)


def test_a_need_over_the_bucket_goes_when_it_is_full_and_leaves_a_debt() -> None:
    first = Bucket(600, 50, None, 100.0)
    assert first.wait_s == 0
    later = Bucket(600, 1, first.taken(), 100.0)
    assert later.wait_s == pytest.approx(4.1)


def test_a_clock_that_was_set_back_stops_nobody() -> None:
    assert Bucket(600, 1, [5.0, 1e12], 100.0).wait_s == 0


def test_all_rest_when_the_provider_asks_for_it(tmp_path: Path) -> None:
    ours, theirs = (Account(tmp_path, Limits()) for _ in range(2))
    theirs.rest(0.3)

    async def turn() -> float:
        started = time.monotonic()
        async with ours.turn(1):
            return time.monotonic() - started

    assert 0.25 <= asyncio.run(turn()) < 3


def test_spending_is_shared_survives_and_ends_with_the_day(tmp_path: Path) -> None:
    now = [1_800_000_000.0]
    Account(tmp_path, Limits(), lambda: now[0]).spend(1.25)
    other = Account(tmp_path, Limits(), lambda: now[0])
    other.spend(0.5)
    assert other.spent_today() == 1.75
    now[0] += 86_400
    assert other.spent_today() == 0
    other.close()
    assert other.spent_today() == 0


def test_a_damaged_file_is_named_and_never_taken_for_nothing(tmp_path: Path) -> None:
    (tmp_path / "account.json").write_text("{oops")
    with pytest.raises(HomeError, match=r"account.json can't be used: it holds no JSON"):
        Account(tmp_path, Limits()).spent_today()


def test_a_slot_is_let_go_when_its_holder_fails(tmp_path: Path) -> None:
    account = Account(tmp_path, Limits(in_flight=1))

    async def fail() -> None:
        async with account.turn(1):
            raise ValueError("mine")

    async def both() -> None:
        with pytest.raises(ValueError, match="mine"):
            await fail()
        async with account.turn(1):
            pass

    asyncio.run(asyncio.wait_for(both(), 5))
