"""The commands of sources, as a person types them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from culture_conflict import cli
from culture_conflict.errors import CultureConflictError
from culture_conflict.home import Home
from culture_conflict_tests.sources.folder_kit import SETTINGS, folder_of, row


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setenv("CULTURE_CONFLICT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "200")
    return Home.from_environment().prepare()


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(cli.app, ["sources", *arguments])


def _message(result: Result) -> str:
    """What `main` would print before it exits with 1."""
    assert result.exit_code == 1
    assert isinstance(result.exception, CultureConflictError)
    return str(result.exception)


def test_a_folder_is_added_listed_and_checked(tmp_path: Path, home: Home) -> None:
    folder = folder_of(tmp_path / "My Dishes", [row("a"), row("b", country="Atlantis")])
    (folder / "copy.png").symlink_to("a.png")
    assert _run("check", str(folder)).exit_code == 0
    added = _run("add", str(folder), "--name", "mine")
    assert added.exit_code == 0, added.output
    assert "build --source mine" in added.output
    assert not (home.sources_folder / "mine" / "copy.png").is_symlink()
    assert [path.name for path in home.sources_folder.iterdir()] == ["mine"]
    listed = _run("list").output
    assert all(word in listed for word in ("mine", "My dishes", "enabled", "sample"))
    checked = _run("check", "mine")
    assert checked.exit_code == 0
    for shown in ("1 of 2 rows", "1 unknown_country", "1 countries have none", "'Atlantis'"):
        assert shown in checked.output
    assert list((home.root / "store").rglob("*.png")) == []


def test_check_lists_the_first_reasons_or_all(tmp_path: Path) -> None:
    rows = [row("a"), *(row(f"b{n}", country="Atlantis") for n in range(23))]
    folder = folder_of(tmp_path / "mine", rows)
    few, every = (_run("check", str(folder), *more).output for more in ((), ("--all",)))
    assert "The first 20 of 23 reasons; --all lists every one" in few
    assert "The first 23 of 23 reasons" in every
    assert "--all" not in every
    assert [text.count("items.csv") for text in (few, every)] == [20, 23]


def test_links_that_lead_nowhere_and_users_that_are_not_there_are_told(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "mine", [row("a")])
    (folder / "loop").symlink_to("loop")
    assert "is a link that leads nowhere" in _message(_run("add", str(folder), "--name", "mine"))
    for name in ("~nouser/x", "x" * 300):
        assert "is neither a source" in _message(_run("check", name))


def test_nothing_usable_exits_with_1_and_shows_the_rows(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "mine", [row("a", country="Atlantis [red]\x1b[2J")])
    result = _run("check", str(folder))
    assert "not one item can be used" in _message(result)
    assert "unknown_country" in result.output or "encoding" in result.output
    assert "\x1b[2J" not in result.output


@pytest.mark.parametrize("name", ["sample", "all", "Mine", "a b", "../x", ".x", "", "x" * 101])
def test_names_that_can_not_be_are_refused(tmp_path: Path, name: str, home: Home) -> None:
    folder = folder_of(tmp_path / "mine", [row("a")])
    assert "Rename the folder" in _message(_run("add", str(folder), "--name", name))
    assert list(home.sources_folder.iterdir()) == []


def test_an_existing_name_is_refused_and_left_alone(tmp_path: Path, home: Home) -> None:
    folder = folder_of(tmp_path / "mine", [row("a")])
    (home.sources_folder / "mine").mkdir()
    assert "already" in _message(_run("add", str(folder), "--name", "mine"))
    assert list((home.sources_folder / "mine").iterdir()) == []


def test_what_is_no_plain_folder_is_not_copied(tmp_path: Path, home: Home) -> None:
    folder = folder_of(tmp_path / "mine", [row("a")])
    (folder / "out.png").symlink_to("/etc/hostname")
    assert "leaves the folder" in _message(_run("add", str(folder), "--name", "mine"))
    (folder / "out.png").unlink()
    (folder / "again").symlink_to(folder)
    assert "link to a folder" in _message(_run("add", str(folder), "--name", "mine"))
    (folder / "again").unlink()
    os.mkfifo(folder / "pipe")
    assert "neither a file" in _message(_run("add", str(folder), "--name", "mine"))
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "source.yaml" in _message(_run("add", str(empty), "--name", "mine"))
    (tmp_path / "source.yaml").write_text(SETTINGS)
    assert "the home's own sources" in _message(_run("add", str(tmp_path), "--name", "mine"))
    assert list(home.sources_folder.iterdir()) == []


def test_a_broken_folder_is_listed_with_its_reason(home: Home) -> None:
    (home.sources_folder / "broken").mkdir()
    (home.sources_folder / "broken" / "source.yaml").write_text("titel: x\n")
    result = _run("list")
    assert result.exit_code == 0
    assert "can't be used" in result.output
    assert "titel" in result.output
    assert "neither a source in" in _message(_run("check", "nowhere"))


def test_an_archive_of_a_folder_is_added(tmp_path: Path, home: Home) -> None:
    folder = folder_of(tmp_path / "mine", [row("a")])
    archive = shutil.make_archive(str(tmp_path / "packed"), "zip", folder)
    assert _run("add", archive, "--name", "mine").exit_code == 0
    assert (home.sources_folder / "mine" / "a.png").is_file()
    assert "can't be unpacked" in _message(_run("add", str(tmp_path / "no.zip"), "--name", "x"))
