"""The folder of the host's locks, and files in it that many processes and users may lock."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from culture_conflict.errors import DeviceError

__all__ = [
    "EVERYBODY",
    "VARIABLE",
    "lock_folder",
    "open_file",
    "read_record",
    "refuse_network",
    "try_lock",
]

VARIABLE = "CULTURE_CONFLICT_GPU_LOCKS"
_NAME = "culture-conflict-gpus"
EVERYBODY = 0o1777
_RUN_LOCK = Path("/run/lock")
_NETWORK = re.compile(
    r"^(nfs|cifs|smb|ceph|lustre|gpfs|beegfs|glusterfs|9p|afs|ncpfs|orangefs|virtiofs|fuse\.)"
)
_MOUNTS = Path("/proc/self/mounts")


def lock_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The one folder of this host: the variable's, else in /run/lock, else in /tmp.

    Every process that is to share the host's GPUs must see the same folder.

    Raises:
        DeviceError: it can't be made, is no folder of ours, or lies on a network file system.
    """
    named = environment.get(VARIABLE)
    folder = Path(named).absolute() if named else _shared_parent() / _NAME
    try:
        with contextlib.suppress(FileExistsError):
            folder.mkdir(parents=True)
            folder.chmod(EVERYBODY)
        found = folder.lstat()
    except OSError as error:
        raise DeviceError(
            f"The folder of GPU locks {folder} can't be made: {error.strerror}. "
            f"Set {VARIABLE} to a local folder that every user of the GPUs can write."
        ) from error
    if not stat.S_ISDIR(found.st_mode) or not os.access(folder, os.W_OK | os.X_OK):
        raise DeviceError(
            f"{folder} is no folder that can be written: GPU locks are kept there. "
            f"Mend it, or set {VARIABLE} to a local folder that every user of the GPUs can write."
        )
    refuse_network(folder)
    return folder


def _shared_parent() -> Path:
    """/run/lock where every user may write there, the same for all users; else /tmp."""
    try:
        shared = _RUN_LOCK.stat().st_mode & EVERYBODY == EVERYBODY
    except OSError:
        shared = False
    return _RUN_LOCK if shared else Path("/tmp")  # noqa: S108 - shared by all users on purpose


def refuse_network(folder: Path, mounts: Path = _MOUNTS) -> None:
    """Raise where the folder's file system is another host's.

    Raises:
        DeviceError: kernel locks there would hold on some hosts and silently not on others.
    """
    kind = _file_system(folder.resolve(), mounts)
    if _NETWORK.match(kind):
        raise DeviceError(
            f"{folder} lies on a {kind} file system. GPU locks need a local one, since locks "
            f"over a network are not reliable. Set {VARIABLE} to a folder on a local disk."
        )


def _file_system(path: Path, mounts: Path) -> str:
    """The type of the mount that holds `path`; empty where the kernel does not tell."""
    best, kind = 0, ""
    with contextlib.suppress(OSError), mounts.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            _, point, found, *_ = line.split(" ")
            point = re.sub(r"\\([0-7]{3})", lambda m: chr(int(m.group(1), 8)), point)
            if len(point) >= best and path.is_relative_to(point):
                best, kind = len(point), found
    return kind


def open_file(path: Path) -> int:
    """A descriptor of a lock file, made if need be; a link in its place is never followed.

    The kernel refuses O_CREAT on another user's file in a shared folder, so that comes second.
    """
    for flags in (os.O_RDWR, os.O_RDWR | os.O_CREAT | os.O_EXCL, os.O_RDWR):
        with contextlib.suppress(FileNotFoundError, FileExistsError):
            descriptor = os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
            if flags & os.O_CREAT:
                os.fchmod(descriptor, 0o666)
            return descriptor
    raise DeviceError(f"{path} appears and vanishes: nobody may delete files there. Try again.")


def try_lock(path: Path, *, shared: bool = False) -> int | None:
    """A descriptor that holds the file's kernel lock, or None where somebody else does."""
    descriptor = open_file(path)
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        # A lock on a file that was deleted meanwhile would exclude nobody.
        if os.path.samestat(os.fstat(descriptor), path.lstat()):
            return descriptor
    except (BlockingIOError, FileNotFoundError):
        pass
    os.close(descriptor)
    return None


def read_record(path: Path) -> dict[str, Any]:
    """What the file's last holder wrote of itself; empty where it is not (yet) readable."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}
