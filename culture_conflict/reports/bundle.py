"""Vega, Vega-Lite and vega-embed as one script, made once and kept.

Making it takes a few seconds of one core; `started` lets other work go on meanwhile.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

from culture_conflict.locks import exclusive

__all__ = ["VEGA_LITE", "started", "vega_bundle"]

VEGA_LITE = "6.4"
_WAIT_S = 120
_SNIPPET = "window.vegaEmbed = vegaEmbed;"


def vega_bundle(cache: Path) -> str:
    """The script; it sets `window.vegaEmbed`. Kept in `cache` for the next report.

    Raises:
        BusyError: another process has been making it for two minutes.
    """
    path = _path(cache)
    if not path.exists():
        with exclusive(cache / "vega.lock", what="making the charts' script", wait_s=_WAIT_S):
            if not path.exists():
                _make(path)
    return path.read_text(encoding="utf-8")


@contextmanager
def started(cache: Path) -> Iterator[None]:
    """Make the script in a process of its own while the block runs; it ends with the block."""
    if _path(cache).exists():
        yield
        return
    command = [sys.executable, "-m", "culture_conflict.reports.bundle", str(cache)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:  # noqa: S603
        try:
            yield
        finally:
            process.terminate()


def _path(cache: Path) -> Path:
    return cache / f"vega-lite-{VEGA_LITE}-{version('vl-convert-python')}.js"


def _make(path: Path) -> None:
    import vl_convert

    text = vl_convert.javascript_bundle(_SNIPPET, vl_version=VEGA_LITE)
    temporary = path.with_name(f".{path.name}.writing")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)


if __name__ == "__main__":
    vega_bundle(Path(sys.argv[1]))
