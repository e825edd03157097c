"""Which scenes a folder lists: by a table, by ids, or by the pictures that lie in it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType

from culture_conflict.errors import RegistryError
from culture_conflict.models.words import did_you_mean, listed
from culture_conflict.sources.folder.files import files_of, pictures_folder
from culture_conflict.sources.folder.items import safe_file
from culture_conflict.sources.folder.rows import RawRow, RawTable, printable
from culture_conflict.sources.folder.tables import SUFFIXES, read_table
from culture_conflict.sources.scenes.settings import SceneColumns, SceneSettings

__all__ = ["PICTURES", "USUAL", "columns_of", "ids_of", "listed_scenes"]

PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".bmp")

# Names that published lists give their columns, ours first.
USUAL: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "external_id": ("external_id", "IMG_ID", "id", "image_id", "photo_id", "panoid", "pano_id"),
        "picture": ("picture", "image", "image_path", "file", "filename", "path", "IMG_ID"),
        "latitude": ("latitude", "LAT", "lat"),
        "longitude": ("longitude", "LON", "lon", "lng", "long"),
        "country": ("country", "country_code"),
        "region": ("region", "province", "state"),
        "place": ("place", "city"),
        "heading": ("heading",),
        "url": ("url",),
        "licence": ("licence", "license"),
        "author": ("author", "AUTHOR"),
        "consent": ("consent",),
    }
)


def listed_scenes(folder: Path, settings: SceneSettings) -> RawTable:
    """The rows of the items' table, or a row for each picture of the folder where there is none.

    Raises:
        RegistryError: several tables, or one that can't be read, or no folder of pictures.
    """
    names = [settings.items] if settings.items else [f"items{suffix}" for suffix in SUFFIXES]
    found = [name for name in names if (folder / name).exists()]
    if len(found) > 1 or (settings.items and not found):
        raise RegistryError(
            f"{folder}: expected one of {', '.join(names)}, found {listed(found)}. Keep one table."
        )
    if not found:
        return _pictures(folder, settings)
    mapped = [name for name in settings.columns.model_dump().values() if name]
    known = [*mapped, *(name for names in USUAL.values() for name in names)]
    return read_table(
        safe_file(folder, found[0]),
        encoding=settings.encoding,
        separator=settings.separator,
        known=known,
    )


def columns_of(folder: Path, table: RawTable, settings: SceneSettings) -> dict[str, str]:
    """Our name to theirs, for the columns that the table has.

    Raises:
        RegistryError: a mapped column is not in the table, or none names the pictures.
    """
    found: dict[str, str] = {}
    for name in SceneColumns.model_fields:
        theirs = getattr(settings.columns, name)
        usual = [one for one in USUAL[name] if one in table.columns]
        if theirs and theirs not in table.columns:
            hint = did_you_mean(theirs, map(printable, table.columns))
            raise RegistryError(
                f"{folder / table.file}: expected a column {theirs!r} (our `{name}`){hint}; it has "
                f"{', '.join(map(repr, table.columns[:40]))} ({table.how}). Mend `columns:`."
            )
        if theirs or usual:
            found[name] = theirs or usual[0]
    if "picture" not in found and "external_id" not in found:
        raise RegistryError(
            f"{folder / table.file}: expected a column that names the pictures, such as `picture`; "
            f"it has {', '.join(map(repr, table.columns[:40]))}. Map it under `columns:`."
        )
    found.setdefault("picture", found.get("external_id", ""))
    found.setdefault("external_id", found["picture"])
    return found


def ids_of(folder: Path, settings: SceneSettings) -> dict[str, int] | None:
    """The wanted ids with their line; None where all are wanted.

    Raises:
        RegistryError: the file of ids can't be read.
    """
    if settings.ids is None:
        return None
    path = safe_file(folder, settings.ids)
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise RegistryError(f"{path}: expected one id a line as UTF-8, but {error}.") from error
    wanted = {line.strip(): number for number, line in enumerate(lines, 1) if line.strip()}
    if not wanted:
        raise RegistryError(f"{path}: expected one id a line, but it is empty. Fill or remove it.")
    return wanted


def _pictures(folder: Path, settings: SceneSettings) -> RawTable:
    root = pictures_folder(folder, settings.pictures)
    names = [
        name
        for name, path in files_of(root)
        if PurePosixPath(name).suffix.lower() in PICTURES and path.is_file()
    ]
    rows = (RawRow(n, {"picture": name}) for n, name in enumerate(names, 1))
    return RawTable(settings.pictures, ("picture",), tuple(rows), "the pictures of the folder")
