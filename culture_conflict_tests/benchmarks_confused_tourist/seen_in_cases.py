"""What field cases ask about pairs and stacked pictures, under the names that they use."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from culture_conflict.benchmarks.confused_tourist.pairs import (
    description_extremes,
    geographic_extremes,
)
from culture_conflict.benchmarks.confused_tourist.stacking import stack_images
from culture_conflict.embedders.protocol import VectorError, unusable
from culture_conflict.pictures.open import open_cue, open_picture
from culture_conflict.pictures.paste import Patch, cue_box, paste, scale_cue
from culture_conflict.pictures.store import PictureStore
from culture_conflict.places.countries import countries
from culture_conflict.places.normalize import resolve_country
from culture_conflict_tests.benchmarks_confused_tourist import small_world


def centroid(name: str) -> tuple[float, float]:
    place = countries()[resolve_country(name) or ""]
    return place.latitude, place.longitude


def rejected_midpoint(name: str, box: list[float]) -> list[float] | None:
    """The middle of a country's bounding box, if that is not where the country is."""
    middle = [round((box[0] + box[1]) / 2, 1), round((box[2] + box[3]) / 2, 1)]
    return None if np.allclose(centroid(name), middle, atol=5) else middle


def refused(vectors: dict[str, list[float]]) -> list[str]:
    """The items that pairing by description refuses, each of a country of its own."""
    try:
        description_extremes(list(vectors.values()), list(vectors), list(vectors))
    except VectorError as error:
        return list(error.items)
    return []


def nan_in_scores(vectors: dict[str, list[float]]) -> bool:
    """Whether a score of the items that are left is not a number."""
    bad = unusable(list(vectors), list(vectors.values()))
    good = [name for name in vectors if name not in bad]
    found = description_extremes([vectors[name] for name in good], good, good)
    return any(bool(np.isnan(extreme.score).any()) for extreme in found.values())


def nearest_and_farthest(items: list[list[str]], of: str) -> dict[str, str]:
    """The ids of the other item at either end of the distances."""
    ids, codes = zip(*items, strict=True)
    places = {code: (place.latitude, place.longitude) for code, place in countries().items()}
    found = geographic_extremes(codes, ids, places)
    return {name: ids[extreme.other[ids.index(of)]] for name, extreme in found.items()}


def pictures(given: dict[str, Any], files: Path) -> tuple[bytes, bytes]:
    """Item and cue: a size, a file, or words such as `300x200 solid (10,120,60)`."""
    return _picture(given, "item", files), _picture(given, "cue", files)


def _picture(given: dict[str, Any], what: str, files: Path) -> bytes:
    if f"{what}_size" in given:
        return small_world.png(given[f"{what}_size"])
    if "solid" in given[what]:
        width, height, *colour = map(int, re.findall(r"\d+", given[what]))
        return small_world.png((width, height), tuple(colour))
    return (files / given[what]).read_bytes()


def cue_size(item: bytes, cue: bytes) -> tuple[int, int]:
    return cue_box(open_picture(item).image.size, open_cue(cue).image.size, "top_right").size


def notch(item: bytes, cue: bytes) -> bool:
    """Whether the item shows wherever the cue is transparent."""
    before, after, alpha = _under(item, cue)
    return bool((alpha == 0).any() and (before[alpha == 0] == after[alpha == 0]).all())


def opaque(item: bytes, cue: bytes) -> list[int]:
    """The colour that the item shows where the cue is opaque: the median, since edges ring."""
    _, after, alpha = _under(item, cue)
    return [int(value) for value in np.median(after[alpha == 255], axis=0)]


def _under(item: bytes, cue: bytes) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The item's pixels in the flag's box, before and after pasting it, and its transparency."""
    picture, image = open_picture(item).image, open_cue(cue).image
    box = cue_box(picture.size, image.size, "top_right")
    scaled = scale_cue(image, box.size)
    edges = (box.left, box.top, box.left + box.width, box.bottom)
    before = np.asarray(picture.crop(edges))
    paste(picture, [Patch(box, scaled)])
    return before, np.asarray(picture.crop(edges)), np.asarray(scaled.getchannel("A"))


def stacked(item: bytes, cue: bytes) -> dict[str, Any]:
    """The row of a picture with this cue as a foreign flag on it."""
    with tempfile.TemporaryDirectory() as folder:
        store = PictureStore(Path(folder))
        made = stack_images(
            small_world.items({"item_id": "i", "country": "PER", "picture": store.put(item)}),
            small_world.cues(
                {"cue_id": "f", "kind": "flag", "country": "NPL", "picture": store.put(cue)}
            ),
            small_world.pairs({"item_id": "i", "adversarial_country": "NPL", "flag": "f"}),
            store,
        )
    return made.row(1, named=True)


def outcome(row: dict[str, Any]) -> str:
    return "stacked" if row["picture"] else f"item rejected: {row['reason'].replace('_', ' ')}"
