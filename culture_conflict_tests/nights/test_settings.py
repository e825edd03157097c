"""nights.yaml: what may stand there, and what is said of what may not."""

from __future__ import annotations

import traceback
from pathlib import Path

import pytest

from culture_conflict.errors import RegistryError
from culture_conflict.nights.settings import NightSettings, evaluation_of, load_night_settings
from culture_conflict.tables.schema import SLUG


def read(folder: Path, text: str) -> NightSettings:
    file = folder / "nights.yaml"
    file.write_text(text, encoding="utf-8")
    return load_night_settings(file)


def test_without_a_file_nights_are_off(tmp_path: Path) -> None:
    assert load_night_settings(tmp_path / "nights.yaml") == NightSettings()
    assert not NightSettings().enabled
    assert read(tmp_path, "# nothing yet\n") == NightSettings()


def test_every_field_can_be_set(tmp_path: Path) -> None:
    made = read(
        tmp_path,
        "enabled: true\ncron: 30 2 * * MON-FRI\ntime_zone: America/New_York\nsince: 2026-12-01\n"
        "source: dishes\nsample: 200\nseed: 0\nrepeats: 3\nwebhook: MY_HOOK\n",
    )
    assert made == NightSettings(
        *(True, "30 2 * * MON-FRI", "America/New_York", "2026-12-01", "dishes", 200, 0, 3),
        webhook="MY_HOOK",
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("time_zone: America/New_Yrok", "'America/New_Yrok' is not a time zone"),
        ("time_zone: Europe", "is not a time zone"),
        ("time_zone: ../../etc/passwd", "is not a time zone"),
        ("cron: every night", "is not a cron line of five fields"),
        ("cron: 99 99 99 99 99", "is not a cron line of five fields"),
        ("cron: 60 3 * * *", "is not a cron line"),
        ("cron: 0 3 0 * *", "is not a cron line"),
        ("cron: 0 3 * 13 *", "is not a cron line"),
        ("cron: 0-70 3 * * *", "is not a cron line"),
        ("cron: '*/0 3 * * *'", "is not a cron line"),
        (f"cron: {'9' * 5000} 3 * * *", "is not a cron line"),
        (f"sample: {'9' * 5000}", "is not a number of pictures"),
        ("sample: &a 3\nseed: *a", "an alias (`*name`) stands here"),
        ('source: "\\ud83d"', "is not a source's name"),
        ("enabled: yes", "'yes' is not true or false"),
        ("sample: 0", "is not a number of pictures"),
        ("repeats: 1.5", "is not a number of times"),
        ("seed: -1", "is not a whole number"),
        ("since: yesterday", "is not a day"),
        ("source: ../x", "is not a source's name"),
        ("webhook: https://hooks.example.org/T0", "never the address itself"),
        ("crom: 0 3 * * *", "`crom` is no setting (did you mean `cron`?)"),
        ("sample: [1]", "is not a number of pictures"),
        ("cron: 0 3 * * *\ncron: 0 4 * * *", "`cron` stands twice"),
    ],
)
def test_what_can_not_be_used_is_said_with_its_line(tmp_path: Path, line: str, told: str) -> None:
    with pytest.raises(RegistryError) as error:
        read(tmp_path, f"# nights\n{line}\n")
    assert told in str(error.value)
    assert "hooks.example.org" not in str(error.value)
    assert "line 2" in str(error.value) or "line 3" in str(error.value)


def test_a_list_is_no_settings(tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match="expected fields and values"):
        read(tmp_path, "- cron\n")


def test_a_night_names_its_evaluation() -> None:
    import re

    assert evaluation_of("2026-11-30") == "canary-2026-11-30"
    assert re.fullmatch(SLUG, evaluation_of("2026-11-30"))


@pytest.mark.parametrize(
    "slip", ["webhook: https://h/T0-pssst: x", "webhook: @T0-pssst", 'webhook: "T0-pssst']
)
def test_a_slip_never_tells_the_secret_that_stands_there(tmp_path: Path, slip: str) -> None:
    with pytest.raises(RegistryError, match=r"line [12]: this is no YAML") as caught:
        read(tmp_path, slip)
    assert "pssst" not in "".join(traceback.format_exception(caught.value))


def test_a_file_that_can_not_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "nights.yaml").mkdir()
    with pytest.raises(RegistryError, match=r"nights\.yaml can't be read"):
        load_night_settings(tmp_path / "nights.yaml")
