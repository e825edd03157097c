"""Run in a process that has torch: fine-tunes a tiny checkpoint and asks both about the test part.

`python -m culture_conflict_tests.benchmarks_culture_mix.tuning_in_torch CHECKPOINT FOLDER`
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import polars as pl

from culture_conflict.benchmarks.asking import ask_model
from culture_conflict.benchmarks.culture_mix.asking import CULTURE_MIX
from culture_conflict.benchmarks.culture_mix.fine_tuning import Parts, fine_tune, tuned_row
from culture_conflict.benchmarks.culture_mix.scoring import score
from culture_conflict.benchmarks.culture_mix.splits import split_pictures
from culture_conflict.benchmarks.culture_mix.variants import mixed_variants
from culture_conflict.home import Home
from culture_conflict.models.adding import add_row
from culture_conflict.models.registry import load_registry
from culture_conflict.models.transformers.tuning_settings import TuningSettings
from culture_conflict.sources.mix.read import read_mix
from culture_conflict.sources.source import Source
from culture_conflict.tables.mix_split import MIX_SPLIT
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict_tests.benchmarks_culture_mix.coloured_world import NAME, write_world

ROW = "models:\n  - {{key: tiny, provider: transformers, name: Tiny, revision: '1', model: {model},\
 structured: plain, parameters: {{max_tokens: 32, batch_size: 16}}}}\n"
HOW = TuningSettings(epochs=36, rate=1e-2, batch_size=8, accumulate=1, checkpointing=False)


def build(folder: Path) -> tuple[Home, Parts]:
    """A home with the coloured world in it."""
    home = Home(folder / "home").prepare()
    world = write_world(folder / NAME)
    source = Source("culture_mix", NAME, "mix", "Coloured", "generated", world)
    read = read_mix(source, world, home.pictures)
    items, mixed = read.items, read.mixed_images
    split = split_pictures(items, mixed)
    home.tables.write(MIXED_IMAGES, mixed, "culture_mix", NAME)
    home.tables.write(MIX_SPLIT, split, "culture_mix", NAME)
    return home, Parts(items, mixed_variants(items, mixed), mixed, split)


def asked(home: Home, parts: Parts, model: str) -> list[dict[str, Any]]:
    """Which pictures a model was asked about, and whether the country was right."""
    made, _ = ask_model(CULTURE_MIX, home, parts.variants, model, run_id="test", log=lambda _: None)
    scored = score(made, parts.variants, parts.mixed_images).filter(pl.col("target") == "country")
    wanted = ("variant_id", "item_id", "part", "food_part")
    facts = parts.split.select(*wanted)
    shown = scored.join(facts, on="variant_id").with_columns(answer=pl.lit(None))
    return shown.select(*wanted, "state", "correct_guarded").to_dicts()


def main(checkpoint: Path, folder: Path) -> dict[str, Any]:
    """The record, the row, and what both models answered."""
    home, parts = build(folder)
    home.models_file.write_text(ROW.format(model=checkpoint))
    record = fine_tune(home, "tiny", parts, HOW, lambda _: None)
    before = set(load_registry(home.models_file).settings)
    row = tuned_row(home, record.row(0, named=True))
    added = add_row(home.models_file, row)
    return {
        "record": record.row(0, named=True),
        "row": row,
        "enabled_before": row["key"] in before,
        "base": asked(home, parts, "tiny"),
        "tuned": asked(home, parts, added.key),
        "files": sorted(path.name for path in (home.root / record["adapter"][0]).iterdir()),
    }


if __name__ == "__main__":
    import transformers

    transformers.logging.disable_progress_bar()
    transformers.logging.set_verbosity_error()
    print(json.dumps(main(*map(Path, sys.argv[1:]))))
