"""Photographs of several foods with a box around each (§5): from CSV or COCO JSON to rows."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from culture_conflict.errors import PictureError, RegistryError
from culture_conflict.places.continents import cultural_distance
from culture_conflict.sources.folder.cells import countries
from culture_conflict.sources.folder.checking import Candidate, Faults, Rejects
from culture_conflict.sources.folder.files import inside
from culture_conflict.sources.folder.rows import RawRow, RawTable, RowError, printable, text_of
from culture_conflict.sources.folder.tables import read_table
from culture_conflict.sources.mix.settings import MixSettings

__all__ = ["BOX_COLUMNS", "box_rows"]

BOX_COLUMNS = ("image_path", "x", "y", "width", "height", "food_name", "food_country")
_FAR = ("same_country", "same_continent", "other_continent")
_NOTHING = (
    *("food2_id", "food2_name", "food2_country"),
    *("background_country", "background_index", "background_kind"),
)
_MAX_JSON = 200_000_000


def box_rows(folder: Path, settings: MixSettings, rejects: Rejects) -> list[Candidate]:
    """Two rows per usable box: the food cut out, and marked in its photograph.

    The second food is the one farthest in culture from the target, the first of those in the
    file's order; a photograph with a single food shows nothing mixed, so that it is only cut out.

    Raises:
        RegistryError: the file can't be read, lacks a column, or is no such JSON.
    """
    if settings.boxes is None:
        return []
    raw = _read(folder, settings.boxes, settings.encoding)
    by_picture: dict[str, list[tuple[RawRow, dict[str, Any]]]] = {}
    for row in raw:
        values, faults = _values(row)
        if faults:
            rejects.add(settings.boxes, row.number, values.get("image_path") or None, faults)
        else:
            by_picture.setdefault(values["image_path"], []).append((row, values))
    return [row for shown in by_picture.values() for row in _rows(settings.boxes, shown)]


def _rows(file: str, shown: list[tuple[RawRow, dict[str, Any]]]) -> Iterator[Candidate]:
    for n, (row, values) in enumerate(shown, start=1):
        name = f"{values['image_path']}#{n}"
        alone = values | dict.fromkeys(_NOTHING) | {"food1_id": name, "augmentation": 0}
        cut = alone | {"subtask": "sf", "framing": "crop"}
        yield Candidate(file, row.number, f"{name}/crop", cut, values["image_path"])
        others = [other for _, other in shown if other is not values]
        if others:
            marked = alone | _second(values, others) | {"subtask": "mf", "framing": "box"}
            yield Candidate(file, row.number, f"{name}/box", marked, values["image_path"])


def _second(values: Mapping[str, Any], others: list[dict[str, Any]]) -> dict[str, Any]:
    def far(other: Mapping[str, Any]) -> int:
        return _FAR.index(cultural_distance(values["country"], other["country"]))

    farthest = max(others, key=far)
    return {"food2_name": farthest["name"], "food2_country": farthest["country"]}


def _values(row: RawRow) -> tuple[dict[str, Any], Faults]:
    faults = Faults()
    values: dict[str, Any] = {}
    if row.error is not None:
        faults.add(row.error.reason, str(row.error))
        return values, faults
    for ours, theirs in (("image_path", "image_path"), ("name", "food_name")):
        with faults.noted(theirs):
            values[ours] = text_of(row.cells.get(theirs))
            if not values[ours]:
                faults.add("empty", f"no {theirs}")
    with faults.noted("food_country"):
        values["country"], *values["other_countries"] = countries(row.cells.get("food_country"))
    box = []
    for name in ("x", "y", "width", "height"):
        with faults.noted(name):
            box.append(_pixels(row.cells.get(name), least=0 if name in "xy" else 1))
    values["box"] = tuple(box)
    return values, faults


def _pixels(cell: object, *, least: int) -> int:
    text = text_of(cell)
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or value < least:
        what = f"expected pixels of at least {least}, got {printable(text, 40)!r}"
        raise RowError("unknown_value", what)
    return round(value)


def _read(folder: Path, name: str, encoding: str | None) -> RawTable:
    try:
        path = inside(folder, name)
    except PictureError as error:
        raise RegistryError(f"{folder}: boxes: {error}. Mend its path in source.yaml.") from error
    raw = (
        _coco(path)
        if path.suffix == ".json"
        else read_table(path, encoding=encoding, known=BOX_COLUMNS)
    )
    if missing := [column for column in BOX_COLUMNS if column not in raw.columns]:
        raise RegistryError(
            f"{path}: expected columns {', '.join(BOX_COLUMNS)}; it lacks {', '.join(missing)}."
        )
    return raw


def _coco(path: Path) -> RawTable:
    """The rows of COCO's `images`, `annotations` and `categories`.

    A food's country is `country` of its annotation or category, else `supercategory`.
    """
    found = _json(path)
    try:
        files = {one["id"]: one["file_name"] for one in found["images"]}
        kinds = {one["id"]: one for one in found["categories"]}
        rows = tuple(
            RawRow(n, _cells(one, files, kinds))
            for n, one in enumerate(found["annotations"], start=1)
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise RegistryError(
            f"{path}: expected COCO's images (id, file_name), annotations (image_id, category_id, "
            f"bbox) and categories (id, name), but {type(error).__name__}: {error}."
        ) from error
    return RawTable(path.name, BOX_COLUMNS, rows, "COCO JSON")


def _cells(
    one: Mapping[str, Any], files: Mapping[Any, Any], kinds: Mapping[Any, Mapping[str, Any]]
) -> dict[str, object]:
    kind = kinds.get(one["category_id"], {})
    box = [*one["bbox"], *(None,) * 4][:4]
    country = one.get("country") or kind.get("country") or kind.get("supercategory")
    return {
        "image_path": files.get(one["image_id"]),
        **dict(zip(("x", "y", "width", "height"), box, strict=True)),
        "food_name": one.get("food_name") or kind.get("name"),
        "food_country": country,
    }


def _json(path: Path) -> Any:
    try:
        if path.stat().st_size > _MAX_JSON:
            raise RegistryError(f"{path}: over {_MAX_JSON} bytes. Split it.")
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise RegistryError(f"{path}: expected COCO JSON, but {error}.") from error
