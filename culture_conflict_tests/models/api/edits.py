"""Edits as the scripted server gets and answers them: forms with files, and pictures in JSON.

A step with `picture` (base64), `echo` (what was sent first comes back) or `paint` (it comes back
smaller, before another ground) is answered with a picture; `text` then stands beside it where the
format has room.
"""

from __future__ import annotations

import base64
import io
from email.parser import BytesParser
from typing import Any


def form_of(content_type: str, body: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """The fields of a multipart form, and the bytes of its files in order."""
    message = BytesParser().parsebytes(f"Content-Type: {content_type}\r\n\r\n".encode() + body)
    fields: dict[str, Any] = {}
    files: list[bytes] = []
    for part in message.get_payload():
        assert not isinstance(part, str)
        content = part.get_payload(decode=True)
        if part.get_filename():
            files.append(content)
        else:
            name = part.get_param("name", header="content-disposition")
            fields[str(name)] = content.decode()
    return fields, files


def files_of(given: dict[str, Any]) -> list[bytes]:
    """The pictures of a request in Gemini's format, in order."""
    parts = [part for turn in given.get("contents") or [] for part in turn.get("parts") or []]
    found = [part.get("inlineData") or part.get("inline_data") for part in parts]
    return [base64.b64decode(each["data"]) for each in found if each]


def painted(data: bytes) -> bytes:
    """The picture in 7 tenths of its size on a blue ground, as PNG."""
    from PIL import Image

    shown = Image.open(io.BytesIO(data)).convert("RGB")
    whole = Image.new("RGB", shown.size, (60, 140, 200))
    smaller = shown.resize((shown.width * 7 // 10, shown.height * 7 // 10))
    whole.paste(smaller, (shown.width // 8, shown.height // 10))
    out = io.BytesIO()
    whole.save(out, "PNG")
    return out.getvalue()


def with_picture(step: dict[str, Any], wire: str, sent: list[bytes]) -> dict[str, Any] | None:
    """A body that holds a picture; None where the step gives none."""
    if (step.get("echo") or step.get("paint")) and sent:
        data = painted(sent[0]) if step.get("paint") else sent[0]
        coded = base64.b64encode(data).decode()
    elif (coded := step.get("picture")) is None:
        return None
    if wire == "edits":
        usage = {"input_tokens": 1000, "output_tokens": 1300, "total_tokens": 2300}
        usage["input_tokens_details"] = {"image_tokens": 900, "text_tokens": 100}  # type: ignore[assignment]
        return {"created": 1, "data": [{"b64_json": coded}], "usage": usage}
    parts: list[dict[str, Any]] = [{"inlineData": {"mimeType": "image/png", "data": coded}}]
    parts += [{"text": step["text"]}] if "text" in step else []
    return {
        "candidates": [{"content": {"parts": parts, "role": "model"}, "finishReason": "STOP"}],
        "usageMetadata": {
            "promptTokenCount": 1000,
            "candidatesTokenCount": 1300,
            "totalTokenCount": 2300,
        },
        "modelVersion": "edits-served",
    }
