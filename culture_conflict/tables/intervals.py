"""intervals: one row per rate of a mart, drawn over groups (ruling 29)."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import SLUG, Column, Table

METHODS = (
    "bootstrap",
    "bootstrap_exact",
    "bootstrap_mover",
    "same_everywhere",
    "too_few_groups",
    "all_draws_alike",
)


def _grain(name: str, doc: str) -> Column:
    return Column(name, c.STRING, f"{doc} `all` where the mart does not tell it apart.")


INTERVALS = Table(
    name="intervals",
    doc="95 % intervals of the marts' rates; groups are items, drawn together for all cells.",
    key=(
        "mart",
        "metric",
        "benchmark",
        "source",
        "source_version",
        "model",
        "prompt_id",
        "evaluation",
        "editor",
        "target",
        "rule",
        "category",
        "perturb_method",
        "pair_method",
        "difficulty",
        "perturb_context",
        "level",
        "region",
        "answered_country",
        "subtask",
        "background_kind",
        "cue",
        "distance",
        "truth_country",
    ),
    columns=(
        Column("mart", c.STRING, "The mart the rate stands in.", pattern="^[a-z0-9_]+$"),
        Column("metric", c.STRING, "The mart's column.", pattern="^[a-z0-9_]+$"),
        c.BENCHMARK,
        c.SOURCE,
        c.SOURCE_VERSION,
        Column(
            "model",
            c.STRING,
            "Registry key; vlm or reference where the models of a kind are the points.",
            pattern=SLUG,
        ),
        c.PROMPT_ID,
        c.EVALUATION,
        _grain("editor", "What made the pictures."),
        _grain("target", "country or item."),
        _grain("rule", "guarded or as_published."),
        _grain("category", "Category of the items."),
        _grain("perturb_method", "How the cue entered the picture."),
        _grain("pair_method", "How the adversarial country was chosen."),
        _grain("difficulty", "hard or easy."),
        _grain("perturb_context", "Which cue the picture carries."),
        _grain("level", "country, sub_region or resource; how sure a model is of a food."),
        _grain("region", "ISO alpha-3 code, or the sub-region's name."),
        _grain("answered_country", "ISO alpha-3 code of an answer, its resource level, or none."),
        _grain("subtask", "Subtask of CultureMix; mixed pools all but single foods."),
        _grain("background_kind", "landmark, street or unknown."),
        _grain("cue", "Which distractor: food, background, or augmentation for none."),
        _grain("distance", "How far the distractor's country is."),
        _grain("truth_country", "ISO alpha-3 code of the target, or its resource level."),
        Column("estimate", c.NUMBER, "The rate or correlation; the mart's to 1e-12."),
        Column("ci_low", c.NUMBER, "Lower end; null where none could be drawn.", nullable=True),
        Column("ci_high", c.NUMBER, "Upper end; null where none could be drawn.", nullable=True),
        Column("method", c.STRING, "How the ends were found.", allowed=METHODS),
        Column("n_groups", c.INTEGER, "Groups with a denominator.", minimum=0),
        Column("draws", c.INTEGER, "Bootstrap draws.", minimum=1),
        Column(
            "seed",
            c.INTEGER,
            "Seed of the draws, from benchmark|source; 0 where sources are averaged.",
            minimum=0,
        ),
    ),
)
