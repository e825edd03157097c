"""The home says what is wrong with it and what to do."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
import yaml

from culture_conflict.errors import HomeError
from culture_conflict.home import Home
from culture_conflict.tables import storage
from culture_conflict.tables.catalog import TABLES


def test_a_new_home_has_zero_row_tables_and_dagster_without_telemetry(home: Home) -> None:
    settings = yaml.safe_load((home.dagster / "dagster.yaml").read_text())
    assert settings["telemetry"] == {"enabled": False}
    assert settings["run_monitoring"]["enabled"] is True
    assert {path.parent.name for path in home.tables.root.glob("*/_empty.parquet")} == set(TABLES)


def test_without_the_variable_the_home_lies_in_the_checkout() -> None:
    assert Home.from_environment({}).root == Path(__file__).parents[1] / ".home"


def test_a_home_whose_parent_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(HomeError, match=r"absent does not exist\. Create it"):
        Home(tmp_path / "absent" / "home").prepare()


def test_a_home_of_nobody_is_named() -> None:
    with pytest.raises(HomeError, match="CULTURE_CONFLICT_HOME is ~nouser/x"):
        Home.from_environment({"CULTURE_CONFLICT_HOME": "~nouser/x"})


def test_a_home_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("x")
    with pytest.raises(HomeError, match=r"can't be written"):
        Home(tmp_path / "home").prepare()


def test_a_read_only_home_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, *_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    monkeypatch.setattr(Path, "mkdir", refuse)  # root, who runs some tests, writes everywhere
    with pytest.raises(HomeError, match="Mend its permissions"):
        Home(tmp_path / "home").prepare()


def test_a_full_disk_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = os.statvfs_result((4096, 4096, 1000, 1, 1, 0, 0, 0, 0, 255))
    monkeypatch.setattr(storage.os, "statvfs", lambda _: full)
    with pytest.raises(HomeError, match="Free space"):
        Home(tmp_path / "home").prepare()


def test_a_dagster_yaml_that_the_user_owns_is_kept(home: Home) -> None:
    path = home.dagster / "dagster.yaml"
    path.write_text("telemetry: {enabled: false}\n")
    home.prepare()
    assert path.read_text() == "telemetry: {enabled: false}\n"
