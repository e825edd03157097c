"""What the cells of an items' table mean: countries, categories, aliases, coordinates."""

from __future__ import annotations

import ast
import json
import math
import re
import warnings
from collections.abc import Iterator

from culture_conflict.sources.folder.places import code_of
from culture_conflict.sources.folder.rows import RowError, printable, text_of
from culture_conflict.sources.folder.settings import FolderSettings

__all__ = ["aliases", "category", "coordinates", "countries", "country", "listed_cell"]

_SEPARATORS = re.compile(r"[|;]")
_NAME_KEYS = ("name", "alias", "alternative_name", "term", "word", "label")


def country(value: object) -> str:
    """ISO 3166-1 alpha-3 of a cell that names one country, by name or code.

    Raises:
        RowError: `several_countries`, `unknown_country`, `empty` or `not_text`.
    """
    codes = countries(value)
    if len(codes) > 1:
        shown = ", ".join(codes)
        raise RowError("several_countries", f"expected one country, this names {shown}")
    return codes[0]


def countries(value: object) -> list[str]:
    """ISO 3166-1 alpha-3 of all countries that a cell names, each once, the first one first.

    Several are a list (`['Peru', 'Chile']`) or separated by `|` or `;`; a comma is part of a name.

    Raises:
        RowError: `unknown_country`, `empty` or `not_text`.
    """
    names = [text_of(name) for name in value] if isinstance(value, list) else [text_of(value)]
    if len(names) == 1 and names[0].startswith("["):
        names = listed_cell(names[0], "unknown_country")
    elif len(names) == 1:
        names = [name.strip() for name in _SEPARATORS.split(names[0]) if name.strip()]
    if not any(names):
        raise RowError("empty", "no country")
    codes = dict.fromkeys(code_of(name) for name in names)
    if None in codes:
        wrong = next(name for name in names if code_of(name) is None)
        raise RowError(
            "unknown_country",
            f"{printable(wrong, 80)!r} names no country; write its English name or an ISO code",
        )
    return [str(code) for code in codes]


def category(value: object, settings: FolderSettings) -> str:
    """One of our categories, by the source's own words or default; dishes are cuisine.

    Raises:
        RowError: `unknown_category`, `empty` or `not_text`.
    """
    word = text_of(value)
    if settings.benchmark == "culture_mix":
        return "cuisine"
    if not word and settings.defaults.category is None:
        raise RowError("empty", "no category; write it, or one into `defaults:` of source.yaml")
    found = settings.categories.get(word) or (word.casefold() if word else None)
    found = found or settings.defaults.category
    if found not in ("cuisine", "attire", "music"):
        raise RowError(
            "unknown_category",
            f"{printable(word, 80)!r} is not cuisine, attire or music; map it under `categories:`",
        )
    return found


def aliases(value: object, settings: FolderSettings) -> list[str]:
    """Other names, each once, without the source's placeholders.

    Raises:
        RowError: `aliases`: the cell can't be read as the settings say.
    """
    if isinstance(value, list):
        found = list(_names(value))
    else:
        text = text_of(value)
        if settings.alias_format == "list":
            found = listed_cell(text, "aliases") if text else []
        elif text.startswith(("[", "{")):
            raise RowError(
                "aliases",
                f"{printable(text, 80)} looks like a list; write `alias_format: list`, or "
                f"separate names by {settings.alias_separator!r}",
            )
        else:
            found = [name.strip() for name in text.split(settings.alias_separator)]
    unwanted = {"", *settings.alias_placeholders}
    return [name for name in dict.fromkeys(found) if name not in unwanted]


def listed_cell(text: str, reason: str) -> list[str]:
    """The texts of a list written as `['a', 'b']` or `[{'a': 'Thai'}]`.

    Raises:
        RowError: with `reason`: the text is no such list.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # a lone backslash in a name
            value = ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError) as error:
        value = _json_list(text)
        if value is None:
            told = f"{printable(text, 80)} is no list of names such as ['One', 'Another']"
            raise RowError(reason, told) from error
    return list(_names(value if isinstance(value, list | tuple) else [value]))


def _json_list(text: str) -> list[object] | None:
    """The same list with true, false and null; None where it is no list either."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, list) else None


def coordinates(latitude: object, longitude: object) -> tuple[float | None, float | None]:
    """Degrees north and east, both or neither.

    Raises:
        RowError: `coordinates`: no numbers, out of range, or one without the other.
    """
    north, east = text_of(latitude), text_of(longitude)
    if not north and not east:
        return None, None
    try:
        lat, lon = float(north), float(east)
    except ValueError:
        lat = lon = math.nan
    if abs(lat) <= 90 and abs(lon) <= 180:
        return lat, lon
    raise RowError(
        "coordinates",
        f"expected degrees like 48.858 within 90 and 180, got {printable(north, 40)!r} and "
        f"{printable(east, 40)!r}",
    )


def _names(value: list[object] | tuple[object, ...]) -> Iterator[str]:
    for entry in value:
        if isinstance(entry, dict):
            named = [entry[key] for key in _NAME_KEYS if key in entry]
            yield from (text_of(name) for name in (named or entry))
        elif entry is not None:
            yield text_of(entry)
