"""Stands in for vLLM's server where only starting, finding and stopping matter: no model in it.

`FAKE_VLLM` is JSON: `{"exit": text}` ends with it, `{"slow": seconds}` is not ready before,
`{"child": path}` leaves a stubborn child that writes its pid there, `{"names": [...]}` are served
instead of those asked for, `{"dies_at": n}` ends at the n-th question, `{"says": text}` is the
answer, `{"encoder": 28}` ends at a picture with a shorter side, as encoders have done, and refuses
one that has more patches of that size than `--max-model-len`.
"""

from __future__ import annotations

import base64
import io
import json
import os
import signal
import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

SAID = json.dumps({"name": "sushi", "country": "Japan"})


def option(name: str) -> list[str]:
    given = sys.argv[sys.argv.index(name) + 1 :]
    return given[: next((n for n, each in enumerate(given) if each.startswith("--")), len(given))]


class Handler(BaseHTTPRequestHandler):
    """Health, names, version and one answer."""

    script: ClassVar[dict[str, Any]] = {}
    asked = 0

    def do_GET(self) -> None:
        names = self.script.get("names", option("--served-model-name"))
        told = {
            "/health": {},
            "/version": {"version": "0.0-fake"},
            "/v1/models": {"data": [{"id": name} for name in names]},
        }
        self.reply(told[self.path])

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        Handler.asked += 1
        if Handler.asked == self.script.get("dies_at"):
            sys.stderr.write("the engine died\n")
            os._exit(9)
        if "encoder" in self.script and not self.encoded(body):
            return
        with Path("seen.jsonl").open("a") as file:
            file.write(json.dumps(body) + "\n")
        choice = {
            "index": 0,
            "message": {"role": "assistant", "content": self.script.get("says", SAID)},
        }
        usage = {"prompt_tokens": 9, "completion_tokens": 9, "total_tokens": 18}
        told = {"id": "1", "object": "chat.completion", "created": 1, "model": body["model"]}
        self.reply({**told, "choices": [choice | {"finish_reason": "stop"}], "usage": usage})

    def encoded(self, body: dict[str, Any]) -> bool:
        """Whether the picture became tokens that fit; else the request is answered here."""
        from PIL import Image

        url = body["messages"][0]["content"][1]["image_url"]["url"]
        size = Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2]))).size
        patch = self.script["encoder"]
        if min(size) < patch:
            sys.stderr.write(f"height and width must be larger than {patch}\n")
            os._exit(9)
        if size[0] * size[1] / patch**2 <= int(option("--max-model-len")[0]):
            return True
        self.reply({"error": {"message": "longer than the maximum context length"}}, 400)
        return False

    def reply(self, told: dict[str, Any], status: int = 200) -> None:
        data = json.dumps(told).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


def main() -> None:
    Handler.script = script = json.loads(os.environ.get("FAKE_VLLM", "{}"))
    print("arguments", json.dumps(sys.argv[1:]), flush=True)
    print("sees", os.environ.get("CUDA_VISIBLE_DEVICES", "everything"), flush=True)
    if "exit" in script:
        print(script["exit"], flush=True)
        sys.exit(3)
    if "child" in script:
        stubborn = "import os, signal, sys, time; signal.signal(15, 1); signal.signal(2, 1);"
        stubborn += "open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(600)"
        subprocess.Popen([sys.executable, "-c", stubborn, script["child"]], start_new_session=True)
    time.sleep(script.get("slow", 0))
    signal.signal(signal.SIGINT, lambda *_: os._exit(0))
    ThreadingHTTPServer(("127.0.0.1", int(option("--port")[0])), Handler).serve_forever()


if __name__ == "__main__":
    main()
