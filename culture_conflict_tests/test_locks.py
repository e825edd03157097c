"""The lock names its holder and dies with it."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from culture_conflict.errors import BusyError
from culture_conflict.locks import exclusive

HOLD = (
    "import sys, time; from pathlib import Path;"
    "from culture_conflict.locks import exclusive;\n"
    "with exclusive(Path(sys.argv[1]), what='a test', wait_s=0): print('held', flush=True);"
    " time.sleep(60)"
)


def test_a_killed_holder_lets_go_and_until_then_is_named(tmp_path: Path) -> None:
    path = tmp_path / "some" / "lock"
    with subprocess.Popen([sys.executable, "-c", HOLD, path], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with (
            pytest.raises(
                BusyError, match=rf"A demo .*process {holder.pid} on .* \(since 20.*0\.1 s"
            ),
            exclusive(path, what="A demo", wait_s=0.1),
        ):
            pass
        holder.kill()
    with exclusive(path, what="A demo", wait_s=5):
        pass


def test_it_excludes_threads_and_is_free_after_an_error(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    inside: list[int] = []
    most: list[int] = []

    def work() -> None:
        for _ in range(20):
            with exclusive(path, what="a test", wait_s=10):
                inside.append(1)
                most.append(len(inside))
                inside.pop()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    with pytest.raises(ZeroDivisionError), exclusive(path, what="a test", wait_s=10):
        _ = 1 / 0
    for thread in threads:
        thread.join()
    assert set(most) == {1}


def test_a_holder_that_has_not_signed_yet_is_still_told(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with exclusive(path, what="a test", wait_s=0):
        path.write_text("")
        with (
            pytest.raises(BusyError, match="another process"),
            exclusive(path, what="a test", wait_s=0),
        ):
            pass
