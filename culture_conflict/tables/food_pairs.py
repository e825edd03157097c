"""food_pairs: which second dish stands beside a dish."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.mixed_images import DISTANCES
from culture_conflict.tables.schema import Column, Table

MIX_DIFFICULTIES = ("easy", "middle", "hard")

FOOD_PAIRS = Table(
    name="food_pairs",
    doc="One row per target dish and the distractor on its right (CultureMix §2.3, ruling 27).",
    key=("pair_id",),
    columns=(
        Column("pair_id", c.STRING, "Hash of both dishes."),
        c.BENCHMARK,
        c.SOURCE,
        Column("item_id", c.STRING, "The target, on the left."),
        Column("other_id", c.STRING, "The distractor, on the right."),
        Column(
            "food_distance",
            c.STRING,
            "How far the distractor's country is from the target's.",
            allowed=DISTANCES,
        ),
        Column(
            "difficulty",
            c.STRING,
            "Of the target alone, from the frozen table; null where it says nothing.",
            nullable=True,
            allowed=MIX_DIFFICULTIES,
        ),
        Column(
            "other_difficulty",
            c.STRING,
            "The same of the distractor.",
            nullable=True,
            allowed=MIX_DIFFICULTIES,
        ),
        Column("seed", c.INTEGER, "Seed of the draw.", minimum=0),
        Column("n_candidates", c.INTEGER, "Dishes at this distance.", minimum=1),
    ),
)
