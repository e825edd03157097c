from __future__ import annotations

from culture_conflict_tests.models.api.conftest import quick, running, server

__all__ = ["quick", "running", "server"]
