"""pairs: which foreign item, hence which adversarial country, an item is confronted with."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import ISO3, Column, Table

PAIRS = Table(
    name="pairs",
    doc="One row per item, pairing method and difficulty (ConfusedTourist §3.2, Algorithm 2).",
    key=("pair_id",),
    columns=(
        Column("pair_id", c.STRING, "Hash of item, method and difficulty."),
        c.BENCHMARK,
        c.SOURCE,
        Column("item_id", c.STRING, "The item that is perturbed."),
        Column("other_id", c.STRING, "The foreign item of the same category it is paired with."),
        Column(
            "method", c.STRING, "desc = by description, geo = by distance.", allowed=("desc", "geo")
        ),
        Column(
            "difficulty",
            c.STRING,
            "hard = most similar or nearest, easy = least similar or farthest.",
            allowed=("easy", "hard"),
        ),
        Column("score", c.NUMBER, "Cosine similarity (desc) or kilometres (geo)."),
        Column("adversarial_country", c.STRING, "The other item's country.", pattern=ISO3),
        Column(
            "flag",
            c.STRING,
            "cue_id of that country's flag; null where there is none.",
            nullable=True,
        ),
        Column(
            "landmark",
            c.STRING,
            "cue_id of a landmark of that country, drawn by seed; null where there is none.",
            nullable=True,
        ),
        Column("seed", c.INTEGER, "Seed of the landmark's draw.", minimum=0),
        Column("n_candidates", c.INTEGER, "Foreign items of the category.", minimum=1),
        Column("n_tied", c.INTEGER, "Candidates at the extreme score; 1 = no tie.", minimum=1),
        Column("embedder", c.STRING, "Embedder, prefix and version; null for geo.", nullable=True),
    ),
)
