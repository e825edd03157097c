"""What a server that always refuses sees of a download, and what is left of it."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from culture_conflict.errors import PictureError
from culture_conflict.pictures.store import PictureStore
from culture_conflict.sources.folder.settings import Downloads
from culture_conflict.sources.web.download import Downloader
from culture_conflict_tests.sources.folder_kit import picture
from culture_conflict_tests.sources.loopback import Reply, serving

_CONTACT = "me@example.org"


def meet(status: int, retry_after_s: float) -> dict[str, Any]:
    """Waits (seconds), whether the attempts ended, the agent's contact, and files stored."""
    waits: list[float] = []
    settings = Downloads(hosts=("127.0.0.1",), contact=_CONTACT)
    headers = {"Retry-After": str(retry_after_s)}
    with (
        tempfile.TemporaryDirectory() as name,
        serving(lambda *_: Reply(status, picture(), headers)) as web,
    ):
        store, index = PictureStore(Path(name) / "store"), Path(name) / "urls.jsonl"
        now = datetime(2026, 1, 1, tzinfo=UTC)
        downloader = Downloader(settings, store, index, True, waits.append, lambda: now)
        try:
            downloader.get(web.url("/a"))
        except PictureError as error:
            reason = error.reason
        stored = sum(path.is_file() for path in store.root.rglob("*"))
        agents = {one.headers["User-Agent"] for one in web.asked}
        bounded = reason == "too_many_requests" and len(web.asked) <= settings.attempts
    return {
        "waits": waits,
        "max_attempts_bounded": bounded,
        "user_agent_has_contact": all(f"({_CONTACT})" in agent for agent in agents),
        "stored": stored,
    }
