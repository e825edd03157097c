"""What tests of every folder share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from culture_conflict.home import Home


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A prepared home of the test's own."""
    from culture_conflict.home import Home

    monkeypatch.setenv("CULTURE_CONFLICT_HOME", str(tmp_path / "home"))
    return Home.from_environment().prepare()
