"""What tests of every folder share."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from culture_conflict.home import Home
    from culture_conflict_tests.checkpoints.kit import Taught


@pytest.fixture(scope="session")
def manifest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The dbt project's manifest, parsed once per session."""
    from culture_conflict.warehouse.manifest import ensure_manifest

    return ensure_manifest(tmp_path_factory.mktemp("manifest"))


@pytest.fixture(scope="session")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Taught:
    """Lessons of the sample, and a tiny Qwen3-VL that has learnt them."""
    from culture_conflict_tests.checkpoints.kit import taught_checkpoint

    return taught_checkpoint(tmp_path_factory.mktemp("taught"))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, manifest: Path) -> Home:
    """A prepared home of the test's own."""
    from culture_conflict.home import Home

    monkeypatch.setenv("CULTURE_CONFLICT_HOME", str(tmp_path / "home"))
    made = Home.from_environment().prepare()
    (made.work / "dbt").mkdir()
    shutil.copy(manifest, made.work / "dbt")
    return made


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow tests of one folder share a worker, so that a daemon or a demo is made once."""
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.xdist_group(item.path.parent.name))
