"""A row is added beside what stands there, or nothing is changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from culture_conflict.errors import RegistryError
from culture_conflict.models.adding import add_row
from culture_conflict.models.registry import load_registry

NEW = {"key": "new", "provider": "replay", "name": "Neu: é", "revision": "1"}
OLD = "# mine\nmodels:\n- {key: old, provider: replay, name: Old, revision: '1'}  # kept"


@pytest.mark.parametrize(
    ("before", "kept"),
    [
        (None, ""),
        ("", ""),
        ("# a note\nmodels: []\n", "# a note\n"),
        (OLD, OLD + "\n"),
        (OLD.replace("\n- ", "\n    - ") + "\n", OLD.replace("\n- ", "\n    - ") + "\n"),
    ],
)
def test_a_row_is_appended(tmp_path: Path, before: str | None, kept: str) -> None:
    path = tmp_path / "models.yaml"
    if before is not None:
        path.write_text(before)
    assert add_row(path, NEW).name == "Neu: é"
    assert path.read_text().startswith(kept)
    assert load_registry(path).require_enabled("new").revision == "1"
    assert list(tmp_path.iterdir()) == [path]


def test_a_packaged_row_is_switched_on(tmp_path: Path) -> None:
    setting = add_row(tmp_path / "models.yaml", {"key": "gpt-4.1", "enabled": True})
    assert (setting.enabled, setting.model) == (True, "gpt-4.1")


@pytest.mark.parametrize(
    ("before", "row", "said"),
    [
        (OLD, {"key": "old"}, "line 3: `old` stands here"),
        (OLD, {"key": "new", "provider": "openai"}, "Nothing was changed"),
        (
            "models: [{key: a, provider: replay, name: A, revision: '1'}]",
            NEW,
            "Nothing was changed",
        ),
    ],
)
def test_a_row_that_cannot_be_added_changes_nothing(
    tmp_path: Path, before: str, row: dict[str, str], said: str
) -> None:
    path = tmp_path / "models.yaml"
    path.write_text(before)
    with pytest.raises(RegistryError, match=said):
        add_row(path, row)
    assert path.read_text() == before
    assert list(tmp_path.iterdir()) == [path]
