"""ocr_spans: the texts that a reader found in each scene, usable or not."""

import polars as pl

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import Column, Table

OCR_SPANS = Table(
    name="ocr_spans",
    doc="One row per text read in a scene (SIGNPOST §4, Appendix B, ruling 23).",
    key=("span_id",),
    columns=(
        Column("span_id", c.STRING, "Hash of group, picture, reader, text and corners."),
        c.BENCHMARK,
        c.SOURCE,
        Column("group_id", c.STRING, "The counterfactual group: one source scene."),
        c.PICTURE,
        Column(
            "heading",
            c.INTEGER,
            "Degrees of the panorama's view that was taken; null for a photo.",
            nullable=True,
            minimum=0,
            maximum=359,
        ),
        Column("reader", c.STRING, "Reader with version and settings."),
        Column(
            "span_rank",
            c.INTEGER,
            "1 = the most telling: higher tier, longer text, larger area; null where dropped.",
            nullable=True,
            minimum=1,
        ),
        Column("text", c.STRING, "The text, stripped where it is kept."),
        Column(
            "confidence",
            c.NUMBER,
            "The reader's own; null where it gives none.",
            nullable=True,
            minimum=0.0,
            maximum=1.0,
        ),
        Column(
            "quad",
            pl.List(pl.Float64),
            "x, y of four corners in pixels of the upright picture, clockwise from the text's top "
            "left; null where the reader gives none.",
            nullable=True,
        ),
        Column("script", c.STRING, "Script of most letters, e.g. Latin, Han.", nullable=True),
        Column("language", c.STRING, "A guess, ISO 639-1.", nullable=True),
        Column(
            "tier", c.STRING, "Tier of this text (ruling 22).", True, allowed=("T1", "T2", "T3")
        ),
        Column("tier_rule", c.STRING, "The rule that decided the tier.", nullable=True),
        Column("state", c.STRING, "Whether it is usable.", allowed=("kept", "dropped")),
        Column("reason", c.STRING, "Why it was dropped, in one word.", nullable=True),
    ),
)
