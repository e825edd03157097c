"""A source of street scenes as tables, whatever its kind."""

from __future__ import annotations

from culture_conflict.errors import RegistryError
from culture_conflict.pictures.store import PictureStore
from culture_conflict.sources.source import SceneTables, Source

__all__ = ["read_scenes"]


def read_scenes(source: Source, pictures: PictureStore) -> SceneTables:
    """The source's scenes, given texts and rejected rows; pictures go into the store.

    Raises:
        RegistryError: the source's folder can't be used, or not one scene can.
        PictureError: a drawing of the sample is absent.
        HomeError: the store can't be written.
    """
    if source.kind == "sample":
        from culture_conflict.sources.streets.read import read_streets

        return read_streets(source, pictures)
    raise RegistryError(
        f"Source {source.name!r} of {source.benchmark} is of kind {source.kind!r}, which holds no "
        f"street scenes. Write `kind: scenes` into its source.yaml."
    )
