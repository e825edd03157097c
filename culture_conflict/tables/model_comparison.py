"""model_comparison: every two models on the pictures that both answered."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables import _tests as t
from culture_conflict.tables.schema import SLUG, Column, Table

MODEL_COMPARISON = Table(
    name="model_comparison",
    doc="How two models differ on their common pictures of one source, paired on the group.",
    key=(
        *("benchmark", "source", "evaluation", "model_a", "model_b", "prompt_id_a", "prompt_id_b"),
        *("metric", "target", "rule", "perturb_method", "cue", "editor"),
    ),
    version=2,
    columns=(
        *t.SOURCE,
        Column("model_a", c.STRING, "Registry key, before model_b in the alphabet."),
        Column("model_b", c.STRING, "Registry key."),
        Column("kind_a", c.STRING, "What model_a is.", allowed=t.KINDS),
        Column("kind_b", c.STRING, "What model_b is.", allowed=t.KINDS),
        Column("prompt_id_a", c.STRING, "Which prompt made model_a's answers.", pattern=SLUG),
        Column(
            "prompt_id_b",
            c.STRING,
            "Which prompt made model_b's answers; another only where a side's were imported.",
            pattern=SLUG,
        ),
        t.METRIC,
        t.TARGET,
        t.RULE,
        c.PERTURB_METHOD,
        t.CUE,
        t.EDITOR,
        t.share("value_a", "The metric of model_a on the common pictures."),
        t.share("value_b", "The metric of model_b on the common pictures."),
        t.share("delta", "value_a - value_b.", signed=True),
        *t.INTERVAL,
        *t.TEST,
    ),
)
