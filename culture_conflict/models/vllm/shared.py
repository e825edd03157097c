"""One server for many runs: `culture-conflict serve` keeps it, runs find it here."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from culture_conflict.errors import ProviderError
from culture_conflict.locks import exclusive, is_held
from culture_conflict.models.settings import ModelSetting
from culture_conflict.models.vllm.command import fingerprint
from culture_conflict.models.vllm.probe import is_up, served_names

__all__ = ["Kept", "gpus_of_step", "keep", "kept", "publish", "wait_for"]

_LOOK_S = 0.5


@dataclass(frozen=True)
class Kept:
    """A shared server as its keeper wrote it down; `url` is empty until it is ready."""

    key: str
    url: str
    fingerprint: str
    version: str
    log: str
    pid: int
    host: str
    since: str


def _lock(folder: Path, key: str) -> Path:
    return folder / f"{key}.lock"


def _record(folder: Path, key: str) -> Path:
    return folder / f"{key}.json"


@contextmanager
def keep(folder: Path, key: str) -> Iterator[None]:
    """Be the one who keeps the shared server of a model; what was written down goes at the end.

    Raises:
        BusyError: somebody keeps one already.
    """
    with exclusive(_lock(folder, key), what=f"A server of {key}", wait_s=0):
        _record(folder, key).unlink(missing_ok=True)
        try:
            yield
        finally:
            _record(folder, key).unlink(missing_ok=True)


def publish(folder: Path, found: Kept) -> None:
    """Write down where the server answers, in one step."""
    path = _record(folder, found.key)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text(json.dumps(asdict(found)), encoding="utf-8")
    temporary.replace(path)


def kept(folder: Path) -> list[Kept]:
    """The shared servers that somebody keeps, by key; one that starts up has no `url` yet."""
    keys = sorted(path.stem for path in folder.glob("*.lock"))
    return [_read(folder, key) for key in keys if is_held(_lock(folder, key))]


def gpus_of_step(setting: ModelSetting, folder: Path) -> int:
    """GPUs that a step needs itself: none where the model is served elsewhere."""
    if setting.provider != "vllm":
        return setting.gpus
    elsewhere = setting.base_url is not None or is_held(_lock(folder, setting.key))
    return 0 if elsewhere else setting.gpus


async def wait_for(setting: ModelSetting, folder: Path, say: Callable[[str], None]) -> Kept | None:
    """The model's shared server, waited for while it starts; None where nobody keeps one.

    Raises:
        ProviderError: it serves something else than the row says, does not answer, or was not ready
            within the row's `start_timeout_s`.
        RegistryError: the row can't be served.
    """
    mark, begun, told = fingerprint(setting), time.monotonic(), False
    while is_held(_lock(folder, setting.key)):
        found = _read(folder, setting.key)
        if found.url:
            return await asyncio.to_thread(_checked, setting, found, mark)
        if time.monotonic() - begun > setting.serve.start_timeout_s:
            raise _fault(setting, f"is not ready after {setting.serve.start_timeout_s} s")
        if not told:
            say(f"{setting.key}: waiting for its shared server, which is starting")
            told = True
        await asyncio.sleep(_LOOK_S)
    return None


def _checked(setting: ModelSetting, found: Kept, mark: str) -> Kept:
    if found.fingerprint != mark:
        raise _fault(setting, "was started with another checkpoint, revision or other flags")
    if found.host != socket.gethostname():
        raise _fault(setting, f"runs on another machine, {found.host}")
    if not is_up(found.url):
        raise _fault(setting, f"does not answer at {found.url}; its log is {found.log}")
    if mark not in served_names(found.url):
        raise _fault(setting, f"is not what answers at {found.url}")
    return found


def _fault(setting: ModelSetting, what: str) -> ProviderError:
    return ProviderError(
        f"Model `{setting.key}`: its shared server {what}. Stop it with `culture-conflict serve "
        f"{setting.key} --stop`, and start it anew or let the run start its own."
    )


def _read(folder: Path, key: str) -> Kept:
    """The record; before there is one, what the lock says of its holder."""
    try:
        return Kept(**json.loads(_record(folder, key).read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        holder = _holder(_lock(folder, key))
    who = (int(holder.get("pid", 0)), str(holder.get("host", "")), str(holder.get("since", "")))
    return Kept(key, "", "", "", "", *who)


def _holder(path: Path) -> dict[str, Any]:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return told if isinstance(told, dict) else {}
