"""mixed_images: the pictures of CultureMix, each with the foods and background on it."""

from dataclasses import replace

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import ISO3, Column, Table

SUBTASKS = ("sf", "mf", "sfb", "mfb")
BACKGROUND_KINDS = ("landmark", "street")
CONTROLS = ("agnostic", "flip", "size_ratio", "failed_gates")
FRAMINGS = ("box", "crop")
DISTANCES = ("same_country", "same_continent", "other_continent")


def _distance(what: str) -> Column:
    return Column(
        f"{what}_distance",
        c.STRING,
        f"How far the {what} distractor's country is from the target's; null without one.",
        nullable=True,
        allowed=DISTANCES,
    )


MIXED_IMAGES = Table(
    name="mixed_images",
    doc="One row per picture of a target food: alone, beside another food, before a background.",
    key=("variant_id",),
    columns=(
        c.VARIANT_ID,
        c.EXTERNAL_ID,
        c.BENCHMARK,
        c.SOURCE,
        Column("item_id", c.STRING, "The target food: the left one where there are two."),
        Column(
            "subtask",
            c.STRING,
            "sf single food, mf two foods, sfb food before a background, mfb both.",
            allowed=SUBTASKS,
        ),
        Column(
            "augmentation",
            c.INTEGER,
            "0 for the picture as made, from 1 for augmented copies of a single food.",
            minimum=0,
        ),
        Column("food2_id", c.STRING, "The second food's id in the source.", nullable=True),
        Column("food2_name", c.STRING, "The second food's name.", nullable=True),
        Column(
            "food2_country", c.STRING, "The second food's country.", nullable=True, pattern=ISO3
        ),
        Column(
            "background_country",
            c.STRING,
            "Country of the background.",
            nullable=True,
            pattern=ISO3,
        ),
        Column(
            "background_index",
            c.INTEGER,
            "Which of its country's backgrounds; null where the source numbers none.",
            nullable=True,
            minimum=0,
        ),
        Column(
            "background_kind",
            c.STRING,
            "landmark or street; null without a background or where the source does not say.",
            nullable=True,
            allowed=BACKGROUND_KINDS,
        ),
        _distance("food"),
        _distance("background"),
        Column(
            "control",
            c.STRING,
            "agnostic: a thing of no country in the second food's place; flip: mirrored; "
            "size_ratio: one food smaller; failed_gates: no control, but a picture that failed a "
            "check and is shown all the same. Null: a picture of the benchmark itself.",
            nullable=True,
            allowed=CONTROLS,
        ),
        Column(
            "control_of", c.STRING, "variant_id of the picture it is compared with.", nullable=True
        ),
        Column("object", c.STRING, "The thing of no country, e.g. apple.", nullable=True),
        Column(
            "target_side",
            c.STRING,
            "Where the target is, if two things are shown; null: left, or alone.",
            nullable=True,
            allowed=("left", "right"),
        ),
        Column(
            "size_ratio",
            c.NUMBER,
            "The target's size over the other's, as drawn; null where nobody measured.",
            nullable=True,
            minimum=0,
        ),
        Column(
            "framing",
            c.STRING,
            "box: a red box marks the target in a photograph; crop: cut out of one (§5).",
            nullable=True,
            allowed=FRAMINGS,
        ),
        Column("editor", c.STRING, "What made the picture."),
        Column("recipe", c.STRING, "How the picture is made (JSON); variant_id is its hash."),
        Column(
            "file",
            c.STRING,
            "Table of the data set that lists it; null if it was built.",
            nullable=True,
        ),
        Column("row", c.INTEGER, "Row of that table.", nullable=True, minimum=1),
        c.PICTURE,
        Column("width", c.INTEGER, "Pixels.", minimum=1),
        Column("height", c.INTEGER, "Pixels.", minimum=1),
    ),
    version=2,
)

IMPORTED_MIXES = replace(
    MIXED_IMAGES,
    name="imported_mixes",
    doc="The pictures that a published data set brings, as it brings them; none elsewhere.",
)
