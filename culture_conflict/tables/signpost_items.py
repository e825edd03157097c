"""signpost_items: street scenes, with where they were taken; a panorama is several views."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import ISO3, SHA256, Column, Table

__all__ = ["SIGNPOST_ITEMS"]

SIGNPOST_ITEMS = Table(
    name="signpost_items",
    doc="One row per picture of a street scene; the views of one panorama share a group "
    "(SIGNPOST §4, Appendix B).",
    key=("item_id",),
    columns=(
        Column("item_id", c.STRING, "Hash of benchmark, source, external_id and heading."),
        c.EXTERNAL_ID,
        c.BENCHMARK,
        c.SOURCE,
        c.SOURCE_VERSION,
        Column("group_id", c.STRING, "Counterfactual group: hash without the heading."),
        Column(
            "place",
            c.STRING,
            "The place in words; told to a maker of texts, never to a model that is asked.",
            nullable=True,
        ),
        Column("country", c.STRING, "Its country, if known.", nullable=True, pattern=ISO3),
        Column("region", c.STRING, "State or province, if known.", nullable=True),
        c.degrees("latitude", "Where the scene is, degrees north.", nullable=False),
        c.degrees("longitude", "Where the scene is, degrees east.", nullable=False),
        Column(
            "located_by",
            c.STRING,
            "Where the coordinates come from: the source's table, the picture's EXIF, or, of a "
            "drawing, the place it pretends to show.",
            allowed=("table", "exif", "drawing"),
        ),
        Column(
            "heading",
            c.INTEGER,
            "Degrees of the panorama's view, clockwise from its middle; null for a photo.",
            nullable=True,
            minimum=0,
            maximum=359,
        ),
        Column(
            "panorama",
            c.STRING,
            "sha256 of the panorama's file that the view was cut from; null for a photo.",
            nullable=True,
            pattern=SHA256,
        ),
        c.PICTURE,
        Column("width", c.INTEGER, "Pixels of the upright picture.", minimum=1),
        Column("height", c.INTEGER, "Pixels of the upright picture.", minimum=1),
        c.URL,
        c.LICENCE,
        c.AUTHOR,
        Column("consent", c.STRING, "Consent of pictured people, where it matters.", nullable=True),
        c.MEDIUM,
    ),
)
