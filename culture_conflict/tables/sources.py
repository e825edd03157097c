"""sources: where items come from, as the metrics saw it."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import Column, Table

SOURCES = Table(
    name="sources",
    doc="One row per benchmark and enabled source.",
    key=("benchmark", "source"),
    columns=(
        c.BENCHMARK,
        c.SOURCE,
        c.SOURCE_VERSION,
        Column(
            "kind",
            c.STRING,
            "How it is read.",
            allowed=("sample", "folder", "hub", "mix", "scenes", "wikimedia"),
        ),
        Column("title", c.STRING, "Name for people."),
        c.MEDIUM,
    ),
)
