"""scores: one row per prediction and question, under both rules."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import ISO3, Column, Table


def _flag(name: str, doc: str) -> Column:
    return Column(name, c.FLAG, doc, nullable=True)


SCORES = Table(
    name="scores",
    doc="Whether each answer is right or follows the distractor; null where the question has none.",
    key=("model", "variant_id", "prompt_id", "evaluation", "repeat", "target"),
    columns=(
        c.VARIANT_ID,
        c.BENCHMARK,
        c.SOURCE,
        c.MODEL,
        c.PROMPT_ID,
        c.EVALUATION,
        c.REPEAT,
        c.REQUEST_KEY,
        Column("target", c.STRING, "What was asked for.", allowed=("country", "item")),
        c.STATE,
        Column("answer", c.STRING, "The parsed answer to this question.", nullable=True),
        Column(
            "answer_country",
            c.STRING,
            "It as a country, where it is one.",
            nullable=True,
            pattern=ISO3,
        ),
        Column("correct_as_published", c.FLAG, "Right by eq. 5 (ruling 3)."),
        Column("correct_guarded", c.FLAG, "Right by rulings 2, 4 and 6."),
        _flag("distracted_as_published", "Wrong and names the distractor, by eq. 5's matcher."),
        _flag("distracted_guarded", "Wrong and names the distractor, resolved."),
        Column(
            "reference_state",
            c.STRING,
            "State of the reference variant's answer.",
            nullable=True,
            allowed=c.STATES,
        ),
        _flag("reference_correct_as_published", "The reference variant's answer is right."),
        _flag("reference_correct_guarded", "The reference variant's answer is right."),
        _flag(
            "reference_distracted_as_published",
            "The reference's wrong answer names this distractor.",
        ),
        _flag(
            "reference_distracted_guarded", "The reference's wrong answer names this distractor."
        ),
    ),
    version=2,
)
