"""Reads `source.yaml`; what is wrong is told with file, line and remedy."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from culture_conflict.errors import RegistryError
from culture_conflict.models.words import did_you_mean
from culture_conflict.sources.folder.settings import FIELDS, FolderSettings
from culture_conflict.sources.folder.texts import Document, load_texts
from culture_conflict.sources.hub.settings import HUB_FIELDS, HubSettings
from culture_conflict.sources.mix.settings import MIX_FIELDS, MixSettings
from culture_conflict.sources.scenes.settings import SCENE_FIELDS, SceneSettings
from culture_conflict.yaml_keys import readable

__all__ = ["SETTINGS_FILE", "Settings", "folder_settings", "read_settings"]

Settings = FolderSettings | HubSettings | MixSettings | SceneSettings

SETTINGS_FILE = "source.yaml"
_KINDS: dict[str, type[Settings]] = {
    "folder": FolderSettings,
    "hub": HubSettings,
    "mix": MixSettings,
    "scenes": SceneSettings,
}
_FIELDS = {"hub": HUB_FIELDS, "mix": MIX_FIELDS, "scenes": SCENE_FIELDS}
_MAX_BYTES = 1_000_000


def folder_settings(folder: Path) -> FolderSettings:
    """The settings of a folder with a table of items and pictures beside it.

    Raises:
        RegistryError: as `read_settings`, or the folder is a source of another kind.
    """
    settings = read_settings(folder)
    if isinstance(settings, FolderSettings):
        return settings
    raise RegistryError(
        f"{folder / SETTINGS_FILE}: kind {settings.kind!r} is no folder of items and pictures. "
        f"Remove `kind:` if it is meant to be one."
    )


def read_settings(folder: Path) -> Settings:
    """The settings of a source's folder by its `kind`; every value is read as the text it is.

    Raises:
        RegistryError: the file is absent, no YAML, or a field is unknown, missing or wrong.
    """
    path = folder / SETTINGS_FILE
    document = _document(path)
    if not isinstance(document.value, dict):
        raise RegistryError(
            f"{path}: expected fields such as `title: ...`, got {document.value!r:.80}. "
            f"Write at least `title:` and `medium:`."
        )
    kind = document.value.get("kind", "folder")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise RegistryError(
            f"{path}, line {document.line(('kind',))}: `kind`: expected {', '.join(_KINDS)}, got "
            f"{kind!r:.80}. Mend this field."
        )
    try:
        return _KINDS[kind].model_validate(document.value)
    except ValidationError as error:
        # A misspelt field is also a missing one: the spelling is what to mend.
        _refuse(path, document, min(error.errors(), key=lambda found: found["type"] == "missing"))


def _document(path: Path) -> Document:
    try:
        data = path.read_bytes()
        if len(data) > _MAX_BYTES:
            raise RegistryError(
                f"{path} has {len(data)} bytes; a source's settings have at most {_MAX_BYTES}. "
                f"Put tables into files of their own."
            )
    except OSError as error:
        raise RegistryError(
            f"{path} can't be read: {error.strerror or error}. A source is a folder that holds a "
            f"`{SETTINGS_FILE}` and a table of items."
        ) from error
    with readable(str(path)):
        return load_texts(data)


def _refuse(path: Path, document: Document, error: ErrorDetails) -> NoReturn:
    place = error["loc"]
    around, field = tuple(map(str, place[:-1])), str(place[-1]) if place else ""
    named = f"`{'.'.join(map(str, place))}`"
    of_kind = _FIELDS.get(document.value.get("kind"), FIELDS)
    known = of_kind.get(around, ())
    if error["type"] == "extra_forbidden":
        what = f"field {named} is unknown{did_you_mean(field, known)}"
        remedy = f"Fields: {', '.join(known)}."
    elif error["type"] == "missing":
        what, remedy = f"{named} is missing", f"Add `{field}:`; README.md shows an example."
    else:
        message = error["msg"].removeprefix("Value error, ")
        message = message.removeprefix("Input should be ")
        what, remedy = (
            f"{named}: expected {message}, got {error['input']!r:.80}",
            "Mend this field.",
        )
    raise RegistryError(f"{path}, line {document.line(place)}: {what}. {remedy}")
