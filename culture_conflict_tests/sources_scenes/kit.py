"""Folders of street scenes for tests: small drawn pictures, EXIF with a place, tables."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
from PIL import Image

from culture_conflict.sources.source import Source

SETTINGS = "kind: scenes\ntitle: Streets\nmedium: photograph\ndefaults: {licence: CC0-1.0}\n"


def picture(
    seed: int, size: tuple[int, int] = (96, 64), place: tuple[str, str] | None = None
) -> bytes:
    """A JPEG of noise; `place` is written into its EXIF as `59 20 0 N`."""
    pixels = np.random.default_rng(seed).integers(0, 255, (size[1] // 8, size[0] // 8, 3))
    image = Image.fromarray(pixels.astype(np.uint8)).resize(size, Image.Resampling.BICUBIC)
    exif = Image.Exif()
    if place:
        north, east = (each.split() for each in place)
        exif[0x8825] = {
            1: north[3],
            2: tuple(map(float, north[:3])),
            3: east[3],
            4: tuple(map(float, east[:3])),
        }
        exif[0x010F] = "A camera that talks"
    made = io.BytesIO()
    image.save(made, "JPEG", exif=exif.tobytes() if place else b"")
    return made.getvalue()


def folder_of(
    root: Path,
    pictures: Mapping[str, bytes],
    rows: Iterable[str] = (),
    settings: str = "",
) -> Source:
    """A folder with these pictures, a table of these lines, and `source.yaml`."""
    root.mkdir(parents=True, exist_ok=True)
    for name, data in pictures.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    if lines := [*rows]:
        (root / "items.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (root / "source.yaml").write_text(SETTINGS + settings, encoding="utf-8")
    return Source("signpost", root.name, "scenes", "Streets", "photograph", root)
