"""signpost_intervals: one row per number of SIGNPOST's marts, drawn over groups (ruling 29)."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.intervals import METHODS
from culture_conflict.tables.schema import SLUG, Column, Table

__all__ = ["SIGNPOST_INTERVALS"]


def _grain(name: str, doc: str) -> Column:
    return Column(name, c.STRING, f"{doc} `all` where the mart does not tell it apart.")


SIGNPOST_INTERVALS = Table(
    name="signpost_intervals",
    doc="95 % intervals of SIGNPOST's numbers; one draw of a source's groups drives all variants, "
    "models and components at once, composites are made anew in each draw.",
    key=(
        "mart",
        "metric",
        "benchmark",
        "scope",
        "model",
        "prompt_id",
        "evaluation",
        "editor",
        "unanswered",
        "variant",
        "tier",
        "source",
        "measure",
    ),
    columns=(
        Column("mart", c.STRING, "The mart the number stands in.", pattern="^[a-z0-9_]+$"),
        Column("metric", c.STRING, "The mart's column.", pattern="^[a-z0-9_]+$"),
        c.BENCHMARK,
        Column("scope", c.STRING, "The source, or the set of sources, it is of.", pattern=SLUG),
        Column("model", c.STRING, "Registry key; `all` where models are averaged.", pattern=SLUG),
        c.PROMPT_ID,
        c.EVALUATION,
        _grain("editor", "What made the pictures."),
        _grain("unanswered", "What an answer without a place is."),
        _grain("variant", "What became of the text."),
        _grain("tier", "Tier of the native text."),
        _grain("source", "One source within the scope."),
        _grain("measure", "What is compared."),
        Column("estimate", c.NUMBER, "The number, the mart's to 1e-9."),
        Column("ci_low", c.NUMBER, "Lower end; null with too few groups.", nullable=True),
        Column("ci_high", c.NUMBER, "Upper end; null with too few groups.", nullable=True),
        Column("method", c.STRING, "How the ends were found.", allowed=METHODS),
        Column("n_groups", c.INTEGER, "Groups with a value; the fewest of a set.", minimum=0),
        Column("draws", c.INTEGER, "Bootstrap draws.", minimum=1),
    ),
)
