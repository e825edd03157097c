"""However many pictures are asked about, only those in flight are in memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from culture_conflict_tests.models import many_asking

N, AT = 20_000, 2_000
LINE_BYTES = 5_000  # what may stay of an answer: its line of the ledger and its row


@pytest.mark.slow
def test_memory_is_flat_over_20_000_pictures(tmp_path: Path) -> None:
    command = [sys.executable, "-m", many_asking.__name__, str(tmp_path), str(N), str(AT)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    early, late = (float(each) for each in done.stdout.split())
    allowed = (N - AT) * LINE_BYTES / 1e6
    assert allowed < (N - AT) * many_asking.BYTES / 1e6 / 5
    assert 0 < early < late < early + allowed, (early, late)
