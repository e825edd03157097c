"""prompt_effect: every two prompts that one model was asked with."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables import _tests as t
from culture_conflict.tables.schema import SLUG, Column, Table

PROMPT_EFFECT = Table(
    name="prompt_effect",
    doc="How two prompts move one model on the pictures answered under both, paired on the group.",
    key=(
        *("benchmark", "source", "evaluation", "model", "prompt_id_a", "prompt_id_b"),
        *("metric", "target", "rule", "perturb_method", "cue", "editor"),
    ),
    version=2,
    columns=(
        *t.SOURCE,
        c.MODEL,
        Column("kind", c.STRING, "What the model is.", allowed=t.KINDS),
        Column(
            "prompt_id_a", c.STRING, "Prompt, before prompt_id_b in the alphabet.", pattern=SLUG
        ),
        Column("prompt_id_b", c.STRING, "Prompt.", pattern=SLUG),
        t.METRIC,
        t.TARGET,
        t.RULE,
        c.PERTURB_METHOD,
        t.CUE,
        t.EDITOR,
        t.share("value_a", "The metric under prompt_id_a on the common pictures."),
        t.share("value_b", "The metric under prompt_id_b on the common pictures."),
        t.share("delta", "value_a - value_b.", signed=True),
        *t.INTERVAL,
        *t.TEST,
    ),
)
