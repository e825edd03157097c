"""What can be seen of a served checkpoint, under the names that field cases use."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from PIL import Image

from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.benchmarks.signpost.parsing import parse as parse_place
from culture_conflict.models.protocol import Answer, Request
from culture_conflict_tests.models_vllm.kit import local_row, vllm_model

ENCODER = 28


@contextmanager
def said(script: Mapping[str, Any]) -> Iterator[None]:
    """The script of the program in vLLM's place."""
    with mock.patch.dict(os.environ, {"FAKE_VLLM": json.dumps(script)}):
        yield


def picture(given: Mapping[str, Any], files: Path) -> tuple[bytes, str]:
    """The case's file, or a picture of its size, or any."""
    if "file" in given:
        return (files / given["file"]).read_bytes(), "image/png"
    made = io.BytesIO()
    Image.radial_gradient("L").convert("RGB").resize(given.get("image_size", (64, 64))).save(
        made, "PNG"
    )
    return made.getvalue(), "image/png"


def asked(given: Mapping[str, Any], files: Path) -> tuple[Answer, tuple[int, int], tuple[int, int]]:
    """The answer, the size of the picture, and the size in which it arrived."""
    data, media_type = picture(given, files)
    script = {"encoder": ENCODER} | ({"says": given["content"]} if "content" in given else {})
    length = given.get("max_model_len", 8192)
    with tempfile.TemporaryDirectory() as folder, said(script):
        root = Path(folder)
        row = local_row(root, serve={"max_model_len": length}, structured="plain")
        answer = asyncio.run(_ask(vllm_model(row, root, lambda _: None), data, media_type))
        arrived = next(root.rglob("seen.jsonl")).read_text().splitlines()[-1]
    url = json.loads(arrived)["messages"][0]["content"][1]["image_url"]["url"]
    with Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))) as sent:
        arrived_size = sent.size
    with Image.open(io.BytesIO(data)) as own:
        return answer, own.size, arrived_size


async def _ask(model: Any, data: bytes, media_type: str) -> Answer:
    try:
        model.expect(2, "What is it?")
        (answer,) = await model.ask([Request(data, media_type, "What is it?")])
        # Asked once more: an engine that the first picture ended would raise here.
        await model.ask([Request(data, media_type, "What is it?")])
    finally:
        await model.close()
    return answer


def _place(given: Mapping[str, Any], files: Path, name: str) -> float:
    found = parse_place(asked(given, files)[0]).fields[name]
    assert found is not None
    return float(found)


def _aspect_kept(given: Mapping[str, Any], files: Path) -> bool:
    _, (width, height), (sent_width, sent_height) = asked(given, files)
    return abs(sent_width / sent_height - width / height) <= width / height / min(
        sent_height, width
    )


SIGHTS: Mapping[str, Callable[[Mapping[str, Any], Path], Any]] = {
    "sent_min_side_at_least": lambda given, files: min(asked(given, files)[2]),
    "aspect_kept": _aspect_kept,
    "engine_alive": lambda given, files: asked(given, files)[0].error is None,
    "status": lambda given, files: parse(asked(given, files)[0]).state,
    "image_resized_client_side": lambda given, files: (
        asked(given, files)[1] != asked(given, files)[2]
    ),
    "resize_logged": lambda given, files: "sent_size" in asked(given, files)[0].notes,
    "lat": lambda given, files: _place(given, files, "latitude"),
    "lon": lambda given, files: _place(given, files, "longitude"),
}
