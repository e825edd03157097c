"""single_food: each dish alone on pure white: its candidates, the chosen one, augmented copies."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import SHA256, Column, Table

AUGMENTATIONS = ("none", "turned", "relit", "moved")

SINGLE_FOOD = Table(
    name="single_food",
    doc="One row per candidate picture of a dish on white, and per augmented copy of the chosen.",
    key=("single_id",),
    columns=(
        Column("single_id", c.STRING, "Hash of item, method, seed and augmentation."),
        c.BENCHMARK,
        c.SOURCE,
        Column("item_id", c.STRING, "The dish."),
        Column("candidate", c.INTEGER, "1 or 2: a dish has two candidates.", minimum=1, maximum=2),
        Column(
            "method",
            c.STRING,
            "How the ground was removed; edited: by an editor, whose plain ground was then cut.",
            allowed=("alpha", "border", "grabcut", "edited"),
        ),
        Column("seed", c.INTEGER, "Seed of the method or of the augmentation.", minimum=0),
        Column("augmentation", c.STRING, "What changed in the copy.", allowed=AUGMENTATIONS),
        Column("outcome", c.STRING, "Whether it could be made.", allowed=("made", "failed")),
        Column("reason", c.STRING, "Why not, in one word.", nullable=True),
        Column("chosen", c.FLAG, "Whether this candidate stands for the dish."),
        Column(
            "choice",
            c.STRING,
            "recorded: somebody chose; automatic: the first of those with fewest faults.",
            nullable=True,
            allowed=("recorded", "automatic"),
        ),
        Column(
            "faults",
            c.STRINGS,
            "What is doubtful: cropped, ragged, choice_failed (another was recorded).",
        ),
        Column(
            "picture",
            c.STRING,
            "sha256 of the square picture on white; null if it could not be made.",
            nullable=True,
            pattern=SHA256,
        ),
        Column(
            "cutout",
            c.STRING,
            "sha256 of the same dish on a transparent square (PNG).",
            nullable=True,
            pattern=SHA256,
        ),
        Column("side", c.INTEGER, "Pixels of the square.", minimum=1),
        Column("recipe", c.STRING, "How the picture is made (JSON)."),
    ),
)
