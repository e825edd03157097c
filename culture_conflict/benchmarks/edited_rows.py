"""The columns of EDITED_IMAGES that tell what became of one edit, the same for every benchmark."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from culture_conflict.editors.gates import Mode, Report, worst_share
from culture_conflict.editors.protocol import Edited
from culture_conflict.errors import EditError, PictureError
from culture_conflict.models.api.redact import plain_line
from culture_conflict.pictures.encode import EncodeSettings, encode
from culture_conflict.pictures.store import PictureStore

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["failed_columns", "judged_columns", "kept_columns"]

_LONGEST = 500


def judged_columns(
    edited: Edited, report: Report, mode: Mode, settings: EncodeSettings, pictures: PictureStore
) -> dict[str, Any]:
    """Keep the picture; `rejected` where a gate failed while gates are enforced.

    Raises:
        PictureError: the picture was forgotten.
        HomeError: the store can't be written.
    """
    rejected, whole = not report.accepted and mode == "enforce", edited.unblended
    return {
        **kept_columns(edited.picture, settings, pictures),
        "outcome": "rejected" if rejected else "made",
        "reason": report.reason,
        "detail": _told(report),
        "unblended": None if whole is None else pictures.put(encode(whole, settings)),
        "gates": report.to_json(),
        "worst": worst_share(report),
        "record": json.dumps(asdict(edited.record), ensure_ascii=False, sort_keys=True),
    }


def kept_columns(
    picture: Image, settings: EncodeSettings, pictures: PictureStore
) -> dict[str, Any]:
    """Keep a picture that nobody judges.

    Raises:
        PictureError: the picture was forgotten.
        HomeError: the store can't be written.
    """
    data = encode(picture, settings)
    return {
        "outcome": "made",
        "picture": pictures.put(data),
        "width": picture.width,
        "height": picture.height,
        "n_bytes": len(data),
    }


def failed_columns(error: PictureError | EditError) -> dict[str, Any]:
    """Nothing was made: why, in a word and in the words of who refused, a line without keys."""
    told = plain_line(str(error), None, _LONGEST)
    return {"outcome": "failed", "reason": error.reason, "detail": told}


def _told(report: Report) -> str | None:
    failed = next((gate for gate in report.gates if gate.verdict == "fail"), None)
    if failed is None:
        return None
    seen = f" ({failed.detail})" if failed.detail else ""
    return f"{failed.name}: {failed.value:g} over {failed.limit:g}{seen}; {report.advice}"
