"""What the tests of this folder share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from culture_conflict_tests.executors.slot_kit import Host, host_in


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """Two fake devices and their locks."""
    with host_in(tmp_path) as made:
        yield made
