"""A source of street scenes as tables, whatever its kind."""

from __future__ import annotations

from collections.abc import Iterator

from culture_conflict.errors import RegistryError
from culture_conflict.pictures.store import PictureStore
from culture_conflict.sources.folder.checking import commonest
from culture_conflict.sources.folder.config import read_settings
from culture_conflict.sources.forgotten import Sieve
from culture_conflict.sources.scenes.examine import examine_scenes, group_of
from culture_conflict.sources.scenes.seeing import Seen
from culture_conflict.sources.scenes.settings import SceneSettings
from culture_conflict.sources.source import SceneTables, Source
from culture_conflict.tables.ids import stable_id
from culture_conflict.tables.rejects import REJECTS
from culture_conflict.tables.signpost_items import SIGNPOST_ITEMS

__all__ = ["read_scenes"]

_ROW = ("place", "region", "country", "url", "licence", "author", "consent")


def read_scenes(source: Source, pictures: PictureStore) -> SceneTables:
    """The source's scenes, given texts and rejected rows; pictures go into the store.

    Pictures lose EXIF and whatever else their files tell; their pixels stay byte by byte. Views of
    panoramas are encoded by the package's encoder.

    Raises:
        RegistryError: the source's folder can't be used, or not one scene can.
        PictureError: a drawing of the sample is absent.
        HomeError: the store can't be written.
    """
    if source.kind == "sample":
        from culture_conflict.sources.streets.read import read_streets

        return read_streets(source, pictures)
    settings = read_settings(source.folder) if source.folder else None
    if source.folder is None or not isinstance(settings, SceneSettings):
        raise RegistryError(
            f"Source {source.name!r} of {source.benchmark} is of kind {source.kind!r}, which holds "
            f"no street scenes. Write `kind: scenes` into its source.yaml."
        )
    keep = Sieve(pictures.root).put
    found = examine_scenes(source, source.folder, settings, keep, pictures.is_forgotten)
    if not found.scenes:
        why = commonest(found.rejects) or "it lists no scene"
        raise RegistryError(
            f"Source {source.name!r}: none of the {found.n_rows} scenes in {source.folder} can be "
            f"used: {why}. `culture-conflict sources check {source.name} --all` lists all."
        )
    version = source.version  # hashes every file, hence once
    rows = [row for one in found.scenes for row in _rows(source, version, settings.medium, one)]
    items = SIGNPOST_ITEMS.validate(SIGNPOST_ITEMS.frame(rows))
    return SceneTables(items, found.given_texts, REJECTS.validate(found.rejects), found.notes)


def _rows(source: Source, version: str, medium: str, one: Seen) -> Iterator[dict[str, object]]:
    group = group_of(source, one.row)
    for shot in one.shots:
        yield {
            **{name: one.row.values[name] for name in _ROW},
            "item_id": stable_id(group, shot.heading),
            "external_id": one.row.external_id,
            "benchmark": source.benchmark,
            "source": source.name,
            "source_version": version,
            "group_id": group,
            "latitude": one.latitude,
            "longitude": one.longitude,
            "located_by": one.located_by,
            "heading": shot.heading,
            "panorama": one.panorama,
            "picture": shot.picture,
            "width": shot.width,
            "height": shot.height,
            "medium": medium,
        }
