"""A scripted server that speaks the wire format of chat APIs over TCP, as a process of its own.

`python -m culture_conflict_tests.models.api.server --port 8000` answers OpenAI's (Azure's paths
too), Anthropic's, Gemini's and Bedrock's format, and OpenAI's and Gemini's edits. Without a script
every picture gets the same right-looking answer. `POST /_script` takes `{"<model>": [step, ...]}`:
the n-th request about one picture gets the n-th step, the last step repeats. `GET /_seen` tells
what arrived, keys reduced to whether they were the expected one.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from culture_conflict_tests.models.api import bodies, edits

_PICTURE = re.compile(rb'base64,([^"]+)"|"(?:data|bytes)": ?"([^"]{60,})"')
_IN_PATH = re.compile(r"models/([^:/]+):generateContent|model/([^/]+)/converse")


@dataclass
class State:
    script: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    seen: list[dict[str, Any]] = field(default_factory=list)
    running: set[int] = field(default_factory=set)
    most: int = 0
    echo: bool = True


async def serve(port: int) -> None:
    state = State()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await _one(state, reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError, ValueError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", port, limit=2**26, backlog=512)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    async with server:
        await server.serve_forever()


async def _one(state: State, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, path, _ = head[0].split(" ", 2)
    headers = {
        name.lower(): value.strip()
        for name, _, value in (line.partition(":") for line in head[1:] if line)
    }
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    if path.startswith("/_"):
        return await _control(state, method, path, body, writer)
    # A request of an earlier script may still wait here for a client that left: not one of these.
    running = state.running
    running.add(id(writer))
    state.most = max(state.most, len(running))
    try:
        return await _answer(state, path, headers, body, writer)
    finally:
        running.discard(id(writer))


async def _control(
    state: State, method: str, path: str, body: bytes, writer: asyncio.StreamWriter
) -> bool:
    if path == "/_script":
        state.script = json.loads(body)
        state.counts.clear()
        state.seen.clear()
        state.running, state.most = set(), 0
    elif path == "/_quiet":
        state.echo = False
    seen = {"requests": state.seen, "most": state.most}
    await _write(writer, 200, {"content-type": "application/json"}, json.dumps(seen).encode())
    return True


async def _answer(
    state: State, path: str, headers: dict[str, str], body: bytes, writer: asyncio.StreamWriter
) -> bool:
    wire = bodies.wire_of(path)
    # The bench asks thousands of times: its requests are not taken apart.
    given, files = _taken_apart(headers, body) if state.echo else ({}, [])
    named = _IN_PATH.search(path)
    model = unquote(named[1] or named[2]) if named else given.get("model", "")
    picture = _digest(body) or "".join(hashlib.sha256(each).hexdigest()[:12] for each in files[:1])
    step = _step(state, model, picture)
    if state.echo:
        state.seen.append(_seen(path, headers, given, model, picture) | {"files": len(files)})
    await asyncio.sleep(step.get("delay", 0))
    if step.get("cut") == "before":
        writer.transport.abort()
        return False
    status = step.get("status", 200)
    made = edits.with_picture(step, wire, files)
    out = bodies.encoded(step if made is None else {"body": made} | step, wire, model)
    extra = {"content-type": step.get("type", "application/json"), **step.get("headers", {})}
    if step.get("cut") == "within":
        await _write(writer, status, extra, out[: len(out) // 2], length=len(out))
        writer.transport.abort()
        return False
    if step.get("slow"):
        await _drip(writer, status, extra, out, step["slow"])
        return True
    await _write(writer, status, extra, out)
    return True


def _taken_apart(headers: dict[str, str], body: bytes) -> tuple[dict[str, Any], list[bytes]]:
    kind = headers.get("content-type", "")
    if kind.startswith("multipart/"):
        return edits.form_of(kind, body)
    given = json.loads(body)
    return given, edits.files_of(given)


def _step(state: State, model: str, picture: str) -> dict[str, Any]:
    steps = state.script.get(model) or state.script.get("*") or [{}]
    n = state.counts[model, picture]
    state.counts[model, picture] += 1
    return steps[min(n, len(steps) - 1)]


def _digest(body: bytes) -> str:
    found = _PICTURE.search(body)
    return hashlib.sha256(found[1] or found[2]).hexdigest()[:12] if found else ""


def _seen(
    path: str, headers: dict[str, str], given: dict[str, Any], model: str, picture: str
) -> dict[str, Any]:
    sent = headers.get("authorization", "") + headers.get("x-api-key", "")
    sent += headers.get("x-goog-api-key", "") + headers.get("api-key", "")
    text = json.dumps(given)
    settings = {k: v for k, v in given.items() if k not in ("messages", "contents")}
    urls = re.findall(r'"(data:[^;"]+;base64,)([^"]*)"', text)
    return {
        "path": path,
        "model": model,
        "picture": picture,
        "key_sha256": hashlib.sha256(sent.removeprefix("Bearer ").encode()).hexdigest(),
        "settings": settings,
        "prefix": urls[0][0] if urls else None,
        "base64_bytes": len(urls[0][1]) if urls else None,
        "prompt": bodies.prompt_of(given),
    }


async def _write(
    writer: asyncio.StreamWriter,
    status: int,
    headers: dict[str, str],
    body: bytes,
    length: int | None = None,
) -> None:
    lines = [f"HTTP/1.1 {status} scripted", f"content-length: {length or len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
    await writer.drain()


async def _drip(
    writer: asyncio.StreamWriter, status: int, headers: dict[str, str], body: bytes, seconds: float
) -> None:
    await _write(writer, status, headers, body[:10], length=len(body))
    await asyncio.sleep(seconds)
    writer.write(body[10:])
    await writer.drain()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    try:
        asyncio.run(serve(parser.parse_args().port))
    except KeyboardInterrupt:
        sys.exit(0)
