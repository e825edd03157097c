"""screenings: which street scenes have text that can be replaced, and how telling it is."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import Column, Table

__all__ = ["SCREENINGS"]

SCREENINGS = Table(
    name="screenings",
    doc="One row per scene that was read: its view, its tier, or why it goes no further "
    "(SIGNPOST Appendix B, rulings 22 and 23).",
    key=("group_id",),
    columns=(
        c.BENCHMARK,
        c.SOURCE,
        Column("group_id", c.STRING, "The counterfactual group: one source scene."),
        c.EXTERNAL_ID,
        c.PICTURE,
        Column("heading", c.INTEGER, "The panorama's view that was taken.", nullable=True),
        Column("reader", c.STRING, "Reader with version and settings."),
        Column("state", c.STRING, "Whether it goes on.", allowed=("kept", "rejected")),
        Column(
            "reason",
            c.STRING,
            "Why it was rejected: no_text, no_valid_text, or why its picture can't be read.",
            nullable=True,
        ),
        Column("detail", c.STRING, "The same in words.", nullable=True),
        Column("n_kept", c.INTEGER, "Usable texts.", minimum=0),
        Column("n_dropped", c.INTEGER, "Texts that were read and are not usable.", minimum=0),
        Column("tier", c.STRING, "Highest tier of its texts.", True, allowed=c.TIERS),
        Column("tier_rule", c.STRING, "The rule that decided the tier.", nullable=True),
        Column("tier_text", c.STRING, "The text that the tier comes from.", nullable=True),
    ),
)
