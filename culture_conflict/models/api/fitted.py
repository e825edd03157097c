"""Pictures made to fit, kept in the home: made once for all models with the same limits."""

from __future__ import annotations

import hashlib
import json
import uuid
from pathlib import Path

from culture_conflict.errors import HomeError
from culture_conflict.models.api.fitting import Fitted, fit, picture_rule
from culture_conflict.models.settings import ModelSetting

__all__ = ["fit_once"]


def fit_once(setting: ModelSetting, data: bytes, folder: Path) -> Fitted:
    """What `fit` makes of a picture, taken from the folder where any run has made it before.

    The picture's bytes and the rule name a file; a damaged one is made anew. Nothing needs the
    folder: `gc` sweeps old files of it, and whatever is absent is made again.

    Raises:
        PictureError: as `fit`; what can't be made is not kept.
        HomeError: the folder can't be written.
    """
    rule = hashlib.sha256(picture_rule(setting).encode()).hexdigest()[:16]
    path = folder / f"{hashlib.sha256(data).hexdigest()}-{rule}"
    if (kept := _read(path)) is None:
        kept = fit(setting, data)
        _write(path, kept)
    return kept


def _read(path: Path) -> Fitted | None:
    """The first line holds media type and notes, the rest the bytes that they describe."""
    try:
        head, _, data = path.read_bytes().partition(b"\n")
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        told = json.loads(head)
        notes = {str(name): str(value) for name, value in told["notes"].items()}
        if notes["sent_sha256"] == hashlib.sha256(data).hexdigest():
            return Fitted(data, str(told["media_type"]), notes)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return None


def _write(path: Path, made: Fitted) -> None:
    head = json.dumps({"media_type": made.media_type, "notes": dict(made.notes)}).encode()
    temporary = path.with_name(f".{uuid.uuid4().hex}.writing")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(head + b"\n" + made.data)
        temporary.replace(path)
    except OSError as error:
        raise HomeError(
            f"{path} can't be written: {error.strerror or error}. Free space or mend the folder's "
            f"permissions, then run again: it continues."
        ) from error
