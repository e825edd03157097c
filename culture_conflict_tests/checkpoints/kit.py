"""How tests build a tiny checkpoint: in processes of their own, which may be another Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

__all__ = [
    "SHIM",
    "Taught",
    "needs_torch",
    "run_python",
    "taught_checkpoint",
    "torch_environment",
]

_TESTS = Path(__file__).parents[1]
SHIM = _TESTS / "torch_shim"
_MODULE = "culture_conflict_tests.checkpoints"
_NEEDED = ("torch", "torchvision", "transformers")


def needs_torch(*more: str) -> pytest.MarkDecorator:
    """Skips where torch and transformers (and `more`) are not installed, and says so."""
    missing = [name for name in (*_NEEDED, *more) if find_spec(name) is None]
    return pytest.mark.skipif(
        bool(missing), reason=f"needs the extra `transformers`: {', '.join(missing)} not installed"
    )


def torch_environment() -> dict[str, str]:
    """The environment of a process that loads torch: the shim, no network, one thread."""
    paths = [str(SHIM), str(_TESTS.parent), os.environ.get("PYTHONPATH", "")]
    offline = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "OMP_NUM_THREADS": "1"}
    return os.environ | offline | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


@dataclass(frozen=True)
class Taught:
    """A folder of lessons, a checkpoint that has learnt them, and its answers to them."""

    lessons: Path
    checkpoint: Path
    answers: list[str]


def taught_checkpoint(folder: Path, python: str = sys.executable) -> Taught:
    """Lessons of the sample, and a checkpoint built, trained and asked one by one by `python`."""
    lessons, checkpoint = folder / "lessons", folder / "checkpoint"
    run_python(sys.executable, "-m", _MODULE, "lessons", lessons)
    said = run_python(python, "-m", _MODULE, "build", lessons, checkpoint)
    return Taught(lessons, checkpoint, json.loads(said.splitlines()[-1]))


def run_python(python: str, *arguments: str | Path) -> str:
    """What a Python with the shim prints; its last words are shown where it fails."""
    command = [python, *map(str, arguments)]
    done = subprocess.run(
        command, env=torch_environment(), capture_output=True, text=True, timeout=590, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout
