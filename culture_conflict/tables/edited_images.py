"""edited_images: every picture an editor was to make, made, rejected by a gate or failed."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import SHA256, Column, Table

__all__ = ["EDITED_IMAGES"]

EDITED_IMAGES = Table(
    name="edited_images",
    doc="One row per picture of a group that an editor was to make, and the group's original "
    "through the same encoder.",
    key=("variant_id",),
    columns=(
        c.VARIANT_ID,
        c.BENCHMARK,
        c.SOURCE,
        Column("group_id", c.STRING, "The counterfactual group."),
        Column("variant", c.STRING, "Which of the group's pictures."),
        Column(
            "control",
            c.FLAG,
            "A picture that tells what editing itself does: it enters no average of the variants.",
        ),
        Column("editor", c.STRING, "What made the picture; none for the original."),
        Column("seed", c.INTEGER, "Of this edit; null for the original.", nullable=True, minimum=0),
        Column(
            "outcome",
            c.STRING,
            "rejected = it was made, and a gate failed while gates are enforced.",
            allowed=("made", "rejected", "failed"),
        ),
        Column(
            "reason",
            c.STRING,
            "The gate that failed, or the fault of the edit or the picture, in one word.",
            nullable=True,
        ),
        Column("detail", c.STRING, "The same in words.", nullable=True),
        Column("recipe", c.STRING, "How the picture is made (JSON); variant_id is its hash."),
        Column(
            "picture",
            c.STRING,
            "sha256 of the bytes; null where it failed.",
            nullable=True,
            pattern=SHA256,
        ),
        Column("width", c.INTEGER, "Pixels.", nullable=True, minimum=1),
        Column("height", c.INTEGER, "Pixels.", nullable=True, minimum=1),
        Column("n_bytes", c.INTEGER, "Size of the encoded picture.", nullable=True, minimum=1),
        Column(
            "unblended",
            c.STRING,
            "sha256 of the editor's output before the mask cut it; null where none was cut.",
            nullable=True,
            pattern=SHA256,
        ),
        Column(
            "record",
            c.STRING,
            "What made it (JSON): checkpoint, revision, adapter, prompt, seed, steps, guidance, "
            "size, versions, seconds, device; null for the original and where it failed.",
            nullable=True,
        ),
        Column("gates", c.STRING, "Gates with numbers and verdicts (JSON).", nullable=True),
        Column(
            "worst",
            c.NUMBER,
            "The largest number of a gate as a share of its limit; over 1 = a gate failed.",
            nullable=True,
            minimum=0,
        ),
    ),
)
