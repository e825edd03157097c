"""What tests of every folder share."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

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


# Folders whose tests share a daemon, a demo or a taught checkpoint.
_SHARING = ("benchmarks_culture_mix", "demo", "models_transformers", "ui")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With `--dist loadgroup`, one worker per folder that shares something dear.

    The plugin's own marks for this have no effect with this pytest.
    """
    if config.getvalue("dist") != "loadgroup":
        return None
    from xdist.scheduler.loadscope import LoadScopeScheduling

    class ByFolder(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            folder = nodeid.split("/")[1]
            return folder if folder in _SHARING else nodeid

    return ByFolder(config, log)
