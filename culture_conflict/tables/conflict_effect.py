"""conflict_effect: how much each kind of cue moves a model."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables import _tests as t
from culture_conflict.tables.schema import Column, Table

_CUES = (*c.PERTURB_CONTEXTS, *t.TEXTS)

CONFLICT_EFFECT = Table(
    name="conflict_effect",
    doc="What a cue does to a model's answers about the same item, paired on the group.",
    key=(
        *("benchmark", "source", "evaluation", "model", "prompt_id", "perturb_method", "editor"),
        *("cue", "pair_method", "difficulty", "against", "outcome", "target", "rule"),
    ),
    columns=(
        *t.SOURCE,
        c.MODEL,
        Column("kind", c.STRING, "What the model is.", allowed=t.KINDS),
        c.PROMPT_ID,
        c.PERTURB_METHOD,
        t.EDITOR,
        Column("cue", c.STRING, "Which cue the picture carries.", allowed=_CUES),
        Column(
            "pair_method",
            c.STRING,
            "How the adversarial country was chosen; all = pooled.",
            allowed=("all", *c.PAIR_METHODS),
        ),
        Column(
            "difficulty",
            c.STRING,
            "hard = most similar or nearest; all = pooled.",
            allowed=("all", *c.DIFFICULTIES),
        ),
        Column(
            "against",
            c.STRING,
            "What each picture is set against: its original, or a control of the same item. A "
            "foreign flag against the grey patch leaves out what mere occlusion does (ruling 16). "
            "blank: the same scene without its text.",
            allowed=("original", "grey_patch", "congruent_flag", "blank"),
        ),
        Column(
            "outcome",
            c.STRING,
            "right: share of right answers; distracted: share of all answers that are wrong and "
            "name the cue's country; wla: mean weighted localization accuracy; at_trap: share of "
            "answers under 50 km from where the adversarial text points.",
            allowed=("right", "distracted", "wla", "at_trap"),
        ),
        Column("target", c.STRING, "What was asked for.", allowed=("country", "item", "place")),
        t.RULE,
        t.share("value_with", "The outcome on the pictures with the cue."),
        t.share("value_without", "The outcome on what they are set against."),
        t.share("effect", "value_with - value_without.", signed=True),
        *t.INTERVAL,
        *t.TEST,
    ),
)
