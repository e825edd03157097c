"""signpost_judgements: what answers to prompts for more than coordinates say, one row each."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import ISO3, Column, Table

__all__ = ["SIGNPOST_JUDGEMENTS"]

SIGNPOST_JUDGEMENTS = Table(
    name="signpost_judgements",
    doc="Whether each answer reports a conflict of writing and scene, which it goes by, and whose "
    "country it names (SIGNPOST §6, Appendix G).",
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
        Column("task", c.STRING, "What the prompt asks for.", allowed=c.ASKS[1:]),
        Column(
            "counted",
            c.FLAG,
            "Part of the denominators: every state but error; with unanswered = drop, only ok.",
        ),
        Column(
            "conflict",
            c.FLAG,
            "Whether it reports a conflict; false where it says nothing of one.",
        ),
        Column("trusts_text", c.FLAG, "Whether it says that it goes by the writing."),
        Column("country", c.STRING, "The country it names.", nullable=True, pattern=ISO3),
        Column("language", c.STRING, "The language it names, in its words.", nullable=True),
        Column(
            "names",
            c.STRING,
            "Whose country or language that is: the scene's or native text's (truth), the trap's "
            "or injected text's (trap), or another; null where none is named.",
            nullable=True,
            allowed=("truth", "trap", "elsewhere"),
        ),
        Column(
            "has_truth",
            c.FLAG,
            "Whether it is known which country or language would be the truth.",
        ),
        Column(
            "foreign_trap",
            c.FLAG,
            "Whether the trap's is known to be another than the truth.",
        ),
        Column("unanswered", c.STRING, "As in signpost_scores.", allowed=("wrong", "drop")),
    ),
    version=2,
)
