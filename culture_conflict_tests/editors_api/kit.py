"""Editors that ask the scripted server, and pictures that are worth editing."""

from __future__ import annotations

import base64
import io
from pathlib import Path

from PIL import Image, ImageDraw

from culture_conflict.editors.api.editor import ApiEditor, api_editor
from culture_conflict.editors.protocol import EditRequest
from culture_conflict.editors.registry import EditorRow
from culture_conflict_tests.models.api.kit import KEY_ENV, Server

Scalar = str | int | float | bool | None


def row(**parameters: Scalar) -> EditorRow:
    given: dict[str, Scalar] = {"key_env": KEY_ENV, "price_input": 1, "price_output": 10}
    return EditorRow("painter", "api", enabled=True, parameters=given | parameters)


def gemini(server: Server, root: Path, **parameters: Scalar) -> ApiEditor:
    given: dict[str, Scalar] = {"provider": "gemini", "model": "gemini-2.5-flash-image"}
    return api_editor(row(**given, base_url=f"{server.root}/v1beta", **parameters), root)


def gpt(server: Server, root: Path, **parameters: Scalar) -> ApiEditor:
    given: dict[str, Scalar] = {"provider": "openai-compatible", "model": "gpt-image-1"}
    return api_editor(row(**given, base_url=server.url, **parameters), root)


def azure(server: Server, root: Path, **parameters: Scalar) -> ApiEditor:
    given: dict[str, Scalar] = {"provider": "azure", "model": "gpt-image-1"}
    return api_editor(row(**given, base_url=server.root, **parameters), root)


def scene(number: int = 0, size: tuple[int, int] = (90, 60)) -> Image.Image:
    picture = Image.new("RGB", size, (30 + number % 200, 90, 160))
    ImageDraw.Draw(picture).rectangle((10, 10, 40, 30), fill=(220, 200, 40))
    return picture


def request(number: int = 0, **fields: object) -> EditRequest:
    given = {
        "pictures": (scene(number),),
        "instruction": "Put a flag behind the dish.",
        "prompt_id": "flag/1",
        "seed": 0,
    }
    return EditRequest(**given | fields)


def coded(picture: Image.Image) -> str:
    file = io.BytesIO()
    picture.save(file, "PNG")
    return base64.b64encode(file.getvalue()).decode()
