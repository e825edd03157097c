"""imported_images: pictures that a published data set brings with it, each with its factors."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import ISO3, Column, Table

IMPORTED_IMAGES = Table(
    name="imported_images",
    doc="One row per usable picture of a data set made elsewhere; none for other sources.",
    key=("external_id",),
    columns=(
        c.EXTERNAL_ID,
        c.BENCHMARK,
        c.SOURCE,
        Column("item_id", c.STRING, "The item on the picture; its original has the same."),
        c.PERTURB_METHOD,
        c.PERTURB_CONTEXT,
        c.PAIR_METHOD,
        c.DIFFICULTY,
        Column(
            "distractor_country",
            c.STRING,
            "Adversarial country as the data set says; null for originals and controls.",
            nullable=True,
            pattern=ISO3,
        ),
        Column("landmark_name", c.STRING, "The landmark's name.", nullable=True),
        Column("shown", c.STRING, "Licence, author and address of all that is visible (JSON)."),
        Column("file", c.STRING, "File of the data set."),
        Column("row", c.INTEGER, "Row of that file, from 1.", minimum=1),
        c.PICTURE,
        Column("width", c.INTEGER, "Pixels.", minimum=1),
        Column("height", c.INTEGER, "Pixels.", minimum=1),
    ),
)
