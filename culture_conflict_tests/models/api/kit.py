"""A scripted server in a process of its own, and models that ask it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.models.api.forms import AnswerForm
from culture_conflict.models.api.provider import ApiModel, ApiPlace
from culture_conflict.models.settings import ModelSetting

CANARY = "sk-canary-4f1d0c7be2a94d0f"
KEY_ENV = "CULTURE_CONFLICT_TEST_KEY"


@dataclass
class Server:
    """Speaks to the server's control endpoints."""

    url: str
    process: subprocess.Popen[str]

    @classmethod
    def start(cls) -> Server:
        command = [sys.executable, "-m", "culture_conflict_tests.models.api.server"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        return cls(process.stdout.readline().strip(), process)

    @property
    def root(self) -> str:
        return self.url.removesuffix("/v1")

    def script(self, *steps: dict[str, Any], **models: list[dict[str, Any]]) -> None:
        self._call("/_script", {"*": list(steps), **models})

    def seen(self) -> list[dict[str, Any]]:
        return list(self._call("/_seen")["requests"])

    def most_at_once(self) -> int:
        return int(self._call("/_seen")["most"])

    def stop(self) -> None:
        self.process.kill()
        self.process.wait(10)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def _call(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.root + path, data)
        with urllib.request.urlopen(request, timeout=10) as response:
            return json.load(response)


def row(url: str, **fields: Any) -> ModelSetting:
    """An enabled row that asks the scripted server."""
    given: dict[str, Any] = {
        "key": "scripted",
        "provider": "openai-compatible",
        "name": "Scripted",
        "revision": "1",
        "model": "tiny",
        "base_url": url,
        "key_env": KEY_ENV,
        "price": {"input": 1.0, "output": 2.0},
        "parameters": {"temperature": 0, "max_tokens": 200},
        "limits": {"in_flight": 4, "timeout_s": 5, "deadline_s": 20},
    }
    return ModelSetting.model_validate(given | fields)


def model(setting: ModelSetting, root: Path) -> ApiModel:
    form = AnswerForm("dish_and_country", ("name", "country"), parse)
    return ApiModel(setting, ApiPlace(form, root / "accounts", root / "fitted"))


def png(number: int, size: tuple[int, int] = (32, 24)) -> bytes:
    """A real picture of its own colour."""
    from PIL import Image

    file = io.BytesIO()
    colour = (number % 256, number // 256 % 256, 99)
    Image.new("RGB", size, colour).save(file, "PNG")
    return file.getvalue()
