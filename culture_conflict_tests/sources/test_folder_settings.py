"""`source.yaml`: every value is the text it is, every mistake is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from culture_conflict.errors import RegistryError
from culture_conflict.sources.folder.config import read_settings
from culture_conflict.sources.folder.texts import load_texts

BASE = "title: T\nmedium: photograph\n"


def _read(folder: Path, text: str | bytes) -> object:
    (folder / "source.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_settings(folder)


def test_countries_that_look_like_words_stay_countries(tmp_path: Path) -> None:
    (tmp_path / "source.yaml").write_text(BASE + "countries: [NO, SE, DK, Namibia, NA]\n")
    settings = read_settings(tmp_path)
    assert settings.countries == ("NOR", "SWE", "DNK", "NAM", "NAM")
    assert load_texts(b"a: [NO, 2024-01-01, 1.10, null, true]").value == {
        "a": ["NO", "2024-01-01", "1.10", "null", "true"]
    }


def test_numbers_and_switches_are_understood(tmp_path: Path) -> None:
    text = BASE + "enabled: no\nsampling: {seed: 3, countries_per_sub_region: 2}\ntitle2: x\n"
    (tmp_path / "source.yaml").write_text(text.replace("title2: x\n", ""))
    settings = read_settings(tmp_path)
    assert settings.enabled is False
    assert settings.sampling.countries_per_sub_region == 2


# A tree of 10**30 texts, were it written out.
_ALIASES = "a0: &a0 [x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 31)
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "titel: T\nmedium: photograph\n",
            r"line 1: field `titel` is unknown \(did you mean `title`",
        ),
        ("medium: photograph\n", r"`title` is missing\. Add `title:`"),
        (BASE + "columns:\n  nmae: x\n", r"line 4: field `columns\.nmae` .*did you mean `name`"),
        (BASE + "medium: photo\n", r"line 3: .*`medium` stands twice"),
        ("title: T\nmedium: photo\n", r"line 2: `medium`: expected .*'photograph'.*got 'photo'"),
        (BASE + "sampling:\n  seed: many\n", r"line 4: `sampling\.seed`: expected .*got 'many'"),
        (BASE + "sampling: {items_per_category_and_country: 0}\n", "greater than or equal to 1"),
        (BASE + "countries: [Norway, Atlantis]\n", r"`countries`: expected 'Atlantis' names no"),
        (BASE + "defaults: {licence: ''}\n", r"`defaults\.licence`"),
        (BASE + "benchmark: signpost\n", r"`benchmark`: expected 'confused_tourist'"),
        ("- a\n", r"expected fields such as `title"),
        ("", r"expected fields such as `title"),
        ("title: [\n", r"line 2: this is no YAML"),
        (b"title: \xff\n", r"this is no YAML"),
        ("&a [*a]\n", r"source\.yaml"),
        ("&a {title: *a, medium: photograph}\n", r"line 1: this is no YAML"),
        ("[" * 5000, r"this is no YAML: it is nested too deeply"),
        (_ALIASES, r"line 2: this is no YAML: an alias"),
        (BASE + "kind: [folder]\n", r"line 3: `kind`: expected folder, hub, mix, scenes, got"),
    ],
)
def test_mistakes_are_told_with_file_line_and_remedy(
    tmp_path: Path, text: str | bytes, message: str
) -> None:
    with pytest.raises(RegistryError, match=message) as caught:
        _read(tmp_path, text)
    assert str(tmp_path / "source.yaml") in str(caught.value)


def test_a_folder_without_settings_is_no_source(tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match=r"source\.yaml can't be read: No such file"):
        read_settings(tmp_path)


def test_settings_of_many_megabytes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match="at most 1000000"):
        _read(tmp_path, BASE + "#" * 1_000_001)
