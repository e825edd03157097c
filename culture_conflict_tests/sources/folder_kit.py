"""Folders to read, made in the test: settings, tables and small pictures."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from culture_conflict.pictures.store import PictureStore
from culture_conflict.sources.folder.read import Tables, read_folder
from culture_conflict.sources.source import Source

SETTINGS = "title: My dishes\nmedium: photograph\ndefaults: {licence: CC0-1.0, author: Me}\n"
COLUMNS = ("external_id", "name", "category", "country", "description", "picture", "aliases")


def picture(seed: int = 0, size: tuple[int, int] = (64, 48), form: str = "PNG") -> bytes:
    out = io.BytesIO()
    colour = (seed * 37 % 256, seed * 91 % 256, 60)
    Image.new("RGB", size, colour).save(out, form)
    return out.getvalue()


def row(external_id: str, **more: str) -> dict[str, str]:
    made = {
        "external_id": external_id,
        "name": external_id.title(),
        "category": "cuisine",
        "country": "Japan",
        "description": f"A dish of {external_id}.",
        "picture": f"{external_id}.png",
        "aliases": "",
    }
    return made | more


def csv_text(rows: Sequence[Mapping[str, str]], separator: str = ",") -> str:
    out = io.StringIO()
    names = list(dict.fromkeys(name for one in rows for name in one)) or list(COLUMNS)
    writer = csv.DictWriter(out, names, delimiter=separator, restval="")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def folder_of(
    root: Path,
    rows: Sequence[Mapping[str, str]],
    *,
    settings: str = SETTINGS,
    cues: Sequence[Mapping[str, str]] = (),
) -> Path:
    """A folder with a table of these rows and a picture for each that names a plain file."""
    root.mkdir(parents=True)
    (root / "source.yaml").write_text(settings, "utf-8")
    (root / "items.csv").write_text(csv_text(rows), "utf-8")
    if cues:
        (root / "cues.csv").write_text(csv_text(cues), "utf-8")
    for n, one in enumerate([*rows, *cues]):
        name = one["picture"]
        if name and "/" not in name and "\\" not in name and not (root / name).exists():
            (root / name).write_bytes(picture(n))
    return root


def source_of(folder: Path) -> Source:
    return Source("confused_tourist", folder.name, "folder", "T", "photograph", folder)


def read(folder: Path) -> Tables:
    return read_folder(source_of(folder), folder, PictureStore(folder.parent / "store"))


def reasons(tables: Tables) -> dict[Any, Any]:
    """Reason of each rejected row, by row number."""
    return {row["row"]: row["reason"] for row in tables[2].to_dicts()}
