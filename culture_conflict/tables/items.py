"""items: what the benchmark asks about, one row per dish, garment or instrument."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import Column, Table

ITEMS = Table(
    name="items",
    doc="One row per dish, garment or instrument (or other target) of a source.",
    key=("item_id",),
    columns=(
        Column("item_id", c.STRING, "Hash of benchmark, source and external_id."),
        c.EXTERNAL_ID,
        c.BENCHMARK,
        c.SOURCE,
        c.SOURCE_VERSION,
        c.CATEGORY,
        Column("name", c.STRING, "The item's name."),
        Column("aliases", c.STRINGS, "Other names that count as right; may be empty."),
        c.COUNTRY,
        c.OTHER_COUNTRIES,
        Column(
            "description",
            c.STRING,
            "What the item is; pairs by description embed this. Null in imported data sets.",
            nullable=True,
        ),
        c.PICTURE,
        c.URL,
        c.LICENCE,
        c.AUTHOR,
        Column("consent", c.STRING, "Consent of pictured people, where it matters.", nullable=True),
        Column("latitude", c.NUMBER, "Degrees north.", nullable=True, minimum=-90, maximum=90),
        Column("longitude", c.NUMBER, "Degrees east.", nullable=True, minimum=-180, maximum=180),
        c.MEDIUM,
    ),
)
