"""stacked_images: every picture that was to be joined, made or left out with its reason."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import SHA256, Column, Table

STACKED_IMAGES = Table(
    name="stacked_images",
    doc="One row per wanted picture: originals, stacked cues (Algorithm 1) and controls.",
    key=("variant_id",),
    columns=(
        c.VARIANT_ID,
        c.BENCHMARK,
        c.SOURCE,
        Column("item_id", c.STRING, "The item on the picture."),
        Column("pair_id", c.STRING, "The pair; null for originals and controls.", nullable=True),
        c.PERTURB_METHOD,
        c.PERTURB_CONTEXT,
        Column(
            "outcome",
            c.STRING,
            "Whether the picture exists.",
            allowed=("made", "left_out", "failed"),
        ),
        Column(
            "reason",
            c.STRING,
            "Why it does not exist: no_flag, no_landmark, or a picture's fault.",
            nullable=True,
        ),
        Column("recipe", c.STRING, "How the picture is made (JSON); variant_id is its hash."),
        Column(
            "picture",
            c.STRING,
            "sha256 of the bytes; null unless made.",
            nullable=True,
            pattern=SHA256,
        ),
        Column("width", c.INTEGER, "Pixels.", nullable=True, minimum=1),
        Column("height", c.INTEGER, "Pixels.", nullable=True, minimum=1),
        Column("n_bytes", c.INTEGER, "Size of the encoded picture.", nullable=True, minimum=1),
        Column("enlarged", c.FLAG, "A cue was enlarged to reach its share.", nullable=True),
    ),
)
