"""Columns that several tables share, so that one name always means one thing."""

import polars as pl

from culture_conflict.tables.schema import ISO3, SHA256, SLUG, Column

STRING = pl.String()
STRINGS = pl.List(pl.String)
INTEGER = pl.Int64()
NUMBER = pl.Float64()
FLAG = pl.Boolean()

CATEGORIES = ("cuisine", "attire", "music")
PERTURB_METHODS = ("none", "stacked", "generative", "control")
PERTURB_CONTEXTS = (
    *("none", "flag", "landmark", "flag_landmark", "congruent_flag", "grey_patch"),
    *("food", "background", "food_background"),
)
PAIR_METHODS = ("none", "desc", "geo")
DIFFICULTIES = ("none", "easy", "hard")
MEDIA = ("photograph", "illustration", "drawing", "generated")
STATES = (
    "ok",
    "hedged",
    "refused",
    "abstained",
    "unparsed",
    "truncated",
    "empty",
    "filtered",
    "out_of_range",
    "error",
)

BENCHMARK = Column("benchmark", STRING, "Benchmark, e.g. confused_tourist.", pattern=SLUG)
SOURCE = Column("source", STRING, "Name of the source the row comes from.", pattern=SLUG)
SOURCE_VERSION = Column("source_version", STRING, "Version of that source's content.")
MODEL = Column("model", STRING, "Registry key of the model setting.", pattern=SLUG)
VARIANT_ID = Column("variant_id", STRING, "Hash of the recipe, never of pixels.")
EXTERNAL_ID = Column("external_id", STRING, "The source's own id, kept as it came.")
PICTURE = Column("picture", STRING, "sha256 of the picture's bytes in the store.", pattern=SHA256)
COUNTRY = Column("country", STRING, "Country of origin, ISO 3166-1 alpha-3.", pattern=ISO3)
OTHER_COUNTRIES = Column(
    "other_countries",
    STRINGS,
    "Further countries that count as right (ruling 6), ISO 3166-1 alpha-3; may be empty.",
)
URL = Column("url", STRING, "Where the picture came from.", nullable=True)
LICENCE = Column("licence", STRING, "Licence of the picture (SPDX where one exists).")
AUTHOR = Column("author", STRING, "Who is credited for the picture.", nullable=True)
MEDIUM = Column("medium", STRING, "What kind of picture it is.", allowed=MEDIA)
CATEGORY = Column("category", STRING, "Category of the item.", allowed=CATEGORIES)
PERTURB_METHOD = Column(
    "perturb_method",
    STRING,
    "How the cue entered the picture; the paper's naive is stacked, its AI is generative.",
    allowed=PERTURB_METHODS,
)
PERTURB_CONTEXT = Column(
    "perturb_context", STRING, "Which cue the picture carries.", allowed=PERTURB_CONTEXTS
)
PAIR_METHOD = Column(
    "pair_method", STRING, "How the adversarial country was chosen.", allowed=PAIR_METHODS
)
DIFFICULTY = Column(
    "difficulty",
    STRING,
    "hard = most similar or nearest, easy = least similar or farthest.",
    allowed=DIFFICULTIES,
)
PROMPT_ID = Column("prompt_id", STRING, "Which prompt made the answer.", pattern=SLUG)
EVALUATION = Column("evaluation", STRING, "Name of the evaluation; `main` ranks.", pattern=SLUG)
REPEAT = Column("repeat", INTEGER, "0 for the first time of asking.", minimum=0)
REQUEST_KEY = Column(
    "request_key",
    STRING,
    "request_key of the answer that was scored: counted only while that is the one in predictions.",
    pattern=SHA256,
)
STATE = Column("state", STRING, "What became of the answer.", allowed=STATES)

SIGNPOST_VARIANTS = ("original", "blank", "similar", "random", "adversarial")
SIGNPOST_CONTROL = "native"
TIERS = ("T1", "T2", "T3")
# What a prompt about a street scene asks for; the first three ask for coordinates too.
ASKS = ("coordinates", "probing", "defence", "consistency", "country", "language")


def degrees(name: str, doc: str, *, nullable: bool = True) -> Column:
    """A latitude (name ends in it) or longitude, degrees north or east."""
    end = 90.0 if name.endswith("latitude") else 180.0
    return Column(name, NUMBER, doc, nullable=nullable, minimum=-end, maximum=end)
