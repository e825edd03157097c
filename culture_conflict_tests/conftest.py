"""What tests of every folder share."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from culture_conflict.home import Home
    from culture_conflict_tests.checkpoints.kit import Taught


@pytest.fixture(scope="session")
def manifest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The dbt project's manifest, parsed once for all workers of a session."""
    from culture_conflict.warehouse.manifest import ensure_manifest

    return ensure_manifest(_of_all_workers(tmp_path_factory) / "dbt")


def _of_all_workers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Taught:
    """Lessons of the sample, and a tiny Qwen3-VL that has learnt them, once for all workers."""
    from culture_conflict.locks import exclusive
    from culture_conflict_tests.checkpoints.kit import Taught, taught_checkpoint

    told = _of_all_workers(tmp_path_factory) / "taught.json"
    with exclusive(told.with_suffix(".lock"), what="a taught checkpoint", wait_s=600):
        if not told.exists():
            made = taught_checkpoint(tmp_path_factory.mktemp("taught"))
            paths = {"lessons": str(made.lessons), "checkpoint": str(made.checkpoint)}
            told.write_text(json.dumps(paths | {"answers": made.answers}))
    said = json.loads(told.read_text())
    return Taught(Path(said["lessons"]), Path(said["checkpoint"]), said["answers"])


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, manifest: Path) -> Home:
    """A prepared home of the test's own."""
    from culture_conflict.home import Home

    monkeypatch.setenv("CULTURE_CONFLICT_HOME", str(tmp_path / "home"))
    made = Home.from_environment().prepare()
    put_parsed(manifest, made.work)
    return made


def put_parsed(manifest: Path, work: Path) -> None:
    """The dbt project as it was parsed, where a home's builds look for it."""
    (work / "dbt").mkdir(parents=True)
    for parsed in manifest.parent.glob("manifest-*.*"):
        shutil.copy(parsed, work / "dbt")


# Folders whose tests share a daemon, a demo, a warehouse or what a process with torch has told.
_SHARING = (
    *("benchmarks_culture_mix", "demo", "editors_diffusers", "embedders", "models_transformers"),
    *("readers", "ui", "warehouse"),
)


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
