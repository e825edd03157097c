"""A home whose nights can be run."""

from __future__ import annotations

import pytest

from culture_conflict.home import Home
from culture_conflict_tests.nights.nightly import Nightly


@pytest.fixture
def nightly(home: Home, monkeypatch: pytest.MonkeyPatch) -> Nightly:
    monkeypatch.delenv("CULTURE_CONFLICT_WEBHOOK", raising=False)
    return Nightly(home, monkeypatch)
