"""edit_gates: the numbers by which edited pictures were judged."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import Column, Table

__all__ = ["EDIT_GATES"]

EDIT_GATES = Table(
    name="edit_gates",
    doc="One row per edited picture and gate.",
    key=("variant_id", "gate"),
    columns=(
        c.VARIANT_ID,
        c.BENCHMARK,
        c.SOURCE,
        Column("group_id", c.STRING, "The counterfactual group."),
        Column("variant", c.STRING, "Which of the group's pictures."),
        Column("editor", c.STRING, "What made the picture."),
        Column("gate", c.STRING, "Named by what is wrong where it fails."),
        Column(
            "verdict",
            c.STRING,
            "skipped = it could not be judged; `detail` says why.",
            allowed=("pass", "fail", "skipped"),
        ),
        Column("value", c.NUMBER, "What was measured.", nullable=True, minimum=0),
        Column("limit", c.NUMBER, "The largest value that passes.", nullable=True, minimum=0),
        Column("detail", c.STRING, "What was seen, or why it was skipped.", nullable=True),
    ),
)
