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
        Column(
            "base_model",
            c.STRING,
            "Of an adapter the row of the same checkpoint without one; null for all others.",
            nullable=True,
        ),
        Column(
            "trained_on",
            c.STRING,
            "Source and seed of the split whose training part it was taught, `source/seed`.",
            nullable=True,
        ),
    ),
)
