"""rejects: rows of a source that became nothing, with the reason of each."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import Column, Table

REJECTS = Table(
    name="rejects",
    doc="One row per reason for which a row of a source's own files became no item or cue.",
    key=("benchmark", "source", "file", "row", "reason"),
    columns=(
        c.BENCHMARK,
        c.SOURCE,
        Column("file", c.STRING, "File inside the source's folder, e.g. items.csv."),
        Column(
            "row",
            c.INTEGER,
            "Row as a spreadsheet counts (the header of a CSV is row 1); line or record elsewhere.",
            minimum=1,
        ),
        Column(
            "external_id", c.STRING, "The source's own id, where it can be read.", nullable=True
        ),
        Column("reason", c.STRING, "Why, in one word, e.g. missing.", pattern="^[a-z][a-z_]*$"),
        Column("detail", c.STRING, "What was found, what was expected."),
    ),
)
