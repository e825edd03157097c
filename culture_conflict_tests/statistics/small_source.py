"""A made-up source whose answers a test writes out: who is right about which picture."""

from __future__ import annotations

from typing import Any

import polars as pl

from culture_conflict.statistics.answers import Answers, read_answers
from culture_conflict.tables.catalog import TABLES
from culture_conflict_tests.warehouse.synthetic import Synthetic

MODELS = ("alpha", "beta", "gamma")


class Small:
    """Tables as the pipeline leaves them; `tables` may be changed before they are read."""

    def __init__(self, n_items: int = 8, models: tuple[str, ...] = MODELS) -> None:
        made = Synthetic(n_items=n_items, models=models)
        both = [made.answers(model) for model in models]
        kinds: list[dict[str, Any]] = [
            {"model": m, "provider": "p", "kind": "vlm", "name": m, "revision": "1"}
            | dict.fromkeys(("base_model", "trained_on"))
            for m in models
        ]
        source = {
            "benchmark": "confused_tourist",
            "source": "sample",
            "source_version": "v1",
            "kind": "sample",
            "title": "Sample",
            "medium": "illustration",
        }
        self.tables: dict[str, pl.DataFrame] = {
            "variants": TABLES["variants"].frame(made.variants),
            "predictions": pl.concat([predictions for predictions, _ in both]),
            "scores": pl.concat([scores for _, scores in both]),
            "models": TABLES["models"].frame(kinds),
            "sources": TABLES["sources"].frame([source]),
        }

    def answers(self) -> list[Answers]:
        return read_answers(**self.tables)

    def again(self, **values: str | int) -> None:
        """The same answers once more in another source, evaluation or prompt; ids stay apart."""
        for name in ("predictions", "scores"):
            frame = self.tables[name]
            more = frame.with_columns(
                pl.lit(value).cast(frame.schema[key]).alias(key) for key, value in values.items()
            )
            self.tables[name] = pl.concat([frame, more])


def unasked(variants: pl.DataFrame, editor: str, method: str) -> pl.DataFrame:
    """The stacked pictures by another editor, which nobody was asked about."""
    stacked = variants.filter(perturb_method="stacked")
    return stacked.with_columns(
        pl.format("{}-{}", "variant_id", pl.lit(editor)).alias("variant_id"),
        editor=pl.lit(editor),
        perturb_method=pl.lit(method),
    )
