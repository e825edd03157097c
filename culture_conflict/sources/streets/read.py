"""The drawn street scenes as tables: they prove the pipeline and are never photographs."""

from __future__ import annotations

import polars as pl

from culture_conflict.pictures.store import PictureStore
from culture_conflict.pictures.threads import in_threads, usable_cores
from culture_conflict.sources.source import SceneTables, Source
from culture_conflict.sources.streets.draw import draw_scene
from culture_conflict.sources.streets.light import HEIGHT, WIDTH
from culture_conflict.sources.streets.rows import DrawnScene, drawn_scenes, streets_version
from culture_conflict.tables.given_texts import GIVEN_TEXTS
from culture_conflict.tables.ids import stable_id
from culture_conflict.tables.rejects import REJECTS
from culture_conflict.tables.signpost_items import SIGNPOST_ITEMS

__all__ = ["AUTHOR", "LICENCE", "read_streets"]

LICENCE = "CC-BY-4.0"
AUTHOR = "Drawn by this package; people, trees, vehicles and landmarks: Twemoji (Twitter, Inc)"


def read_streets(source: Source, pictures: PictureStore) -> SceneTables:
    """Every drawn scene with the coordinates of the place that it pretends to show.

    The same package versions give the same rows and the same bytes.

    Raises:
        PictureError: the emoji package lacks a drawing.
        HomeError: the store can't be written.
    """
    rows = list(
        in_threads(
            lambda scene: _item(source, scene, pictures.put(draw_scene(scene))),
            drawn_scenes(),
            usable_cores(),
        )
    )
    items: pl.DataFrame = SIGNPOST_ITEMS.validate(SIGNPOST_ITEMS.frame(rows))
    return SceneTables(items, GIVEN_TEXTS.empty(), REJECTS.empty())


def _item(source: Source, scene: DrawnScene, picture: str) -> dict[str, object]:
    group = stable_id(source.benchmark, source.name, scene.external_id)
    kept = ("external_id", "place", "country", "region", "latitude", "longitude")
    return {
        **{name: getattr(scene, name) for name in kept},
        "item_id": stable_id(group, None),
        "benchmark": source.benchmark,
        "source": source.name,
        "source_version": streets_version(),
        "group_id": group,
        "located_by": "drawing",
        "heading": None,
        "panorama": None,
        "picture": picture,
        "width": WIDTH,
        "height": HEIGHT,
        "url": None,
        "licence": LICENCE,
        "author": AUTHOR,
        "consent": None,
        "medium": source.medium,
    }
