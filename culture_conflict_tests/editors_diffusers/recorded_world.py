"""A home with two sources of each benchmark: one whose gates record, and one that enforces them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl

from culture_conflict.benchmarks.confused_tourist.stacking import stack_images
from culture_conflict.home import Home
from culture_conflict.tables.catalog import TABLES, table_of
from culture_conflict_tests.benchmarks_confused_tourist.painted_world import world
from culture_conflict_tests.benchmarks_culture_mix import kitchen
from culture_conflict_tests.benchmarks_signpost.drawn_quintuplets import drawn_source

__all__ = ["RECORDED", "STRICT", "TINY", "asked", "prepared", "steps"]

TINY = {"tiny-qwen": ("qwen", "qwen-plus"), "tiny-flux": ("flux", "flux")}
RECORDED = "sample"
STRICT = {
    "confused_tourist": "strict-dishes",
    "signpost": "strict-signs",
    "culture_mix": "strict-mix",
}
_ROW = (
    "- {{key: {0}, kind: {1}, checkpoint: {2}/{3}, pixels: 16384, steps: 1, "
    "dtype: float32, gpus: 0, single_food: true}}\n"
)
_SIGNS = ["signpost/edited_images", "signpost/edit_gates"]
_MIXES = ["culture_mix/mixed_images", "culture_mix/variants"]


def prepared(folder: Path, editors: Path) -> Home:
    """The home, with everything that is there before an editor is asked."""
    home = Home(folder).prepare()
    rows = (_ROW.format(key, kind, editors, name) for key, (kind, name) in TINY.items())
    home.editors_file.write_text("editors:\n" + "".join(rows), encoding="utf-8")
    for benchmark, name in STRICT.items():
        settings = {"signpost": "kind: scenes", "culture_mix": "benchmark: culture_mix"}
        own = home.sources_folder / name
        own.mkdir(parents=True)
        text = f"title: Strict\nmedium: photograph\n{settings.get(benchmark, '')}\n"
        (own / "source.yaml").write_text(text)
    for name in (RECORDED, STRICT["confused_tourist"]):
        _write(home, "confused_tourist", name, _items(home, name))
    for name in (RECORDED, STRICT["signpost"]):
        _write(home, "signpost", name, _scenes(home))
    for n, name in enumerate((RECORDED, STRICT["culture_mix"])):
        _write(home, "culture_mix", name, _dishes(home, list(kitchen.FOODS)[2 * n : 2 * n + 2]))
    return home


def steps() -> list[list[Any]]:
    """[asset keys, partition, op config] of each run, in order."""
    return [
        *(step for editor in TINY for step in _edits("record", editor, RECORDED, RECORDED)),
        *(_edits("enforce", "tiny-flux", STRICT["confused_tourist"], STRICT["signpost"])),
        _edits("enforce", "local", STRICT["confused_tourist"], STRICT["signpost"])[1],  # signs
        *_mixed("record", RECORDED, []),
        *_mixed("enforce", STRICT["culture_mix"], ["local"]),
        *([[f"{one}/variants"], name, {}] for one in _LETTERED for name in (RECORDED, STRICT[one])),
    ]


_LETTERED = ("confused_tourist", "signpost")


def asked() -> list[tuple[str, str]]:
    """Benchmark and source of everything that a model is to be asked about."""
    return [(one, name) for one in STRICT for name in (RECORDED, STRICT[one])]


def _edits(mode: str, editor: str, dishes: str, signs: str) -> list[list[Any]]:
    read = {"config": {"mode": mode, "read_back": False, "control": False}}
    paint = {"confused_tourist__edited_images": {"config": {"mode": mode}}}
    return [
        [["confused_tourist/edited_images"], f"{editor}|{dishes}", paint],
        [_SIGNS, f"{editor}|{signs}", {"signpost__editing": read}],
    ]


def _mixed(mode: str, source: str, then: list[str]) -> list[list[Any]]:
    tries = {"culture_mix__attempts": {"config": {"mode": mode, "then": then}}}
    shown = {"culture_mix__mixed_images": {"config": {"editor": "tiny-flux"}}}
    free = {"culture_mix__edited_images": {"config": {"mode": mode}}}
    return [
        [["culture_mix/edited_images"], f"tiny-flux|{source}", free],
        [["culture_mix/attempts"], f"tiny-flux|{source}", tries],
        [_MIXES, source, shown],
    ]


def _items(home: Home, source: str) -> dict[str, pl.DataFrame]:
    named = [
        frame.with_columns(
            pl.col("^(item_id|pair_id)$").map_elements(lambda key: f"{source}-{key}", pl.String),
            source=pl.lit(source),
        )
        for frame in world(home.pictures)
    ]
    items, cues, pairs = named
    stacked = stack_images(items, cues, pairs, home.pictures)
    nothing = TABLES["imported_images"].empty()
    tables = {"items": items, "cues": cues, "pairs": pairs, "stacked_images": stacked}
    return tables | {"imported_images": nothing}


def _scenes(home: Home) -> dict[str, pl.DataFrame]:
    drawn = drawn_source(home.pictures, {"a": {}})
    return {
        "items": drawn.items,
        "ocr_spans": drawn.spans,
        "replacements": drawn.replacements,
        "screenings": drawn.screenings,
        "trap_targets": drawn.traps,
    }


def _dishes(home: Home, foods: list[str]) -> dict[str, pl.DataFrame]:
    made = kitchen.kitchen(home.pictures, {name: kitchen.FOODS[name] for name in foods}, ("CHL",))
    nothing = {name: TABLES[name].empty() for name in ("imported_mixes", "attempt_decisions")}
    return nothing | made._asdict()


def _write(home: Home, benchmark: str, source: str, tables: dict[str, pl.DataFrame]) -> None:
    for name, frame in tables.items():
        named = frame.with_columns(source=pl.lit(source, pl.String))
        home.tables.write(table_of(benchmark, name), named, benchmark, source)
