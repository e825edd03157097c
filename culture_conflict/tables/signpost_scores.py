"""signpost_scores: one row per answer, with its distances and those it is paired with."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import Column, Table

__all__ = ["SIGNPOST_SCORES"]


def _km(name: str, doc: str) -> Column:
    return Column(name, c.NUMBER, f"{doc} Kilometres.", nullable=True, minimum=0)


def _state(name: str, doc: str) -> Column:
    return Column(name, c.STRING, doc, nullable=True, allowed=c.STATES)


SIGNPOST_SCORES = Table(
    name="signpost_scores",
    doc="How far each answer lies from the scene and from the trap, and the same of the answers "
    "to the group's Blank and Original (eqs. 1-4).",
    key=("model", "variant_id", "prompt_id", "evaluation", "repeat"),
    columns=(
        c.VARIANT_ID,
        c.BENCHMARK,
        c.SOURCE,
        c.PICTURE,
        c.MODEL,
        c.PROMPT_ID,
        c.EVALUATION,
        c.REPEAT,
        c.REQUEST_KEY,
        c.STATE,
        c.degrees("answer_latitude", "Degrees north of the place that was scored."),
        c.degrees("answer_longitude", "Degrees east of it."),
        Column(
            "counted",
            c.FLAG,
            "Part of the denominators: every state but error; with unanswered = drop, only ok.",
        ),
        Column(
            "wla",
            c.NUMBER,
            "exp(-0.005 d), 0 where no place was named; null where not counted (rulings 8, 17).",
            nullable=True,
            minimum=0,
            maximum=1,
        ),
        _km("error_km", "From the named place to the scene; null where none was named."),
        _km("trap_km", "From the named place to the group's trap; null without either."),
        _km(
            "any_trap_km",
            "To the nearest of all places that the group's adversarial texts point to (ruling 18, "
            "`any`); null as trap_km.",
        ),
        _state("blank_state", "State of the answer to Blank; null without one."),
        _km("blank_error_km", "error_km of that answer."),
        _km("blank_trap_km", "trap_km of that answer."),
        _state("original_state", "State of the answer to Original; null without one."),
        _km("original_error_km", "error_km of that answer."),
        _km("original_trap_km", "trap_km of that answer."),
        Column("radius_km", c.NUMBER, "The sphere's radius (ruling 12).", minimum=1),
        Column(
            "unanswered",
            c.STRING,
            "What an answer without a place is: wrong, or left out.",
            allowed=("wrong", "drop"),
        ),
    ),
    version=2,
)
