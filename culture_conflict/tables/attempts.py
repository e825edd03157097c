"""attempts: every try of an editor to put dishes before a place."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import SHA256, Column, Table

DECISIONS = ("accepted", "rejected", "pending")

ATTEMPTS = Table(
    name="attempts",
    doc="One row per try at a picture: made again with the next seed, prompt or editor.",
    key=("attempt_id",),
    columns=(
        Column("attempt_id", c.STRING, "Hash of variant_id and the number of the try."),
        c.VARIANT_ID,
        c.EXTERNAL_ID,
        c.BENCHMARK,
        c.SOURCE,
        Column("item_id", c.STRING, "The target dish."),
        Column("subtask", c.STRING, "sfb or mfb.", allowed=("sfb", "mfb")),
        Column("editor", c.STRING, "Version of the partition's editor; variant_id hashes it."),
        Column("attempt", c.INTEGER, "1 for the first try.", minimum=1),
        Column("made_by", c.STRING, "Version of the editor of this try."),
        c.PROMPT_ID,
        Column("seed", c.INTEGER, "Seed of this try.", minimum=0),
        Column("outcome", c.STRING, "Whether it was made.", allowed=("made", "failed")),
        Column(
            "reason",
            c.STRING,
            "Why it failed: the editor's own word (refused, filtered, error ...), the check that "
            "it failed, picture_ and why a picture can't be used; or why somebody rejected it.",
            nullable=True,
        ),
        Column(
            "detail",
            c.STRING,
            "What the editor said, or what is wrong with the picture; null where a check failed, "
            "whose numbers stand in gates.",
            nullable=True,
        ),
        Column("decision", c.STRING, "What somebody decided about it.", allowed=DECISIONS),
        Column("in_force", c.FLAG, "Whether this try is the picture that models are shown."),
        Column(
            "record", c.STRING, "What made it (JSON); null where nothing was made.", nullable=True
        ),
        Column("gates", c.STRING, "What was measured, and the bounds (JSON).", nullable=True),
        Column(
            "picture",
            c.STRING,
            "sha256 of the picture; null if none was made.",
            nullable=True,
            pattern=SHA256,
        ),
        Column("width", c.INTEGER, "Pixels.", minimum=1),
        Column("height", c.INTEGER, "Pixels.", minimum=1),
    ),
    version=2,
)
