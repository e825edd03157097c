"""cues: flags, landmarks, backgrounds and objects that can disagree with an item."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import Column, Table

CUES = Table(
    name="cues",
    doc="One row per picture that can be put beside an item.",
    key=("cue_id",),
    columns=(
        Column("cue_id", c.STRING, "Hash of benchmark, source, kind, country and name."),
        c.BENCHMARK,
        c.SOURCE,
        Column(
            "kind",
            c.STRING,
            "What the cue is.",
            allowed=("flag", "landmark", "background", "object"),
        ),
        c.COUNTRY,
        Column("name", c.STRING, "The cue's name, e.g. Flag of Peru."),
        c.PICTURE,
        c.URL,
        c.LICENCE,
        c.AUTHOR,
        c.MEDIUM,
    ),
)
