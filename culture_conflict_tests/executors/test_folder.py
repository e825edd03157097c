"""The folder of locks: local, shared by all users, and safe against links."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from culture_conflict.errors import DeviceError
from culture_conflict.executors.slots.folder import (
    VARIABLE,
    lock_folder,
    open_file,
    read_record,
    refuse_network,
    try_lock,
)

MOUNTS = """\
/dev/sda1 / ext4 rw 0 0
tmpfs /run/lock tmpfs rw 0 0
server:/home /home nfs4 rw 0 0
//server/share /mnt/my\\040share cifs rw 0 0
sshfs#x /home/local/deep fuse.sshfs rw 0 0
"""


@pytest.mark.parametrize("folder", ["/home/a/locks", "/mnt/my share/locks", "/home/local/deep/x"])
def test_a_network_file_system_is_refused(tmp_path: Path, folder: str) -> None:
    (tmp_path / "mounts").write_text(MOUNTS)
    with pytest.raises(DeviceError, match=r"file system\. GPU locks need a local one"):
        refuse_network(Path(folder), tmp_path / "mounts")


@pytest.mark.parametrize("folder", ["/tmp/x", "/run/lock/x", "/homely/x", "/mnt/my"])
def test_a_local_one_is_taken(tmp_path: Path, folder: str) -> None:
    (tmp_path / "mounts").write_text(MOUNTS)
    refuse_network(Path(folder), tmp_path / "mounts")


def test_every_user_may_use_the_folder_but_not_delete_others_files(tmp_path: Path) -> None:
    folder = lock_folder({VARIABLE: str(tmp_path / "locks")})
    assert stat.S_IMODE(folder.stat().st_mode) == 0o1777
    assert folder == lock_folder({VARIABLE: str(tmp_path / "locks")})
    descriptor = open_file(folder / "x.lock")
    assert stat.S_IMODE(os.fstat(descriptor).st_mode) == 0o666
    assert not os.get_inheritable(descriptor)
    os.close(descriptor)


def test_a_link_or_file_in_its_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    (tmp_path / "file").touch()
    for name in ("link", "file"):
        with pytest.raises(DeviceError, match="no folder that can be written"):
            lock_folder({VARIABLE: str(tmp_path / name)})
    with pytest.raises(DeviceError, match="can't be made"):
        lock_folder({VARIABLE: str(tmp_path / "file" / "below")})
    with pytest.raises(OSError, match="symbolic links"):
        open_file(tmp_path / "link")


def test_a_lock_is_had_once_and_again_when_the_file_was_replaced(tmp_path: Path) -> None:
    path = tmp_path / "x.lock"
    first = try_lock(path)
    assert first is not None
    assert try_lock(path) is None
    assert try_lock(path, shared=True) is None
    os.close(first)
    readers = [try_lock(path, shared=True) for _ in range(2)]
    assert None not in readers
    assert try_lock(path) is None
    for reader in readers:
        os.close(reader or -1)


def test_what_a_holder_wrote_may_be_anything(tmp_path: Path) -> None:
    for text in ("", "{", "[1]", "\xff"):
        (tmp_path / "x").write_text(text, encoding="latin-1")
        assert read_record(tmp_path / "x") == {}
    assert read_record(tmp_path / "absent") == {}
