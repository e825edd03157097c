"""variants: the pictures a model is asked about, with their truths and factors."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import ISO3, Column, Table

VARIANTS = Table(
    name="variants",
    doc="One row per picture of a counterfactual group, the original included.",
    key=("variant_id",),
    columns=(
        c.VARIANT_ID,
        c.EXTERNAL_ID,
        c.BENCHMARK,
        c.SOURCE,
        c.SOURCE_VERSION,
        Column("group_id", c.STRING, "Counterfactual group: the item_id in ConfusedTourist."),
        Column("variant", c.STRING, "Readable name of the cell, e.g. stacked/geo/hard/flag."),
        Column(
            "reference_variant",
            c.STRING,
            "variant_id it is compared with; null for the reference itself.",
            nullable=True,
        ),
        c.CATEGORY,
        Column("truth_items", c.STRINGS, "Item names that count as right."),
        Column("truth_country", c.STRING, "Country that counts as right.", pattern=ISO3),
        c.OTHER_COUNTRIES,
        Column(
            "distractor_country",
            c.STRING,
            "Adversarial country shown; null for originals and controls.",
            nullable=True,
            pattern=ISO3,
        ),
        Column("trap", c.STRING, "Trap target; unused in ConfusedTourist.", nullable=True),
        c.PERTURB_METHOD,
        c.PAIR_METHOD,
        c.DIFFICULTY,
        c.PERTURB_CONTEXT,
        Column(
            "editor",
            c.STRING,
            "What made the picture; marked (failed gates) where it is shown though one failed.",
        ),
        Column("recipe", c.STRING, "How the picture is made (JSON)."),
        c.PICTURE,
        Column("width", c.INTEGER, "Pixels.", minimum=1),
        Column("height", c.INTEGER, "Pixels.", minimum=1),
        Column(
            "gates",
            c.STRING,
            "Quality gates and their outcome (JSON); null = none applies.",
            nullable=True,
        ),
        Column(
            "review",
            c.STRING,
            "Human review.",
            allowed=("not_needed", "pending", "accepted", "rejected"),
        ),
        c.LICENCE,
        c.AUTHOR,
        c.MEDIUM,
    ),
)
