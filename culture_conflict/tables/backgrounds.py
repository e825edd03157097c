"""backgrounds: places that a dish can stand before."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.mixed_images import BACKGROUND_KINDS
from culture_conflict.tables.schema import Column, Table

REGIONS = ("Africa", "Asia", "Europe", "North America", "South America", "Oceania", "Antarctica")

BACKGROUNDS = Table(
    name="backgrounds",
    doc="One row per landmark or street that can stand behind a dish (CultureMix §2.2).",
    key=("background_id",),
    columns=(
        Column("background_id", c.STRING, "Hash of benchmark, source, kind, country and name."),
        c.BENCHMARK,
        c.SOURCE,
        Column("kind", c.STRING, "landmark or street.", allowed=BACKGROUND_KINDS),
        c.COUNTRY,
        Column(
            "region",
            c.STRING,
            "Continent, the two Americas apart, as the paper counts backgrounds.",
            allowed=REGIONS,
        ),
        Column("number", c.INTEGER, "Which of its country's of this kind, from 1.", minimum=1),
        Column("name", c.STRING, "What the picture shows."),
        c.PICTURE,
        c.URL,
        c.LICENCE,
        c.AUTHOR,
        c.MEDIUM,
    ),
)
