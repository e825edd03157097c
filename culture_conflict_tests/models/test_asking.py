"""What a provider is handed."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from culture_conflict.models.asking import Asking, Wanted
from culture_conflict.models.protocol import Answer, Request
from culture_conflict.pictures.store import PictureStore
from culture_conflict_tests.models.asking_kit import FakeProvider


class Seeing(FakeProvider):
    async def ask(self, requests: Sequence[Request]) -> Sequence[Answer]:
        self.seen = [request.picture for request in requests]
        return [Answer("x")]


def test_what_a_picture_tells_besides_its_pixels_is_not_sent(tmp_path: Path) -> None:
    out, exif = io.BytesIO(), Image.Exif()
    exif[0x010E] = "secret place"
    Image.new("RGB", (8, 8)).save(out, "JPEG", exif=exif)
    store, provider = PictureStore(tmp_path), Seeing()
    wanted = [Wanted("key", store.put(out.getvalue()), "prompt")]
    asyncio.run(Asking(wanted, provider, store, lambda _: None).run())
    assert b"secret place" in out.getvalue()
    assert len(provider.seen) == 1
    assert b"secret place" not in provider.seen[0]
