"""A home with a source of one's own, built and asked by plain functions."""

from __future__ import annotations

import hashlib
from pathlib import Path

import polars as pl

from culture_conflict.benchmarks.asking import ask_model
from culture_conflict.benchmarks.confused_tourist.asking import CONFUSED_TOURIST
from culture_conflict.benchmarks.confused_tourist.pairs import make_pairs
from culture_conflict.benchmarks.confused_tourist.scoring import score
from culture_conflict.benchmarks.confused_tourist.stacking import stack_images
from culture_conflict.benchmarks.confused_tourist.variants import make_variants
from culture_conflict.home import Home
from culture_conflict.models.registry import load_registry, models_table
from culture_conflict.sources.catalog import get_source, list_sources, read_source, sources_table
from culture_conflict.tables.catalog import TABLES
from culture_conflict_tests.benchmarks_confused_tourist.small_world import FakeEmbedder
from culture_conflict_tests.sources.folder_kit import SETTINGS, folder_of, picture, row

BENCHMARK, SOURCE, MODEL = "confused_tourist", "mine", "reference-prior"
PLACES = ("Japan", "Peru", "Norway")
_FLAGS = [
    {"kind": "flag", "country": place, "name": f"Flag of {place}", "picture": f"{place}.png"}
    for place in PLACES
]


def add_source(home: Home, name: str = SOURCE) -> Path:
    """A folder of three dishes and three flags, each with a picture of its own."""
    rows = [row(f"dish-{n}", country=place) for n, place in enumerate(PLACES)]
    folder = folder_of(home.sources_folder / name, rows, settings=SETTINGS, cues=_FLAGS)
    for n in range(len(PLACES)):
        (folder / f"dish-{n}.png").write_bytes(picture(n + 40, (160, 120)))
    return folder


def sha_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def build(home: Home, name: str = SOURCE) -> None:
    """Every table of the source, up to the variants."""
    source = get_source(BENCHMARK, name, home.sources_folder)
    items, cues, imported, rejects, _ = read_source(source, home.pictures)
    texts = items["description"].to_list()
    pairs = make_pairs(items, cues, FakeEmbedder({t: (1.0, n) for n, t in enumerate(texts)}))
    stacked = stack_images(items, cues, pairs, home.pictures)
    made = {
        "items": items,
        "cues": cues,
        "imported_images": imported,
        "rejects": rejects,
        "pairs": pairs,
        "stacked_images": stacked,
        "variants": make_variants(items, pairs, stacked),
    }
    for table, frame in made.items():
        home.tables.write(TABLES[table], frame, BENCHMARK, name)
    registry = load_registry(home.models_file)
    sources = list_sources(BENCHMARK, home.sources_folder)
    home.tables.write(TABLES["models"], models_table(registry), None)
    home.tables.write(TABLES["sources"], sources_table(sources), None)


def evaluate(home: Home, name: str = SOURCE, model: str = MODEL) -> None:
    """One model's answers and scores."""
    variants = read(home, "variants", name)
    predictions, _ = ask_model(
        CONFUSED_TOURIST, home, variants, model, run_id="run", log=lambda _: None
    )
    home.tables.write(TABLES["predictions"], predictions, BENCHMARK, model, name)
    home.tables.write(TABLES["scores"], score(predictions, variants), BENCHMARK, model, name)


def whole(home: Home, *names: str) -> None:
    for name in names or (SOURCE,):
        add_source(home, name)
        build(home, name)
        evaluate(home, name)


def read(home: Home, table: str, *partition: str) -> pl.DataFrame:
    return home.tables.read(TABLES[table], BENCHMARK, *(partition or (SOURCE,)))


def snapshot(root: Path) -> dict[str, bytes]:
    """Every file by its path, but locks and what Dagster and dbt keep."""
    skipped = ("dagster", "work")
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file()
        and path.relative_to(root).parts[0] not in skipped
        and path.name != ".lease"
    }
