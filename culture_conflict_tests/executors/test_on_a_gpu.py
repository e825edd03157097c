"""The script for a machine with a GPU works, here with a stand-in for the driver and for torch."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from culture_conflict.executors.slots.devices import FAKE, VISIBLE

pytestmark = pytest.mark.slow

TORCH = """
import os
from types import SimpleNamespace
def device_count():
    return len([name for name in os.environ["CUDA_VISIBLE_DEVICES"].split(",") if name]) + {more}
cuda = SimpleNamespace(device_count=device_count, synchronize=lambda: None)
def ones(*shape, device):
    return None
"""
DRIVER = '#!/bin/sh\necho "0, GPU-0000-1111, Stand-in, 81920, 81000, Disabled"\n'


def run(folder: Path, more: int) -> subprocess.CompletedProcess[str]:
    (folder / "torch.py").write_text(TORCH.replace("{more}", str(more)))
    (folder / "nvidia-smi").write_text(DRIVER)
    (folder / "nvidia-smi").chmod(0o755)
    paths = [str(folder), *sys.path]
    environment = {name: v for name, v in os.environ.items() if name not in {FAKE, VISIBLE}}
    return subprocess.run(
        [sys.executable, "-m", "culture_conflict_tests.executors.on_a_gpu"],
        env=environment | {"PATH": f"{folder}:/usr/bin:/bin", "PYTHONPATH": ":".join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_passes_where_torch_sees_what_it_should_and_fails_where_it_sees_more(
    tmp_path: Path,
) -> None:
    good = run(tmp_path, 0)
    assert good.returncode == 0, good.stderr
    assert "one device in each of 2 GPU steps and none outside" in good.stdout
    bad = run(tmp_path, 1)
    assert bad.returncode == 1
    assert "AssertionError" in bad.stderr
