"""What the commands freeze about a source of CultureMix, and what they tell about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl

from culture_conflict.benchmarks.culture_mix.building import mix_source
from culture_conflict.benchmarks.culture_mix.decisions import freeze, read_file, read_table
from culture_conflict.benchmarks.culture_mix.difficulty import food_difficulty
from culture_conflict.benchmarks.culture_mix.prompts import PROMPTS
from culture_conflict.benchmarks.current_scores import current_scores
from culture_conflict.errors import RegistryError
from culture_conflict.home import Home
from culture_conflict.tables.attempts import ATTEMPTS
from culture_conflict.tables.items import ITEMS
from culture_conflict.tables.mix_decisions import FOOD_DIFFICULTY
from culture_conflict.tables.mix_scores import MIX_SCORES
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.tables.schema import Table

__all__ = ["freeze_difficulty", "freeze_table"]

_BENCHMARK = "culture_mix"


def freeze_difficulty(home: Home, source: str, models: Sequence[str]) -> str:
    """Write the difficulty of a source's dishes by finished answers; return what was done.

    Raises:
        RegistryError: there is no such source.
        MissingTableError: the source is not built, or a model's answers are not scored.
        ComparisonError: a model answered about no single dish with the base prompt.
    """
    mix_source(home, source)
    tables = home.tables
    cells = {model: (_BENCHMARK, model, source) for model in models}
    scores = {
        model: current_scores(
            MIX_SCORES, tables.read(MIX_SCORES, *cell), tables.read(PREDICTIONS, *cell)
        )
        for model, cell in cells.items()
    }
    items = tables.read(ITEMS, _BENCHMARK, source)
    images = tables.read(MIXED_IMAGES, _BENCHMARK, source)
    rows = food_difficulty(scores, items, images, PROMPTS.load().prompt_id)
    path = freeze(home.root, source, FOOD_DIFFICULTY, rows)
    counted = Counter(str(row["difficulty"]) for row in rows)
    levels = ", ".join(f"{counted[level]} {level}" for level in ("easy", "middle", "hard"))
    left = items.height - len(rows)
    return f"{path}: {len(rows)} dishes ({levels}); {left} were not answered by all models."


def freeze_table(home: Home, source: str, table: Table, file: Path) -> str:
    """Add a user's CSV to FOOD_CHOICES or ATTEMPT_DECISIONS; return what was done.

    What was decided before stays, unless the CSV says otherwise of the same dish or picture: a
    picture that was rejected in an earlier round does not come back.

    Raises:
        RegistryError: there is no such source, a file can't be used, or it names dishes or
            pictures that the source does not have.
    """
    mix_source(home, source)
    found = read_file(file, table, source)
    _require_known(home, source, found, file)
    before = read_table(home.root, table, source).join(found, on=table.key, how="anti")
    rows: list[dict[str, Any]] = pl.concat([before, found]).drop("benchmark", "source").to_dicts()
    path = freeze(home.root, source, table, rows)
    stay = f", with {before.height} from before (to take one back, delete its line there)"
    again = f"culture-conflict build --source {source} --benchmark {_BENCHMARK}"
    return f"{path}: {len(rows)} rows{stay if before.height else ''}. Next: {again}"


def _require_known(home: Home, source: str, found: pl.DataFrame, file: Path) -> None:
    """A typing error in an id would else decide nothing, silently."""
    if "external_id" in found.columns:
        column = "external_id"
        known = set(home.tables.read(ITEMS, _BENCHMARK, source)[column])
    else:
        column = "picture"
        paths = home.tables.path(ATTEMPTS, _BENCHMARK, "any", source).parent.parent
        files = sorted(paths.glob(f"*/{source}.parquet"))
        known = {sha for path in files for sha in pl.read_parquet(path)["picture"].drop_nulls()}
    strange = [value for value in found[column] if value not in known]
    if strange:
        raise RegistryError(
            f"{file}: in {len(strange)} of {found.height} rows the {column} is none of {source}, "
            f"e.g. {strange[0]!r:.80}. Take it from the tables that the source's build made."
        )
