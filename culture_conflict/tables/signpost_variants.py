"""signpost_variants: the five pictures of each street scene, its place and its trap."""

import polars as pl

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import ISO3, Column, Table

__all__ = ["SIGNPOST_VARIANTS"]

SIGNPOST_VARIANTS = Table(
    name="signpost_variants",
    doc="One row per picture of a counterfactual group: Original, and Blank, Similar, Random and "
    "Adversarial of each editor (SIGNPOST, section 3); native, the Original's own text lettered "
    "again, is a control of ours and no part of any average.",
    key=("variant_id",),
    columns=(
        c.VARIANT_ID,
        c.EXTERNAL_ID,
        c.BENCHMARK,
        c.SOURCE,
        c.SOURCE_VERSION,
        Column("group_id", c.STRING, "Counterfactual group: one source scene."),
        Column(
            "variant",
            c.STRING,
            "What became of the text; native = the same text lettered again (a control).",
            allowed=(*c.SIGNPOST_VARIANTS, c.SIGNPOST_CONTROL),
        ),
        Column(
            "reference_variant",
            c.STRING,
            "variant_id of the Blank by the same editor; null for Original, Blank and the control.",
            nullable=True,
        ),
        c.degrees("latitude", "Where the scene is, degrees north.", nullable=False),
        c.degrees("longitude", "Where the scene is, degrees east.", nullable=False),
        Column("country", c.STRING, "Its country, if known.", nullable=True, pattern=ISO3),
        Column(
            "tier",
            c.STRING,
            "Highest tier of the group's native text (ruling 22); null where it was not told.",
            nullable=True,
            allowed=c.TIERS,
        ),
        c.degrees(
            "trap_latitude",
            "Where the group's adversarial text points (ruling 18), the same on all its pictures; "
            "null where it does not geocode.",
        ),
        c.degrees("trap_longitude", "The same, degrees east."),
        Column(
            "trap_country",
            c.STRING,
            "The country of the place that the geocoder found, as it says; null = it says none.",
            nullable=True,
            pattern=ISO3,
        ),
        Column(
            "other_traps",
            pl.List(pl.Float64),
            "Degrees north, degrees east of each further span whose adversarial text geocodes, by "
            "span_rank (ruling 18, `any`); null = the trap is the only one, or there is none.",
            nullable=True,
        ),
        Column(
            "native_language",
            c.STRING,
            "Language of the group's replaced native texts, ISO 639-1, as their letters or street "
            "words tell; null where they tell none.",
            nullable=True,
        ),
        Column(
            "injected_language",
            c.STRING,
            "The same of the texts lettered in their place; of pictures without such texts that of "
            "the group's Adversarial.",
            nullable=True,
        ),
        Column("trap", c.STRING, "The adversarial text that geocodes.", nullable=True),
        Column(
            "editor",
            c.STRING,
            "What made the picture, none for Original; marked (failed gates) where a picture of "
            "the group is shown though one failed.",
        ),
        Column("recipe", c.STRING, "How the picture is made (JSON)."),
        c.PICTURE,
        Column("width", c.INTEGER, "Pixels.", minimum=1),
        Column("height", c.INTEGER, "Pixels.", minimum=1),
        Column("gates", c.STRING, "Quality gates (JSON); null = none applies.", nullable=True),
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
