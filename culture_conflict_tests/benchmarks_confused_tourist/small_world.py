"""A few items, cues and pictures to pair and stack, and an embedder without a model."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from PIL import Image

from culture_conflict.tables.cues import CUES
from culture_conflict.tables.items import ITEMS
from culture_conflict.tables.pairs import PAIRS

NO_PICTURE = "0" * 64


def png(size: tuple[int, int], colour: tuple[int, ...] = (10, 120, 60), **options: Any) -> bytes:
    mode = "RGB" if len(colour) == 3 else "RGBA"
    return saved(Image.new(mode, size, colour), "PNG", **options)


def noisy(size: tuple[int, int], seed: int = 0) -> Image.Image:
    values = np.random.default_rng(seed).integers(0, 256, (size[1], size[0], 3), dtype=np.uint8)
    return Image.fromarray(values)


def saved(image: Image.Image, format_: str, **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, format_, **options)
    return out.getvalue()


def items(*rows: Mapping[str, Any]) -> pl.DataFrame:
    return ITEMS.validate(ITEMS.frame([_item(**row) for row in rows]))


def cues(*rows: Mapping[str, Any]) -> pl.DataFrame:
    return CUES.validate(CUES.frame([_cue(**row) for row in rows]))


def pairs(*rows: Mapping[str, Any]) -> pl.DataFrame:
    return PAIRS.validate(PAIRS.frame([_pair(**row) for row in rows]))


def _item(item_id: str, country: str, **more: Any) -> dict[str, object]:
    return {
        "item_id": item_id,
        "external_id": f"own-{item_id}",
        "benchmark": "confused_tourist",
        "source": "tests",
        "source_version": "1",
        "category": "cuisine",
        "name": item_id.title(),
        "aliases": [],
        "other_countries": [],
        "country": country,
        "description": f"What {item_id} is.",
        "picture": NO_PICTURE,
        "url": None,
        "licence": "CC-BY-4.0",
        "author": "Ann",
        "consent": None,
        "latitude": None,
        "longitude": None,
        "medium": "drawing",
        **more,
    }


def _cue(cue_id: str, kind: str, country: str, **more: Any) -> dict[str, object]:
    return {
        "cue_id": cue_id,
        "benchmark": "confused_tourist",
        "source": "tests",
        "kind": kind,
        "country": country,
        "name": cue_id,
        "picture": NO_PICTURE,
        "url": None,
        "licence": "CC-BY-4.0",
        "author": "Ann",
        "medium": "drawing",
        **more,
    }


def _pair(item_id: str, adversarial_country: str, **more: Any) -> dict[str, object]:
    made = {
        "benchmark": "confused_tourist",
        "source": "tests",
        "item_id": item_id,
        "other_id": "other",
        "method": "geo",
        "difficulty": "hard",
        "score": 1.0,
        "adversarial_country": adversarial_country,
        "flag": None,
        "landmark": None,
        "seed": 7,
        "n_candidates": 1,
        "n_tied": 1,
        "embedder": None,
        **more,
    }
    return {"pair_id": f"{item_id}-{made['method']}-{made['difficulty']}", **made}


class FakeEmbedder:
    """Looks each text up; what it was asked for is kept."""

    name = "fake"
    prefix = ""
    record = "fake 1, prefix ''"

    def __init__(self, vectors: Mapping[str, Sequence[float]]) -> None:
        self.vectors = vectors
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self.asked += texts
        return np.array([self.vectors[text] for text in texts], dtype=np.float32)
