"""mix_scores: one row per answer to a CultureMix picture and question, under both rules."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import Column, Table

SHIFTS = ("kept", "shifted", "unparsed", "no_baseline")
PULLS = ("distractor", "continent", "elsewhere")


def _pull(what: str) -> Column:
    return Column(
        f"{what}_pull",
        c.STRING,
        f"Where a shifted label went, seen from the {what} distractor: to it, to its continent "
        "(countries only) or elsewhere; null unless shifted and there is one.",
        nullable=True,
        allowed=PULLS,
    )


MIX_SCORES = Table(
    name="mix_scores",
    doc="Whether each answer is right, the label it counts as, and how that label moved.",
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
        Column("target", c.STRING, "What was asked for.", allowed=("country", "name")),
        c.STATE,
        Column("answer", c.STRING, "The parsed answer to this question.", nullable=True),
        Column(
            "label",
            c.STRING,
            "What the answer counts as (ruling 25): a country's code, a known dish, else the "
            "normalized words; null where nothing could be read.",
            nullable=True,
        ),
        Column("correct_as_published", c.FLAG, "Right as the paper matches (§3.1, ruling 5)."),
        Column("correct_guarded", c.FLAG, "Right by rulings 2, 5 and 6."),
        Column(
            "shift",
            c.STRING,
            "The label against that of the same food's unaugmented single picture (ruling 26); "
            "null for that picture itself and for errors.",
            nullable=True,
            allowed=SHIFTS,
        ),
        _pull("food"),
        _pull("background"),
    ),
    version=2,
)
