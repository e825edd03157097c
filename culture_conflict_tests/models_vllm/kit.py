"""A row of provider `vllm`, a checkpoint's folder, and a program in vLLM's place."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.models.api.forms import AnswerForm
from culture_conflict.models.api.provider import ApiPlace
from culture_conflict.models.settings import ModelSetting
from culture_conflict.models.vllm.provider import VllmModel

FORM = AnswerForm("dish_and_country", ("name", "country"), parse)
COMMIT = "0123456789abcdef0123456789abcdef01234567"
FAKE = Path(__file__).with_name("fake_vllm.py")


def hub_row(**fields: Any) -> ModelSetting:
    """A row that names a checkpoint of the hub."""
    given: dict[str, Any] = {
        "key": "open",
        "provider": "vllm",
        "name": "Open",
        "revision": COMMIT,
        "model": "owner/Open-8B",
        "parameters": {"temperature": 0, "max_tokens": 200},
    }
    return ModelSetting.model_validate(given | fields)


def local_row(root: Path, **fields: Any) -> ModelSetting:
    """A row whose checkpoint is a folder, served by the fake program."""
    folder = root / "checkpoint"
    if not folder.exists():
        folder.mkdir()
        (folder / "config.json").write_text("{}")
        (folder / "model.safetensors").write_bytes(b"weights")
    serve = {"python": str(fake_python(root)), "start_timeout_s": 20} | fields.pop("serve", {})
    limits = {"in_flight": 2, "timeout_s": 5, "deadline_s": 20}
    given = {"model": str(folder), "revision": "1", "serve": serve, "limits": limits}
    return hub_row(**given | fields)


def fake_python(root: Path) -> Path:
    """A program that takes the place of the interpreter that holds vLLM."""
    path = root / "python"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{FAKE}" "$@"\n')
    path.chmod(0o755)
    return path


def vllm_model(setting: ModelSetting, root: Path, log: Callable[[str], None]) -> VllmModel:
    return VllmModel(setting, ApiPlace(FORM, root / "accounts", root / "fitted", log))


def gone(pid: int, seconds: float = 10.0) -> bool:
    """Whether a process ends in time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False
