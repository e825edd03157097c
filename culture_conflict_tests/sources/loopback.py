"""A real HTTP server on 127.0.0.1 that answers as a test says and remembers what it was asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Reply:
    """What is sent; a `length` other than the body's is a lie or a broken connection."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    length: int | None = None


@dataclass
class Asked:
    path: str
    headers: dict[str, str]
    method: str = "GET"


@dataclass
class Server:
    port: int
    asked: list[Asked]

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"


@contextmanager
def serving(reply: Callable[[str, int], Reply]) -> Iterator[Server]:
    """`reply(path, n)` answers; n counts the requests for this path before."""
    asked: list[Asked] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            before = sum(one.path == self.path for one in asked if one.method == self.command)
            asked.append(Asked(self.path, dict(self.headers), self.command))
            answer = reply(self.path, before)
            self.send_response(answer.status)
            length = len(answer.body) if answer.length is None else answer.length
            self.send_header("Content-Length", str(length))
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command == "GET":
                with suppress(BrokenPipeError):  # a client that went away
                    self.wfile.write(answer.body)

        do_HEAD = do_GET  # noqa: N815

        def log_message(self, *arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield Server(server.server_port, asked)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
