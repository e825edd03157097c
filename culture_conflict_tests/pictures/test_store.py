"""The picture store: one file per content, written whole, checked when read."""

from __future__ import annotations

import hashlib
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from culture_conflict.errors import HomeError, PictureError
from culture_conflict.pictures.store import PictureStore, media_type
from culture_conflict.tables import storage
from culture_conflict_tests.pictures.looking import FORMATS, noise, saved


@pytest.fixture
def store(tmp_path: Path) -> PictureStore:
    return PictureStore(tmp_path / "pictures")


def test_what_is_put_is_got(store: PictureStore) -> None:
    sha256 = store.put(b"a picture")
    assert sha256 == hashlib.sha256(b"a picture").hexdigest()
    assert store.path(sha256) == store.root / sha256[:2] / sha256[2:4] / sha256
    assert store.get(sha256) == b"a picture"


def test_an_equal_file_is_not_written_again_but_its_age_begins_anew(store: PictureStore) -> None:
    path = store.path(store.put(b"a picture"))
    os.utime(path, (1, 1))
    before = path.stat()
    store.put(b"a picture")
    after = path.stat()
    assert after.st_ino == before.st_ino
    assert after.st_mtime > 1_000_000


def test_a_forgotten_picture_is_not_kept_again(store: PictureStore) -> None:
    sha256 = store.put(b"a picture")
    store.tombstone(sha256).parent.mkdir()
    store.tombstone(sha256).touch()
    with pytest.raises(PictureError, match=sha256) as caught:
        store.put(b"a picture")
    assert caught.value.reason == "forgotten"
    assert list(store.verify()) == []
    assert store.put(b"another") != sha256


def test_a_damaged_file_is_told_and_mended_by_the_next_put(store: PictureStore) -> None:
    sha256 = store.put(b"a picture")
    store.path(sha256).write_bytes(b"a pictura")
    with pytest.raises(PictureError, match="Delete it") as caught:
        store.get(sha256)
    assert caught.value.reason == "damaged"
    assert store.put(b"a picture") == sha256
    assert store.get(sha256) == b"a picture"


def test_a_missing_picture_names_itself_and_the_remedy(store: PictureStore) -> None:
    sha256 = hashlib.sha256(b"never put").hexdigest()
    with pytest.raises(PictureError, match=f"{sha256}.*Materialize") as caught:
        store.get(sha256)
    assert caught.value.reason == "missing"


@pytest.mark.parametrize(
    "name",
    ["", "../../etc/passwd", "ab", "A" * 64, "0" * 63, "0" * 65, "0" * 64 + "\n", "/" + "0" * 63],
)
def test_no_name_leaves_the_root(store: PictureStore, name: str) -> None:
    for call in (store.get, store.path):
        with pytest.raises(PictureError, match="sha256") as caught:
            call(name)
        assert caught.value.reason == "bad_name"


def _put_many(root: Path) -> list[str]:
    return [PictureStore(root).put(bytes([n]) * 50_000) for n in range(20)]


def test_writers_at_the_same_time_do_not_meet(store: PictureStore) -> None:
    with ProcessPoolExecutor(4) as pool:
        results = list(pool.map(_put_many, [store.root] * 4))
    assert all(result == results[0] for result in results)
    assert len([path for path in store.root.rglob("*") if path.is_file()]) == 20
    assert list(store.verify()) == []


def test_verify_finds_what_does_not_belong(store: PictureStore, tmp_path: Path) -> None:
    good, bad = store.put(b"good"), store.put(b"bad")
    store.path(bad).write_bytes(b"changed")
    misplaced = store.path(good).parent / hashlib.sha256(b"elsewhere").hexdigest()
    misplaced.write_bytes(b"elsewhere")
    (store.root / "notes.txt").write_text("not ours")
    (store.path(good).parent / f".{good}.1.writing").write_bytes(b"half")
    link = store.path(hashlib.sha256(b"outside").hexdigest())
    (tmp_path / "outside").write_bytes(b"outside")
    link.parent.mkdir(parents=True)
    link.symlink_to(tmp_path / "outside")
    found = {damage.path.name: damage.kind for damage in store.verify()}
    assert found == {
        bad: "damaged",
        misplaced.name: "foreign",
        "notes.txt": "foreign",
        f".{good}.1.writing": "foreign",
        link.name: "foreign",
    }


def test_verify_of_an_absent_store_finds_nothing(store: PictureStore) -> None:
    assert list(store.verify()) == []


def test_a_full_disk_is_refused(store: PictureStore, monkeypatch: pytest.MonkeyPatch) -> None:
    full = os.statvfs_result((4096, 4096, 1000, 1, 1, 0, 0, 0, 0, 255))
    monkeypatch.setattr(storage.os, "statvfs", lambda _: full)
    with pytest.raises(HomeError, match="Free space"):
        store.put(b"a picture")
    assert not [path for path in store.root.rglob("*") if path.is_file()]


def test_a_write_that_fails_leaves_nothing(
    store: PictureStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(self: Path, data: bytes) -> int:
        self.touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fails)
    with pytest.raises(HomeError, match="No space left"):
        store.put(b"a picture")
    assert not [path for path in store.root.rglob("*") if path.is_file()]


def test_a_root_that_is_a_file_is_a_home_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(HomeError, match="can't be written"):
        PictureStore(tmp_path / "file").put(b"a picture")


@pytest.mark.parametrize("format_", FORMATS)
def test_the_media_type_is_told_by_the_bytes(format_: str) -> None:
    assert media_type(saved(noise(), format_)) == f"image/{format_.lower()}"


def test_what_is_no_picture_has_no_media_type() -> None:
    with pytest.raises(PictureError, match="begin with b'<html"):
        media_type(b"<html>")
