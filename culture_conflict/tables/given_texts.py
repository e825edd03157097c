"""given_texts: replacement texts that a published data set brings with its scenes."""

import polars as pl

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import Column, Table

__all__ = ["GIVEN_TEXTS"]

GIVEN_TEXTS = Table(
    name="given_texts",
    doc="One row per replaced text of a data set from which quintuplets are rebuilt; none in "
    "other sources.",
    key=("group_id", "span_rank"),
    columns=(
        c.BENCHMARK,
        c.SOURCE,
        Column("group_id", c.STRING, "The counterfactual group: one source scene."),
        c.EXTERNAL_ID,
        Column("span_rank", c.INTEGER, "Its rank in the group; 1 = the first.", minimum=1),
        Column("native", c.STRING, "The text in the picture, as given."),
        Column("similar", c.STRING, "Text of the variant Similar."),
        Column("random", c.STRING, "Text of the variant Random."),
        Column("adversarial", c.STRING, "Text of the variant Adversarial."),
        Column("seed", c.INTEGER, "The group's stored seed of synthesis, if given.", nullable=True),
        Column(
            "quad",
            pl.List(pl.Float64),
            "x, y of four corners in pixels, if given; else the reader finds the text.",
            nullable=True,
        ),
    ),
)
