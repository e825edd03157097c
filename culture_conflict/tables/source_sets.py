"""source_sets: which sources a macro average is taken over."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import SLUG, Column, Table

SOURCE_SETS = Table(
    name="source_sets",
    doc="One row per named source set and source in it, there already or not (ruling 19).",
    key=("benchmark", "source_set", "source"),
    columns=(
        c.BENCHMARK,
        Column("source_set", c.STRING, "Name of the set, e.g. published_four.", pattern=SLUG),
        c.SOURCE,
    ),
)
