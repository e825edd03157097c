"""Processes of a step: its descendants, and those that outlived both it and its keeper."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path

__all__ = ["TOKEN", "descendants", "die_with_parent", "end", "is_alive", "keep_orphans", "marked"]

TOKEN = "CULTURE_CONFLICT_SLOT"  # noqa: S105 - the name of a variable
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_ENDED = "ZX"
_PROC = Path("/proc")


def die_with_parent(parent: int, number: signal.Signals) -> None:
    """Have the kernel send this process a signal when its parent ends; at once if it has ended.

    Linux only; elsewhere the keeper's own look at its parent has to do.
    """
    _prctl(_PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:
        os.kill(os.getpid(), number)


def keep_orphans() -> None:
    """Become the parent of every descendant whose own parent ends (Linux only)."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        if ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), f"prctl({option}, {value}) failed")


def descendants(pid: int) -> list[int]:
    """Every living process below `pid`, nearest first."""
    children: dict[int, list[int]] = {}
    for other in _pids():
        state, parent = _state_and_parent(other)
        if state not in _ENDED:
            children.setdefault(parent, []).append(other)
    found = [pid]
    for known in found:
        found += children.get(known, [])
    return found[1:]


def marked(token: str) -> list[int]:
    """Processes of this user that inherited the token from a step, whoever their parent is now."""
    mark = f"\0{TOKEN}={token}\0".encode()
    found = []
    for pid in _pids():
        with contextlib.suppress(OSError):
            environ = (_PROC / str(pid) / "environ").read_bytes()
            if mark in b"\0" + environ + b"\0":
                found.append(pid)
    return found


def is_alive(pid: int) -> bool:
    """Whether there is a process of this number, whoever's it is; the dead but unmourned aren't."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return _state_and_parent(pid)[0] not in _ENDED


def end(pids: list[int], number: signal.Signals) -> None:
    """Signal each; those that have ended already are passed over."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def _pids() -> list[int]:
    """Every process that can be seen; none where there is no /proc."""
    if not (_PROC / "self").is_dir():
        return []
    return [int(entry.name) for entry in _PROC.iterdir() if entry.name.isdigit()]


def _state_and_parent(pid: int) -> tuple[str, int]:
    """One letter and the parent's number as Linux tells them; else ("?", 0)."""
    try:
        stat = (_PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
        state, parent = stat.rpartition(")")[2].split()[:2]
    except (OSError, ValueError):
        return "?", 0
    return state, int(parent)
