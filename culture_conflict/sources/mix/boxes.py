"""Photographs of several foods with a box around each (§5): from CSV or COCO JSON to rows."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
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
_Box = tuple[RawRow, dict[str, Any], bool]  # the row, what it says, and whether it is usable
_MAX_JSON = 200_000_000
_PARTS = ("images", "categories", "annotations")


def box_rows(folder: Path, settings: MixSettings, rejects: Rejects) -> list[Candidate]:
    """Two rows per usable box: the food cut out, and marked in its photograph.

    The second food is the one farthest in culture from the target, the first of those in the
    file's order; a photograph with a single food shows nothing mixed, so that it is only cut out.
    A box that can't be used still shows its food. Where nobody can say which that is, the foods
    beside it are not marked, since they might stand beside anything. A box is named by its place
    among all of its photograph, so that mending one renames no other.

    Raises:
        RegistryError: the file can't be read, lacks a column, or is no such JSON.
    """
    if settings.boxes is None:
        return []
    by_picture: dict[str, list[_Box]] = {}
    for row in _read(folder, settings.boxes, settings.encoding):
        values, faults = _values(row)
        if faults:
            rejects.add(settings.boxes, row.number, values.get("image_path") or None, faults)
        by_picture.setdefault(values.get("image_path", ""), []).append((row, values, not faults))
    shown = by_picture.values()
    return [row for boxes in shown for row in _rows(settings.boxes, boxes, rejects)]


def _rows(file: str, boxes: list[_Box], rejects: Rejects) -> Iterator[Candidate]:
    foods = [values for _, values, _ in boxes if values.get("country") and values.get("name")]
    for number, (row, values, is_usable) in enumerate(boxes, start=1):
        if not is_usable:
            continue
        name = f"{values['image_path']}#{number}"
        alone = values | dict.fromkeys(_NOTHING) | {"food1_id": name, "augmentation": 0}
        cut = alone | {"subtask": "sf", "framing": "crop"}
        yield Candidate(file, row.number, f"{name}/crop", cut, values["image_path"])
        others = [other for other in foods if other is not values]
        marked = alone | {"subtask": "mf", "framing": "box"}
        box = Candidate(file, row.number, f"{name}/box", marked, values["image_path"])
        if len(foods) < len(boxes):
            what = "a food beside it is unknown, so that it is not marked. Mend that one's row"
            rejects.refuse(box, "unknown_beside", what)
        elif others:
            yield replace(box, values=marked | _second(values, others))


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
    parts: Mapping[str, Any] = found if isinstance(found, dict) else {}
    for part in _PARTS:
        if not isinstance(parts.get(part), list):
            raise RegistryError(
                f"{path}: expected COCO's images (id, file_name), annotations (image_id, "
                f"category_id, bbox) and categories (id, name), but there is no list `{part}`. "
                f"Export it as COCO JSON again."
            )
    images, kinds = _by_id(parts["images"]), _by_id(parts["categories"])
    noted = enumerate(parts["annotations"], start=1)
    rows = (_annotation(n, one, images, kinds) for n, one in noted)
    return RawTable(path.name, BOX_COLUMNS, tuple(rows), "COCO JSON")


_ById = Mapping[int | str, list[Mapping[str, Any]]]


def _by_id(entries: list[Any]) -> _ById:
    """Entries by their id; one that has none can't be referred to."""
    found: dict[int | str, list[Mapping[str, Any]]] = {}
    for one in entries:
        if isinstance(one, dict) and isinstance(one.get("id"), int | str):
            found.setdefault(one["id"], []).append(one)
    return found


def _annotation(number: int, one: Any, images: _ById, kinds: _ById) -> RawRow:
    try:
        return RawRow(number, _cells(one, images, kinds))
    except RowError as error:
        return RawRow(number, {}, error)


def _cells(one: Any, images: _ById, kinds: _ById) -> dict[str, object]:
    if not isinstance(one, dict):
        raise RowError("not_json", f"expected an annotation, got {one!r:.80}")
    box = one.get("bbox")
    if not isinstance(box, list) or len(box) != 4:
        raise RowError("box", f"expected a bbox of four numbers, got {box!r:.80}")
    image, kind = _one(images, one, "image_id"), _one(kinds, one, "category_id")
    country = one.get("country") or kind.get("country") or kind.get("supercategory")
    return {
        "image_path": image.get("file_name"),
        **dict(zip(("x", "y", "width", "height"), box, strict=True)),
        "food_name": one.get("food_name") or kind.get("name"),
        "food_country": country,
    }


def _one(entries: _ById, annotation: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """What an annotation refers to; nothing where it is not in the file."""
    key = annotation.get(name)
    found = entries.get(key, []) if isinstance(key, int | str) else []
    if any(other != found[0] for other in found):
        raise RowError("contradiction", f"{name} {key!r:.80} stands for {len(found)} entries")
    return found[0] if found else {}


def _json(path: Path) -> Any:
    try:
        if path.stat().st_size > _MAX_JSON:
            raise RegistryError(f"{path}: over {_MAX_JSON} bytes. Split it.")
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise RegistryError(f"{path}: expected COCO JSON, but {error}.") from error
