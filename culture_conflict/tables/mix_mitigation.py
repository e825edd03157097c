"""mix_mitigation: what other words do to a model's answers about CultureMix (§6, Table 2)."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables import _tests as t
from culture_conflict.tables.schema import SLUG, Column, Table

SUBTASKS = ("all", "sf", "mf", "sfb", "mfb")


def _number(name: str, doc: str) -> Column:
    return Column(name, c.NUMBER, doc, nullable=True)


MIX_MITIGATION = Table(
    name="mix_mitigation",
    doc="Each prompt against the base prompt on the pictures answered under both, by food.",
    key=(
        *("benchmark", "source", "evaluation", "model", "prompt_id", "base_prompt_id"),
        *("measure", "target", "rule", "subtask"),
    ),
    columns=(
        *t.SOURCE,
        c.MODEL,
        Column("kind", c.STRING, "What the model is.", allowed=t.KINDS),
        c.PROMPT_ID,
        Column("base_prompt_id", c.STRING, "Prompt it is set against.", pattern=SLUG),
        Column(
            "measure",
            c.STRING,
            "accuracy: share of right answers; entropy: bits, the mean over foods (ruling 25).",
            allowed=("accuracy", "entropy"),
        ),
        Column("target", c.STRING, "What was asked for.", allowed=("country", "name")),
        t.RULE,
        Column("subtask", c.STRING, "Which pictures; all pools them.", allowed=SUBTASKS),
        _number("value", "The measure under prompt_id on the common pictures."),
        _number("base", "The measure under base_prompt_id on the same pictures."),
        _number("effect", "value - base: accuracy gains above 0, entropy below."),
        _number("ci_low", "Lower end of the 95 % interval, 2,000 draws of foods."),
        _number("ci_high", "Upper end."),
        *t.TEST,
        _number("food_effect", "As published: the mean over foods of each food's difference."),
        _number("t", "Paired t over foods of that; null with fewer than two or no spread."),
        Column(
            "t_p",
            c.NUMBER,
            "Two-sided p of it, not corrected.",
            nullable=True,
            minimum=0.0,
            maximum=1.0,
        ),
    ),
)
