from __future__ import annotations

import pytest

from culture_conflict_tests.checkpoints.kit import Taught, taught_checkpoint


@pytest.fixture(scope="session")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Taught:
    """Lessons, and a tiny Qwen3-VL that has learnt them."""
    return taught_checkpoint(tmp_path_factory.mktemp("taught"))
