"""What people and finished answers decided about CultureMix: frozen files, never computed here."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.food_pairs import MIX_DIFFICULTIES
from culture_conflict.tables.schema import SHA256, Column, Table

FOOD_DIFFICULTY = Table(
    name="food_difficulty",
    doc="One row per dish that named models were asked about alone (CultureMix §2.3).",
    key=("benchmark", "source", "external_id"),
    columns=(
        c.BENCHMARK,
        c.SOURCE,
        c.EXTERNAL_ID,
        Column("models", c.STRINGS, "The models whose answers were counted."),
        Column("n_right", c.INTEGER, "How many named the country rightly.", minimum=0),
        Column(
            "difficulty",
            c.STRING,
            "easy = all models right, hard = none, middle = some.",
            allowed=MIX_DIFFICULTIES,
        ),
    ),
)

FOOD_CHOICES = Table(
    name="food_choices",
    doc="One row per dish for which somebody chose between its two candidates.",
    key=("benchmark", "source", "external_id"),
    columns=(
        c.BENCHMARK,
        c.SOURCE,
        c.EXTERNAL_ID,
        Column("candidate", c.INTEGER, "1 or 2.", minimum=1, maximum=2),
    ),
)

ATTEMPT_DECISIONS = Table(
    name="attempt_decisions",
    doc="One row per edited picture that somebody accepted or rejected.",
    key=("benchmark", "source", "picture"),
    columns=(
        c.BENCHMARK,
        c.SOURCE,
        Column("picture", c.STRING, "sha256 of the picture that was looked at.", pattern=SHA256),
        Column("decision", c.STRING, "The verdict.", allowed=("accepted", "rejected")),
        Column("reason", c.STRING, "Why, in a few words; null if not said.", nullable=True),
    ),
)
