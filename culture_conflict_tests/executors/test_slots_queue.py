"""First come, first served, and the dead do not stand in the way."""

from __future__ import annotations

import signal

from culture_conflict.executors.slots.devices import Device
from culture_conflict.executors.slots.queue import ahead_of, take_ticket, waiting
from culture_conflict_tests.executors.slot_kit import Host, until

SHOW = "echo [$CUDA_VISIBLE_DEVICES]"


def test_a_step_that_needs_two_is_not_passed_by_steps_that_need_one(host: Host) -> None:
    one, _ = host.hold("--gpus", "1")
    two, _ = host.hold("--gpus", "1")
    log = host.root / "order"
    large = host.start("--gpus", "2", shell=f"echo large >> {log}")
    until(lambda: host.tickets() == 1)
    small = [host.start("--gpus", "1", shell=f"echo small >> {log}") for _ in range(3)]
    until(lambda: host.tickets() == 4)
    one.terminate()
    one.wait()
    until(lambda: large.poll() is not None or not log.exists(), 1)
    assert not log.exists(), "a later step took the device that the first one waits for"
    two.terminate()
    for process in (large, *small):
        assert process.wait(20) == 0
    assert log.read_text().split() == ["large", "small", "small", "small"]


def test_a_step_may_pass_one_that_could_not_use_the_device(host: Host) -> None:
    (host.root / "devices.json").write_text(
        '[{"id": "BIG", "memory_gb": 80, "free_gb": 80}, '
        '{"id": "S", "memory_gb": 24, "free_gb": 24}]'
    )
    host.hold("--gpus", "1", "--memory-gb", "40")
    first = host.start("--gpus", "1", "--memory-gb", "40", shell=SHOW)
    until(lambda: host.tickets() == 1)
    assert host.run("--gpus", "1", shell=SHOW)[1] == "[S]"
    assert first.poll() is None


def test_a_waiter_that_was_killed_leaves_the_queue_by_that(host: Host) -> None:
    holder, _ = host.hold("--gpus", "2")
    dead = host.start("--gpus", "2", shell=SHOW)
    until(lambda: host.tickets() == 1)
    dead.send_signal(signal.SIGKILL)
    dead.wait()
    assert host.tickets() == 1
    living = host.start("--gpus", "1", shell=SHOW)
    until(lambda: host.tickets() == 1 and len(waiting(host.locks)) == 1)
    holder.terminate()
    assert living.communicate(timeout=20)[0].strip() == "[FAKE-0]"


def test_numbers_follow_the_order_of_coming_and_ones_own_ticket_is_not_ahead(host: Host) -> None:
    folder = host.locks
    folder.mkdir()
    device = Device("FAKE-0", "fake")
    with (
        take_ticket(folder, {"could_use": ["FAKE-0"]}) as first,
        take_ticket(folder, {"could_use": ["FAKE-1"]}) as second,
        take_ticket(folder, {}) as third,
    ):
        assert [first.number, second.number, third.number] == [1, 2, 3]
        assert ahead_of(folder, first) == []
        ahead = ahead_of(folder, third)
        assert [ticket.number for ticket in ahead] == [1, 2]
        assert [ticket.wants(device) for ticket in (*ahead, third)] == [True, False, True]
    assert waiting(folder) == []
