"""What the field cases of edited pictures ask about, asked of the product."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PIL import Image

from culture_conflict.editors.each import edit_each
from culture_conflict.editors.gates import Report, check_picture, require_adapter
from culture_conflict.editors.local.editor import LocalEditor
from culture_conflict.editors.protocol import EditRequest, TextEdit
from culture_conflict.errors import EditError


def report(given: dict[str, Any], files: Path) -> Report:
    """All gates of the edited picture, beside its source where there is one."""
    before = _picture(files / given["before"]) if "before" in given else None
    return check_picture(_picture(files / given.get("after", given.get("file", ""))), before=before)


def adapter_error(given: dict[str, Any]) -> EditError | None:
    """What stops the run, or None."""
    try:
        require_adapter(loaded=given["loaded_keys"], unexpected=given["unexpected_keys"])
    except EditError as error:
        return error
    return None


def outcomes(sizes: list[list[int]]) -> list[str]:
    """What becomes of pictures of these sizes, edited one after the other."""
    quad = ((20.0, 20.0), (400.0, 20.0), (400.0, 90.0), (20.0, 90.0))
    text = TextEdit(quad, "Market", "")
    made = (Image.new("RGB", (width, height), "white") for width, height in sizes)
    requests = (EditRequest((picture,), "", "none", 1, (text,)) for picture in made)
    done = edit_each(LocalEditor(), requests)
    return ["oom_or_downscaled" if each.downscaled or each.error else "ok" for each in done]


def _picture(path: Path) -> Image.Image:
    return Image.open(path).convert("RGB")
