"""mix_split: which part of CultureMix's pictures trains a model, and which part tests it."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.mixed_images import SUBTASKS
from culture_conflict.tables.schema import Column, Table

__all__ = ["MIX_SPLIT", "PARTS", "REASONS"]

PARTS = ("train", "test", "none")
REASONS = ("augmentation", "control", "photograph", "shows_test_dish", "same_picture")

MIX_SPLIT = Table(
    name="mix_split",
    doc="One row per picture of a source: the part it belongs to (ruling 28), or why to none.",
    key=("variant_id",),
    columns=(
        c.VARIANT_ID,
        c.BENCHMARK,
        c.SOURCE,
        Column("item_id", c.STRING, "The target food, whose part its pictures follow."),
        Column("subtask", c.STRING, "As in mixed_images.", allowed=SUBTASKS),
        Column("food_part", c.STRING, "The part of the target food.", allowed=("train", "test")),
        Column("part", c.STRING, "train, test, or none.", allowed=PARTS),
        Column(
            "reason",
            c.STRING,
            "Why a picture belongs to no part: an augmented copy, a control, a framed photograph, "
            "or a training picture with a test dish, or with a test picture's bytes.",
            nullable=True,
            allowed=REASONS,
        ),
        Column(
            "shared_background",
            c.FLAG,
            "Whether its background stands in a training and in a test picture.",
        ),
        Column("seed", c.INTEGER, "Which foods were drawn.", minimum=0),
        c.PICTURE,
    ),
)
