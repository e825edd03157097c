"""Data sets in the published schema, small and made in the test."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from culture_conflict.pictures.store import PictureStore
from culture_conflict.sources.catalog import get_source, read_source
from culture_conflict.sources.source import SourceTables
from culture_conflict_tests.sources.folder_kit import picture

SETTINGS = "kind: hub\ntitle: Published pictures\nmedium: photograph\npath: data\n"
TEXTS = (
    *("item", "origin_country", "adversarial_country", "category", "difficulty"),
    *("perturb_method", "landmark_name", "perturb_context", "pair_method", "item_url"),
    *("item_url_license", "flag_url", "flag_url_license", "landmark_url", "landmark_url_license"),
)
CUE = {
    "adversarial_country": "Peru",
    "difficulty": "hard",
    "perturb_method": "naive",
    "perturb_context": "flag_landmark",
    "pair_method": "geo",
    "landmark_name": "Machu Picchu",
    "flag_url": "https://example.org/flag",
    "flag_url_license": "Public Domain",
    "landmark_url": "https://example.org/landmark",
    "landmark_url_license": "CC BY-SA 3.0",
}


def original(number: int, item: str = "Goulash", **more: Any) -> dict[str, Any]:
    made = dict.fromkeys(TEXTS) | {
        "id": number,
        "image": {"bytes": picture(number or 0, form="JPEG"), "path": None},
        "item": item,
        "origin_country": "Hungary",
        "category": "cuisine",
        "item_url": f"https://example.org/{item}",
        "item_url_license": "CC BY 4.0",
    }
    return made | more


def perturbed(number: int, item: str = "Goulash", **more: Any) -> dict[str, Any]:
    return original(number, item) | CUE | more


def write(
    path: Path,
    rows: Sequence[Mapping[str, Any]],
    *,
    drop: Iterable[str] = (),
    rows_per_group: int = 2,
    classes: Mapping[str, Sequence[str]] | None = None,
) -> Path:
    """One Parquet file as the `datasets` library writes it, its note on the columns included."""
    names = list(dict.fromkeys(name for row in rows for name in row if name not in set(drop)))
    types = {"id": pl.Int32(), "image": pl.Struct({"bytes": pl.Binary, "path": pl.String})}
    types |= dict.fromkeys(classes or {}, pl.Int64())
    frame = pl.DataFrame(
        {name: [row.get(name) for row in rows] for name in names},
        schema={name: types.get(name, pl.String()) for name in names},
    )
    features = {name: {"dtype": "string", "_type": "Value"} for name in names}
    features |= {"image": {"_type": "Image"}}
    features |= {
        name: {"names": list(of), "_type": "ClassLabel"} for name, of in (classes or {}).items()
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    noted = {"huggingface": json.dumps({"info": {"features": features}})}
    frame.write_parquet(path, row_group_size=rows_per_group, metadata=noted)
    return path


def write_by_datasets(
    path: Path, rows: Sequence[Mapping[str, Any]], *, batch_size: int = 4
) -> None:
    """The same by the library itself: pictures of its type Image, ids of 32 bits."""
    import datasets

    kinds: dict[str, Any] = {"id": datasets.Value("int32"), "image": datasets.Image()}
    features = {name: kinds.get(name, datasets.Value("string")) for name in rows[0]}
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    path.parent.mkdir(parents=True, exist_ok=True)
    made = datasets.Dataset.from_dict(columns, features=datasets.Features(features))
    made.to_parquet(path, batch_size=batch_size)


def source_of(
    root: Path, shards: Mapping[str, Sequence[Mapping[str, Any]]], more: str = ""
) -> Path:
    """A home's `sources` folder with one data set, `ct`."""
    folder = root / "ct"
    for name, rows in shards.items():
        write(folder / "data" / name, rows)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "source.yaml").write_text(SETTINGS + more)
    return folder


def read(folder: Path) -> tuple[SourceTables, PictureStore]:
    store = PictureStore(folder.parent.parent / "store")
    return read_source(get_source("confused_tourist", folder.name, folder.parent), store), store


def reasons(tables: SourceTables) -> dict[tuple[str, int], str]:
    return {(row["file"], row["row"]): row["reason"] for row in tables.rejects.to_dicts()}
