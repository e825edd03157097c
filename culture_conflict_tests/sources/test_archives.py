"""Archives are unpacked below one folder, or refused with the member's name."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from culture_conflict.errors import RegistryError
from culture_conflict.sources.archives import Limits, unpack
from culture_conflict.sources.folder.adding import add_archive
from culture_conflict_tests.sources.folder_kit import folder_of, row

Pack = Callable[[Path, Mapping[str, bytes]], Path]
GOOD = {"source/items.csv": b"a", "source/pictures/1.png": b"bb"}


def _zip(path: Path, files: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(path.with_suffix(".zip"), "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return path.with_suffix(".zip")


def _member(name: str, kind: bytes = tarfile.REGTYPE, size: int = 0) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.size, member.linkname = kind, size, "/etc/passwd"
    return member


def _tar(path: Path, files: Mapping[str, bytes], suffix: str = ".tar") -> Path:
    out = path.with_suffix(suffix)
    with tarfile.open(out, "w:gz" if suffix != ".tar" else "w") as packed:
        for name, data in files.items():
            packed.addfile(_member(name, size=len(data)), io.BytesIO(data))
    return out


def _tar_gz(path: Path, files: Mapping[str, bytes]) -> Path:
    return _tar(path, files, ".tar.gz")


PACKERS = [_zip, _tar, _tar_gz]


def _refused(archive: Path, limits: Limits | None = None) -> str:
    with pytest.raises(RegistryError) as caught:
        unpack(archive, archive.parent / "out" / "in", limits)
    written = {path for path in archive.parent.rglob("*") if path.is_file()} - {archive}
    assert all(path.is_relative_to(archive.parent / "out" / "in") for path in written)
    return str(caught.value)


@pytest.mark.parametrize("pack", PACKERS)
def test_plain_files_come_out_as_they_are(tmp_path: Path, pack: Pack) -> None:
    unpack(pack(tmp_path / "x", GOOD), tmp_path / "out")
    found = {
        p.relative_to(tmp_path / "out").as_posix(): p.read_bytes()
        for p in (tmp_path / "out").rglob("*")
        if p.is_file()
    }
    assert found == GOOD


@pytest.mark.parametrize("pack", PACKERS)
def test_a_colon_is_a_letter_of_a_name(tmp_path: Path, pack: Pack) -> None:
    names = ("photo 12:30.jpg", "12:30/a:b.jpg")
    unpack(pack(tmp_path / "x", dict.fromkeys(names, b"x")), tmp_path / "out")
    assert all((tmp_path / "out" / name).read_bytes() == b"x" for name in names)


@pytest.mark.parametrize("kind", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2, zipfile.ZIP_DEFLATED])
def test_an_archive_with_a_damaged_byte_never_ends_in_a_traceback(
    tmp_path: Path, kind: int
) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w", kind) as packed:
        packed.writestr("source/items.csv", bytes(range(256)) * 8)
    whole = path.read_bytes()
    refused = 0
    for place in range(0, len(whole), 3):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xA5]) + whole[place + 1 :])
        try:
            unpack(path, tmp_path / "out" / str(place))
        except RegistryError as error:
            refused += str(path) in str(error)
    assert refused > len(whole) // 9


@pytest.mark.parametrize("pack", PACKERS)
@pytest.mark.parametrize(
    "name",
    [
        *("../evil", "a/../../evil", "/etc/evil", "..\\evil", "a\\..\\..\\evil", "\\evil"),
        *("C:/evil", "C:evil", "a/\x1b[2J"),
    ],
)
def test_names_that_leave_are_refused_by_name(tmp_path: Path, pack: Pack, name: str) -> None:
    message = _refused(pack(tmp_path / "x", {name: b"x"}))
    assert "evil" in message or "control characters" in message
    assert "\x1b" not in message


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE]
)
def test_links_and_devices_of_a_tar_are_refused(tmp_path: Path, kind: bytes) -> None:
    with tarfile.open(tmp_path / "x.tar", "w") as packed:
        packed.addfile(_member("thing", kind))
        packed.addfile(_member("thing/inside", size=1), io.BytesIO(b"x"))
    assert "'thing' is a link or a device" in _refused(tmp_path / "x.tar")


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO, stat.S_IFSOCK])
def test_links_and_devices_of_a_zip_are_refused(tmp_path: Path, kind: int) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as packed:
        info = zipfile.ZipInfo("thing")
        info.external_attr = (kind | 0o777) << 16
        packed.writestr(info, "/etc/passwd")
    assert "'thing' is a link or a device" in _refused(tmp_path / "x.zip")


@pytest.mark.parametrize("pack", PACKERS)
@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (Limits(n_bytes=1_000_000), "more than 1000000 bytes"),
        (Limits(n_files=1), "more than 1 files"),
        (Limits(ratio=20, ratio_from=1_000_000), "over 20 times"),
    ],
)
def test_bombs_are_refused(tmp_path: Path, pack: Pack, limits: Limits, message: str) -> None:
    if pack is _tar and "times" in message:
        message = ""  # what is not compressed can't be a bomb
        unpack(pack(tmp_path / "x", {"a": bytes(3_000_000)}), tmp_path / "out", limits)
        return
    archive = pack(tmp_path / "x", {"a": bytes(3_000_000), "b": b""})
    assert message in _refused(archive, limits)
    written = sum(p.stat().st_size for p in (tmp_path / "out").rglob("*") if p.is_file())
    assert written <= 3_000_000


def test_a_size_that_lies_does_not_help(tmp_path: Path) -> None:
    archive = _zip(tmp_path / "x", {"a": bytes(3_000_000)})
    data = archive.read_bytes().replace(
        (3_000_000).to_bytes(4, "little"), (9).to_bytes(4, "little")
    )
    archive.write_bytes(data)
    assert "can't be unpacked" in _refused(archive, Limits(n_bytes=1_000_000))


def test_a_header_of_many_megabytes_is_a_bomb(tmp_path: Path) -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as packed:
        member = _member("a")
        member.pax_headers = {"comment": "x" * 3_000_000}
        packed.addfile(member)
    (tmp_path / "x.tar.gz").write_bytes(gzip.compress(out.getvalue()))
    limits = Limits(ratio=20, ratio_from=1_000_000)
    assert "over 20 times" in _refused(tmp_path / "x.tar.gz", limits)


@pytest.mark.parametrize("pack", PACKERS)
def test_what_is_no_archive_or_broken_is_told(tmp_path: Path, pack: Pack) -> None:
    archive = pack(tmp_path / "x", {"a": bytes(range(256)) * 4000})
    archive.write_bytes(archive.read_bytes()[:-1200] if pack is not _tar else b"nothing")
    assert f"{archive} can't be unpacked" in _refused(archive)


def test_a_name_twice_is_refused(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "x.tar", "w") as packed:
        for name in ("a", "./a"):
            packed.addfile(_member(name, size=1), io.BytesIO(b"x"))
    assert "stands twice" in _refused(tmp_path / "x.tar")


def test_a_locked_member_is_refused(tmp_path: Path) -> None:
    archive = _zip(tmp_path / "y", {"a": b"x"})
    data = bytearray(archive.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    archive.write_bytes(bytes(data))
    assert "'a' is encrypted" in _refused(archive)


@pytest.mark.parametrize("pack", PACKERS)
@pytest.mark.parametrize("top", ["", "dishes/"])
def test_an_archive_becomes_a_source(tmp_path: Path, pack: Pack, top: str) -> None:
    folder = folder_of(tmp_path / "there", [row("a")])
    files = {top + p.name: p.read_bytes() for p in folder.iterdir()}
    home = tmp_path / "home"
    home.mkdir()
    target = add_archive(pack(tmp_path / "x", files | {"__MACOSX/._a": b""}), "mine", home)
    assert {p.name for p in target.iterdir()} >= {p.name for p in folder.iterdir()}
    assert [p.name for p in home.iterdir()] == ["mine"]
    with pytest.raises(RegistryError, match="one source"):
        add_archive(pack(tmp_path / "y", {"a/b": b""}), "other", home)
    assert [p.name for p in home.iterdir()] == ["mine"]
