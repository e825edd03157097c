"""models: the registry as the metrics saw it."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import Column, Table

MODELS = Table(
    name="models",
    doc="One row per enabled model setting of the registry.",
    key=("model",),
    columns=(
        c.MODEL,
        Column("provider", c.STRING, "Which provider asks it."),
        Column("kind", c.STRING, "What it is.", allowed=("vlm", "reference")),
        Column("name", c.STRING, "Name for people."),
        Column("revision", c.STRING, "Revision; part of each answer's key."),
    ),
)
