"""mix_mitigation: what other words and fine-tuning do to answers about CultureMix (§6, Table 2)."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables import _tests as t
from culture_conflict.tables.schema import SLUG, Column, Table

SUBTASKS = ("all", "sf", "mf", "sfb", "mfb")
PARTS = ("all", "test")
PICTURES = ("made", "photographs")


def _number(name: str, doc: str) -> Column:
    return Column(name, c.NUMBER, doc, nullable=True)


MIX_MITIGATION = Table(
    name="mix_mitigation",
    doc="Each prompt against the base prompt, and each fine-tuned model against the one that it "
    "was made of, on the pictures answered by both, by food.",
    key=(
        *(
            "benchmark",
            "source",
            "evaluation",
            "model",
            "base_model",
            "prompt_id",
            "base_prompt_id",
        ),
        *("measure", "target", "rule", "pictures", "subtask"),
    ),
    version=2,
    columns=(
        *t.SOURCE,
        c.MODEL,
        Column("kind", c.STRING, "What the model is.", allowed=t.KINDS),
        c.PROMPT_ID,
        Column(
            "base_model",
            c.STRING,
            "Model it is set against: itself, or the one that it was fine-tuned from.",
            pattern=SLUG,
        ),
        Column("base_prompt_id", c.STRING, "Prompt it is set against.", pattern=SLUG),
        Column(
            "part",
            c.STRING,
            "test: of the source that the model was trained on, pictures of the split's test part "
            "only; all: any picture.",
            allowed=PARTS,
        ),
        Column(
            "measure",
            c.STRING,
            "accuracy: share of right answers; entropy: bits, the mean over foods (ruling 25).",
            allowed=("accuracy", "entropy"),
        ),
        Column("target", c.STRING, "What was asked for.", allowed=("country", "name")),
        t.RULE,
        Column(
            "pictures",
            c.STRING,
            "made: the benchmark's own; photographs: dishes cut out of or marked in one (§5).",
            allowed=PICTURES,
        ),
        Column("subtask", c.STRING, "What they show; all pools it.", allowed=SUBTASKS),
        _number("value", "The measure of model under prompt_id on the common pictures."),
        _number("base", "The measure of base_model under base_prompt_id on the same."),
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
