"""Field cases of flags drawn as vectors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict.pictures.open import open_cue
from culture_conflict.pictures.svg import render_svg


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    def drawn(given: Any) -> Any:
        return open_cue(render_svg((files / given["file"]).read_text(), width=900)).image

    return {
        "rasterised": lambda given: drawn(given).width > 0,
        "aspect": lambda given: round(drawn(given).width / drawn(given).height, 3),
        "corner_alpha": lambda given: drawn(given).getpixel((drawn(given).width - 1, 0))[3],
    }
