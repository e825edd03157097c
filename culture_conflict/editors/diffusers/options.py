"""What a row of kind `qwen` or `flux` says of its checkpoint and of how it edits."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, NoReturn, get_args

from culture_conflict.editors.registry import EditorRow, Scalar
from culture_conflict.errors import RegistryError

__all__ = ["Dtype", "Kind", "Offload", "Options", "local_path", "read_options"]

Kind = Literal["qwen", "flux"]
Dtype = Literal["bfloat16", "float16", "float32"]
Offload = Literal["none", "model", "sequential"]

_COMMIT = re.compile(r"[0-9a-f]{40}")
_REPOSITORY = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*")
_TEXTS = ("checkpoint", "revision", "lora", "lora_revision", "lora_file")
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "dtype": get_args(Dtype),
    "offload": get_args(Offload),
    "device_map": ("balanced",),
}
_SMALLEST = {"steps": 1, "pixels": 4096, "batch": 1, "tries": 1, "gpus": 0}
_NUMBERS = ("guidance", "gpu_memory_gb")
_KNOWN = (*_TEXTS, *_CHOICES, *_SMALLEST, *_NUMBERS)
# As their cards say; a few-step adapter brings its own (4 steps, no guidance).
_USUAL: Mapping[Kind, tuple[int, float]] = {"qwen": (40, 4.0), "flux": (50, 2.5)}
_FEW_STEPS = (4, 1.0)


@dataclass(frozen=True)
class Options:
    """How a checkpoint is loaded and edits.

    `checkpoint` and `lora` are folders (a path from `/` or `~`) or hub ids with the commit of
    their revision. `pixels` is the area at which the model works; the picture is brought there and
    back. `guidance` is true_cfg_scale for qwen and the embedded guidance for flux. `batch` is the
    most pictures edited at once (None: what free memory holds), `tries` how many seeds are tried
    for an output of no numbers or of one colour. `gpu_memory_gb` (GiB) must be free on each of
    `gpus` devices. `device_map: balanced` spreads the parts over several devices.
    """

    key: str
    kind: Kind
    checkpoint: str
    revision: str | None = None
    lora: str | None = None
    lora_revision: str | None = None
    lora_file: str | None = None
    dtype: Dtype = "bfloat16"
    offload: Offload = "none"
    device_map: str | None = None
    steps: int = 0
    guidance: float = 0.0
    pixels: int = 1_048_576
    batch: int | None = None
    tries: int = 3
    gpus: int = 1
    gpu_memory_gb: float | None = None

    def version(self, fingerprints: tuple[str, ...]) -> str:
        """Key and hash of all that decides the bytes, the weights' fingerprints included."""
        decisive = ("kind", "dtype", "steps", "guidance", "pixels", "tries")
        values = asdict(self)
        text = json.dumps([[values[name] for name in decisive], *fingerprints])
        return f"{self.key}/{hashlib.sha256(text.encode()).hexdigest()[:10]}"


def local_path(named: str) -> Path | None:
    """Where it lies; None for what the hub has."""
    return Path(named).expanduser() if named.startswith(("/", "~")) else None


def read_options(row: EditorRow) -> Options:
    """A row's options with the usual steps and guidance of its kind.

    Raises:
        RegistryError: a parameter is unknown, missing or of the wrong kind, or a hub id has no
            commit.
    """
    given = {name: value for name, value in row.parameters.items() if value is not None}
    for name, value in given.items():
        if name not in _KNOWN:
            _refuse(row.key, f"parameter `{name}` is unknown", f"Known: {', '.join(_KNOWN)}.")
        _check(row.key, name, value)
    kind: Kind = "flux" if row.kind == "flux" else "qwen"
    if kind == "flux" and "lora" in given:
        _refuse(row.key, "few-step adapters are for kind qwen", "Take out `lora`.")
    for name in ("checkpoint", "lora"):
        _located(row.key, given, name, needed=name == "checkpoint")
    steps, guidance = _FEW_STEPS if "lora" in given else _USUAL[kind]
    usual: dict[str, Any] = {"steps": steps, "guidance": guidance}
    return Options(key=row.key, kind=kind, **(usual | given))


def _check(key: str, name: str, value: Scalar) -> None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if name in _TEXTS:
        fits, expected = isinstance(value, str), "a text"
    elif name in _CHOICES:
        fits, expected = value in _CHOICES[name], " or ".join(_CHOICES[name])
    elif name in _SMALLEST:
        least = _SMALLEST[name]
        whole = isinstance(value, int) and number
        fits, expected = whole and int(value or 0) >= least, f"a whole number from {least}"
    else:
        fits, expected = number and float(value or 0) > 0, "a positive number"
    if not fits:
        _refuse(key, f"parameter `{name}`: expected {expected}, got {value!r}", "Mend it.")


def _located(key: str, given: Mapping[str, Scalar], name: str, *, needed: bool) -> None:
    where = given.get(name)
    if where is None:
        if needed:
            _refuse(key, f"`{name}` is missing", "Give a folder's path or a hub id.")
        return
    if local_path(str(where)) is not None:
        return
    if not _REPOSITORY.fullmatch(str(where)):
        what = f"`{name}: {str(where)[:200]}` is neither a path from / or ~ nor a hub id owner/name"
        _refuse(key, what, "Mend it.")
    revision = "revision" if name == "checkpoint" else "lora_revision"
    if not _COMMIT.fullmatch(str(given.get(revision, ""))):
        _refuse(key, f"`{revision}` of hub id {where} is no commit", "Write its 40 digits.")


def _refuse(key: str, what: str, remedy: str) -> NoReturn:
    raise RegistryError(f"Editor `{key}`: {what}. {remedy}")
