"""`culture-conflict serve`: one vLLM server that all runs of a model share."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from culture_conflict.errors import BusyError, RegistryError
from culture_conflict.home import Home

if TYPE_CHECKING:
    from culture_conflict.models.settings import ModelSetting
    from culture_conflict.models.vllm.server import Server
    from culture_conflict.models.vllm.shared import Kept

__all__ = ["serve"]

_LOOK_S = 1.0
_STOPPING_S = 60.0


def serve(
    key: Annotated[str | None, typer.Argument(help="Key of a row of provider `vllm`.")] = None,
    *,
    stop: Annotated[bool, typer.Option("--stop", help="Stop the server of this model.")] = False,
    listing: Annotated[bool, typer.Option("--list", help="Show the shared servers.")] = False,
) -> None:
    """Serve a model with vLLM until interrupted; its runs find the server and share it."""
    home = Home.from_environment().prepare()
    if listing or key is None:
        _show(home.servers)
    elif stop:
        _stop(home.servers, key)
    else:
        _serve(home, key)


def _serve(home: Home, key: str) -> None:
    from culture_conflict.models.registry import load_registry
    from culture_conflict.models.vllm import shared
    from culture_conflict.models.vllm.server import start

    setting = load_registry(home.models_file).get(key)
    if setting.provider != "vllm" or setting.base_url is not None:
        where = f" at {setting.base_url}" if setting.base_url else ""
        raise RegistryError(
            f"Model `{key}`: provider `{setting.provider}`{where} is not served here. Only rows of "
            f"provider `vllm` without a `base_url` are."
        )
    with _interruptible(), shared.keep(home.servers, key):
        server = start(setting, home.servers, _say, _under(setting)).wait()
        try:
            shared.publish(home.servers, _kept(server))
            _say(f"Runs of {key} share it. Ctrl-C or `culture-conflict serve {key} --stop` ends.")
            while True:
                server.require_alive()
                time.sleep(_LOOK_S)
        finally:
            server.stop()


def _under(setting: ModelSetting) -> list[str] | None:
    """With GPUs the slot program, which waits for devices, holds them and shows them only."""
    if not setting.gpus:
        return None
    from culture_conflict.executors import slots
    from culture_conflict.models.vllm.server import GRACE_S

    options = {
        "--gpus": setting.gpus,
        "--grace": GRACE_S,
        "--parent": os.getpid(),
        "--who": json.dumps({"step": "culture-conflict serve", "partition": setting.key}),
    }
    if setting.gpu_memory_gb is not None:
        options["--memory-gb"] = setting.gpu_memory_gb
    program = [sys.executable, "-I", "-S", str(Path(str(slots.__file__)).parent)]
    return [*program, *(str(part) for option in options.items() for part in option), "--"]


def _kept(server: Server) -> Kept:
    from culture_conflict.models.vllm.shared import Kept

    since = datetime.now(UTC).isoformat(timespec="seconds")
    where = (os.getpid(), socket.gethostname(), since)
    return Kept(server.key, server.url, server.fingerprint, server.version, str(server.log), *where)


@contextmanager
def _interruptible() -> Iterator[None]:
    """Inside, a signal to end is as Ctrl-C; Ctrl-C before the server is ready ends it, too."""

    def end(_: int, __: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    except KeyboardInterrupt:
        _say("Stopped.")
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _stop(folder: Path, key: str) -> None:
    """Ask the keeper of a server to end, and wait until it has."""
    from culture_conflict.models.vllm.shared import kept

    found = next((each for each in kept(folder) if each.key == key), None)
    if found is None:
        _say(f"Nobody keeps a server of {key}.")
        return
    if found.host != socket.gethostname() or found.pid <= 0:
        raise BusyError(
            f"The server of {key} is kept by process {found.pid} on {found.host or 'an unknown'} "
            f"machine, not by one of this machine. Stop it there."
        )
    os.kill(found.pid, signal.SIGTERM)
    deadline = time.monotonic() + _STOPPING_S
    while any(each.key == key for each in kept(folder)):
        if time.monotonic() > deadline:
            raise BusyError(
                f"The server of {key} has not ended in {_STOPPING_S:.0f} s. End process "
                f"{found.pid} by hand: its server goes with it."
            )
        time.sleep(_LOOK_S / 4)
    _say(f"Stopped the server of {key}.")


def _show(folder: Path) -> None:
    from culture_conflict.models.vllm.probe import is_up
    from culture_conflict.models.vllm.shared import kept

    found = kept(folder)
    if not found:
        _say("No shared server. Start one: culture-conflict serve KEY")
        return
    table = Table("model", "state", "address", "vLLM", "process", "since", "log")
    for one in found:
        state = "answers" if one.url and is_up(one.url) else "does not answer"
        cells = (one.key, state if one.url else "starting", one.url, one.version)
        table.add_row(*map(Text, (*cells, str(one.pid), one.since, one.log)))
    Console().print(table)


def _say(line: str) -> None:
    Console().print(Text(line), soft_wrap=True)
