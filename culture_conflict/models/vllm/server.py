"""A vLLM of our own: started under a keeper, waited for, stopped with all its children."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from culture_conflict import processes
from culture_conflict.errors import HomeError, ProviderError
from culture_conflict.models.api.redact import plain_line
from culture_conflict.models.settings import ModelSetting
from culture_conflict.models.vllm.command import command, environment, fingerprint, serve_python
from culture_conflict.models.vllm.probe import free_port, is_up, served_names, version

__all__ = ["GRACE_S", "LOOK_S", "Server", "Starting", "keeper", "last_lines", "start"]

GRACE_S = 15.0
LOOK_S = 0.25
_TELL_S = 15.0
_KEPT_LOGS = 5
_TAIL_BYTES = 20_000
_TAIL_LINES = 12
_SAID = 120


@dataclass(frozen=True)
class Server:
    """A server that answers at `url` until it is stopped."""

    key: str
    url: str
    fingerprint: str
    version: str
    log: Path
    process: subprocess.Popen[bytes]

    def require_alive(self) -> None:
        """Raise a `ProviderError` with the end of its log where it has ended."""
        if self.process.poll() is not None:
            raise _ended(self.key, "ended while it was being asked", self.log)

    def stop(self) -> None:
        """End it and all its children; return when none is left."""
        _stop(self.process)


def keeper() -> list[str]:
    """The beginning of a command that ends, with all its children, when this process does."""
    program = str(Path(str(processes.__file__)).parent)
    options = ["--parent", str(os.getpid()), "--grace", str(GRACE_S), "--"]
    return [sys.executable, "-I", "-S", program, *options]


def start(
    setting: ModelSetting,
    folder: Path,
    say: Callable[[str], None],
    under: Sequence[str] | None = None,
) -> Starting:
    """Start vLLM for the row; its output goes to a log in `folder`.

    `under` is the beginning of the command where another keeper than ours is wanted. Call it in the
    main thread: the kernel ties the server to the thread that started it.

    Raises:
        RegistryError: the row's revision is not pinned, or its model is no path and no hub id.
        ProviderError: no environment, or no checkpoint.
        HomeError: the log can't be written.
    """
    python, mark, port = serve_python(setting), fingerprint(setting), free_port()
    log = _new_log(folder, setting.key)
    process = _launch([*(under or keeper()), *command(setting, python, port)], setting, log)
    say(f"{setting.key}: starting vLLM for {setting.model}; its log is {log}")
    return Starting(setting, f"http://127.0.0.1:{port}/v1", mark, log, process, say)


@dataclass
class Starting:
    """A server that is not ready yet: looked at again and again until it is."""

    setting: ModelSetting
    url: str
    fingerprint: str
    log: Path
    process: subprocess.Popen[bytes]
    say: Callable[[str], None]
    _begun: float = field(default_factory=time.monotonic)
    _told_s: float = 0.0
    _told: str = ""

    def look(self) -> Server | None:
        """The server, if it answers by now.

        Raises:
            ProviderError: it ended, was not ready in time, or another program answers; the message
                ends with the last lines of its log.
        """
        key, seconds = self.setting.key, time.monotonic() - self._begun
        if is_up(self.url):
            _require_served(key, self.fingerprint, self.url, self.log)
            found = version(self.url)
            self.say(f"{key}: vLLM {found} answers at {self.url} after {seconds:.0f} s")
            return Server(key, self.url, self.fingerprint, found, self.log, self.process)
        if self.process.poll() is not None:
            raise _ended(key, f"ended before it was ready ({_how(self.process)})", self.log)
        if seconds > (limit := self.setting.serve.start_timeout_s):
            raise _ended(key, f"was not ready after {limit} s (`start_timeout_s`)", self.log)
        self._tell(seconds)
        return None

    def _tell(self, seconds: float) -> None:
        if seconds - self._told_s < _TELL_S:
            return
        last = last_lines(self.log).rpartition("\n")[2][:_SAID]
        news = f": {last}" if last != self._told else ""
        self._told_s, self._told = seconds, last
        self.say(f"{self.setting.key}: vLLM is starting, {seconds:.0f} s{news}")

    def wait(self) -> Server:
        """The server, once it answers; it is ended where that fails or is interrupted."""
        with self._ended_otherwise():
            while (found := self.look()) is None:
                time.sleep(LOOK_S)
            return found

    async def ready(self) -> Server:
        """As `wait`, for an event loop."""
        with self._ended_otherwise():
            found = await asyncio.to_thread(self.look)
            while found is None:
                await asyncio.sleep(LOOK_S)
                found = await asyncio.to_thread(self.look)
            return found

    @contextlib.contextmanager
    def _ended_otherwise(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            _stop(self.process)
            raise


def last_lines(log: Path) -> str:
    """The end of a log, cleaned of what looks like a key; at most twelve lines."""
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - _TAIL_BYTES))
        text = file.read().decode("utf-8", "replace")
    token = os.environ.get("HF_TOKEN")
    lines = [plain_line(line, token) for line in text.splitlines() if line.strip()]
    return "\n".join(lines[-_TAIL_LINES:])


def _launch(given: Sequence[str], setting: ModelSetting, log: Path) -> subprocess.Popen[bytes]:
    with log.open("wb") as output:
        return subprocess.Popen(  # noqa: S603
            list(given),
            env=environment(setting),
            cwd=log.parent,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def _require_served(key: str, mark: str, url: str, log: Path) -> None:
    """Somebody else may have taken the port between our look and vLLM's start."""
    if mark not in served_names(url):
        raise _ended(key, f"is not what answers at {url}: another program took the port", log)


def _ended(key: str, what: str, log: Path) -> ProviderError:
    return ProviderError(
        f"Model `{key}`: its vLLM server {what}. Mend the cause, which its log tells, and run "
        f"again; answers in hand are kept. The whole log is {log}; it ends:\n{last_lines(log)}"
    )


def _how(process: subprocess.Popen[bytes]) -> str:
    code = process.returncode
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Ask the keeper, which asks the server; by force where that takes too long."""
    if process.poll() is None:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(2 * GRACE_S)
    if process.poll() is None:
        process.kill()
        process.wait()


def _new_log(folder: Path, key: str) -> Path:
    """A log of its own for this start; of older ones the newest four stay."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%f")
    logs = folder / "logs" / key
    try:
        logs.mkdir(parents=True, exist_ok=True)
        for old in sorted(logs.glob("*.log"))[: -(_KEPT_LOGS - 1)]:
            old.unlink(missing_ok=True)
        log = logs / f"{stamp}.log"
        log.touch(mode=0o600)
    except OSError as error:
        raise HomeError(
            f"{logs} can't be written: {error.strerror or error}. Mend its permissions."
        ) from error
    return log
