"""Edits as the scripted server gets and answers them: forms with files, and pictures in JSON.

A step with `picture` (base64) or `echo` (what was sent first comes back) is answered with a
picture; `text` then stands beside it where the format has room.
"""

from __future__ import annotations

import base64
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


def with_picture(step: dict[str, Any], wire: str, sent: list[bytes]) -> dict[str, Any] | None:
    """A body that holds a picture; None where the step gives none."""
    if step.get("echo") and sent:
        coded = base64.b64encode(sent[0]).decode()
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
