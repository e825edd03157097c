"""Bodies that chat APIs answer with, in the formats of OpenAI, Anthropic, Gemini and Bedrock."""

from __future__ import annotations

import json
from typing import Any

TEXT = '{"name": "sushi", "country": "Japan"}'


def wire_of(path: str) -> str:
    if "generateContent" in path:
        return "gemini"
    if path.endswith("/converse"):
        return "bedrock"
    if path.partition("?")[0].endswith("/images/edits"):
        return "edits"
    return "anthropic" if path.endswith("/messages") else "openai"


def encoded(step: dict[str, Any], wire: str, model: str) -> bytes:
    """A step's `raw` as it is, its `body` as JSON, else an answer with `text` and `finish`."""
    if "raw" in step:
        return str(step["raw"]).encode("utf-8", "surrogatepass")
    if "body" in step:
        return json.dumps(step["body"]).encode()
    if step.get("status", 200) >= 400:
        return json.dumps({"error": {"message": "scripted", "type": "scripted"}}).encode()
    text, finish = step.get("text", TEXT), step.get("finish")
    return json.dumps(_WIRES[wire](model, text, finish)).encode()


def prompt_of(given: dict[str, Any]) -> str:
    turns = given.get("messages") or given.get("contents") or []
    parts = [part for turn in turns for part in turn.get("content") or turn.get("parts") or []]
    return "".join(part.get("text", "") for part in parts if isinstance(part, dict))


def _openai(model: str, text: str | None, finish: str | None) -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": f"{model}-served",
        "choices": [{"index": 0, "message": message, "finish_reason": finish or "stop"}],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 20, "total_tokens": 1020},
    }


def _anthropic(model: str, text: str | None, finish: str | None) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": f"{model}-served",
        "content": [{"type": "text", "text": text}] if text is not None else [],
        "stop_reason": finish or "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1000, "output_tokens": 20},
    }


def _gemini(model: str, text: str | None, finish: str | None) -> dict[str, Any]:
    parts = [{"text": text}] if text is not None else []
    return {
        "candidates": [
            {"content": {"parts": parts, "role": "model"}, "finishReason": finish or "STOP"}
        ],
        "usageMetadata": {
            "promptTokenCount": 1000,
            "candidatesTokenCount": 20,
            "totalTokenCount": 1020,
        },
        "modelVersion": f"{model}-served",
    }


def _bedrock(model: str, text: str | None, finish: str | None) -> dict[str, Any]:
    content = [{"text": text}] if text is not None else []
    return {
        "output": {"message": {"role": "assistant", "content": content}},
        "stopReason": finish or "end_turn",
        "usage": {"inputTokens": 1000, "outputTokens": 20, "totalTokens": 1020},
        "metrics": {"latencyMs": 1},
    }


def _edits(model: str, text: str | None, finish: str | None) -> dict[str, Any]:
    return {"created": 1, "data": []}


_WIRES = {
    "openai": _openai,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "bedrock": _bedrock,
    "edits": _edits,
}
