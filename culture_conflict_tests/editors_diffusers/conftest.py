"""The tiny editors, built once."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from culture_conflict_tests.checkpoints.kit import run_python


@pytest.fixture(scope="session")
def editors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with qwen, qwen-plus, flux and lora."""
    folder = tmp_path_factory.mktemp("editors")
    run_python(sys.executable, "-m", "culture_conflict_tests.checkpoints", "editors", folder)
    return folder
