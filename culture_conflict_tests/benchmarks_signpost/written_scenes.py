"""Street scenes as plain pictures with one line of writing, without any editor."""

from __future__ import annotations

import io

import polars as pl
from PIL import Image, ImageDraw, ImageFont

from culture_conflict.pictures.store import PictureStore
from culture_conflict_tests.benchmarks_signpost.small_scenes import VARIANTS, scene, variants_of

PLACES = [
    ((48.2, 16.4), ("Wien", "", "Graz", "Butter", "Osaka"), (34.69, 135.5)),
    ((-12.0, -77.0), ("Lima", "", "Cusco", "Candle", "Toronto"), (43.7, -79.4)),
    ((51.5, -0.1), ("London", "", "Leeds", "Window", "Nairobi"), (-1.28, 36.82)),
    ((40.4, -3.7), ("Madrid", "", "Sevilla", "Pencil", "Sydney"), (-33.87, 151.21)),
]


def written(text: str, tone: int = 0) -> bytes:
    """A picture (PNG) with one line of large dark letters on a light sign."""
    image = Image.new("RGB", (480, 320), (150 + tone % 60, 190, 220))
    draw = ImageDraw.Draw(image)
    if text:
        draw.rectangle((60, 100, 420, 200), fill=(245, 245, 240))
        font = ImageFont.load_default(size=64)
        draw.text((240, 150), text, fill=(20, 20, 20), font=font, anchor="mm")
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def written_scenes(pictures: PictureStore, n_groups: int, source: str = "sample") -> pl.DataFrame:
    """SIGNPOST_VARIANTS of quintuplets whose texts name real places; the trap is the last."""
    rows = []
    for n in range(n_groups):
        truth, texts, trap = PLACES[n % len(PLACES)]
        for row, text in zip(scene(source, f"g{n}", truth, trap), texts, strict=True):
            picture = pictures.put(written(text, n))
            rows.append(row | {"picture": picture, "width": 480, "height": 320})
    assert len(rows) == n_groups * len(VARIANTS)
    return variants_of(rows)
