"""What a row of provider `transformers` says of its checkpoint and of how it is asked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NoReturn

from culture_conflict.errors import RegistryError
from culture_conflict.models.protocol import Scalar
from culture_conflict.models.settings import ModelSetting
from culture_conflict.models.words import did_you_mean, listed

__all__ = ["Dtype", "Options", "read_options"]

Dtype = Literal["bfloat16", "float16", "float32"]

_DTYPES: tuple[Dtype, ...] = ("bfloat16", "float16", "float32")
_REPOSITORY = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*")
_COMMIT = re.compile(r"[0-9a-f]{40}")
_TRAINED = re.compile(r"[a-z0-9][a-z0-9._-]*/[0-9]+")
_KNOWN = {
    "temperature": "0: the most likely token is taken always",
    "max_tokens": "a whole number of tokens from 1",
    "min_pixels": "a whole number of pixels from 1",
    "max_pixels": "a whole number of pixels from 1024",
    "dtype": "bfloat16, float16 or float32",
    "batch_size": "a whole number of pictures from 1",
    "trust_remote_code": "true or false",
    "adapter": "the path of a LoRA adapter's folder",
    "trained_on": "the source that an adapter was trained on, and the split's seed: source/0",
}
_SMALLEST = {"max_tokens": 1, "min_pixels": 1, "max_pixels": 1024, "batch_size": 1}


@dataclass(frozen=True)
class Options:
    """How a checkpoint is loaded and asked.

    `model` is a folder (a path from `/` or `~`) or a hub id, whose `revision` is then a commit.
    A picture is given at most `max_pixels` pixels, and at least `min_pixels` where that is set; a
    narrower limit of the checkpoint's own stays. The most likely token is taken always, of at most
    `max_tokens`. `batch_size` pictures are asked at once. A row with an `adapter` that was trained
    on a part of a source says so in `trained_on`.
    """

    key: str
    model: str
    revision: str
    gpus: int
    dtype: Dtype
    max_tokens: int = 512
    min_pixels: int | None = None
    max_pixels: int = 1_048_576
    batch_size: int = 8
    trust_remote_code: bool = False
    adapter: str | None = None
    trained_on: str | None = None

    @property
    def folder(self) -> Path | None:
        """Where the checkpoint lies; None for one of the hub."""
        return _path(self.model)

    def parameters(self) -> dict[str, Scalar]:
        """What may change an answer, the weights left out."""
        return {
            "model": self.model,
            "decoding": "greedy",
            "dtype": self.dtype,
            "max_tokens": self.max_tokens,
            "min_pixels": self.min_pixels,
            "max_pixels": self.max_pixels,
            "trust_remote_code": self.trust_remote_code,
        }


def read_options(setting: ModelSetting) -> Options:
    """A row's options. Without a `dtype` a row that needs GPUs is asked in bfloat16, else float32.

    The row alone decides, never the machine: the same row has the same answers' keys everywhere.

    Raises:
        RegistryError: a parameter is unknown or of the wrong kind, `model` is missing, the revision
            of a hub id is no commit, or the row asks for enforced JSON.
    """
    given = setting.parameters
    for name, value in given.items():
        _check(setting.key, name, value)
    chosen = {name: given[name] for name in given if name not in ("temperature", "dtype")}
    usual: Dtype = "bfloat16" if setting.gpus else "float32"
    dtype = next((one for one in _DTYPES if one == given.get("dtype")), usual)
    model = _model(setting)
    return Options(setting.key, model, setting.revision, setting.gpus, dtype, **_narrowed(chosen))


def _narrowed(chosen: Mapping[str, Scalar]) -> Mapping[str, Any]:
    return {name: value for name, value in chosen.items() if value is not None}


def _model(setting: ModelSetting) -> str:
    model = setting.model
    if model is None:
        _refuse(setting.key, "`model` is missing", "Give a folder's path or a hub id.")
    if setting.structured == "json_schema":
        what = "`structured: json_schema` can't be enforced in this process"
        _refuse(setting.key, what, "Write `prompt` or `plain`, or serve the model by vLLM.")
    if _path(model) is not None:
        return model
    if not _REPOSITORY.fullmatch(model):
        what = f"`model: {model[:200]}` is neither a path from / or ~ nor a hub id owner/name"
        _refuse(setting.key, what, "Mend it.")
    if not _COMMIT.fullmatch(setting.revision):
        what = f"`revision: {setting.revision[:80]}` of hub id {model} is no commit"
        _refuse(setting.key, what, "Write the 40 digits of one, so that the weights never change.")
    return model


def _path(model: str) -> Path | None:
    return Path(model).expanduser() if model.startswith(("/", "~")) else None


def _check(key: str, name: str, value: Scalar) -> None:
    if name not in _KNOWN:
        what = f"parameter `{name}` is unknown{did_you_mean(name, _KNOWN)}"
        _refuse(key, what, f"Known: {listed(_KNOWN)}.")
    if not _fits(name, value):
        what = f"parameter `{name}`: expected {_KNOWN[name]}, got {value!r}"
        _refuse(key, what, "Mend it.")


def _fits(name: str, value: Scalar) -> bool:
    if name in _SMALLEST:
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole and int(value or 0) >= _SMALLEST[name]
    if name == "temperature":
        return value == 0 and not isinstance(value, bool)
    if name == "dtype":
        return value in _DTYPES
    if name == "trained_on":
        return isinstance(value, str) and _TRAINED.fullmatch(value) is not None
    if name == "adapter":
        return isinstance(value, str) and _path(value) is not None
    return isinstance(value, bool)


def _refuse(key: str, what: str, remedy: str) -> NoReturn:
    raise RegistryError(f"Model `{key}`: {what}. {remedy}")
