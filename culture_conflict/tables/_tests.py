"""Columns that the tables of paired tests share."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import Column

KINDS = ("vlm", "reference")
METRICS = ("accuracy", "drop", "distraction", "wla", "at_trap")
TEXTS = ("similar_text", "random_text", "adversarial_text")


def share(name: str, doc: str, *, signed: bool = False) -> Column:
    """A fraction, or a difference of two; null where `reason` says why."""
    return Column(name, c.NUMBER, doc, nullable=True, minimum=-2.0 if signed else -1.0, maximum=2.0)


SOURCE = (
    c.BENCHMARK,
    c.SOURCE,
    c.SOURCE_VERSION,
    Column("is_sample", c.FLAG, "The embedded sample: never mixed with real sources."),
    c.EVALUATION,
)
TARGET = Column("target", c.STRING, "What was asked for.", allowed=("country", "item", "place"))
RULE = Column(
    "rule", c.STRING, "Which rule judges the answers.", allowed=("guarded", "as_published")
)
EDITOR = Column("editor", c.STRING, "What made the pictures; none for originals.")
METRIC = Column(
    "metric",
    c.STRING,
    "accuracy: right answers; drop: right on the reference minus right here; distraction: wrong "
    "country answers that name the cue's country (ruling 14); wla: mean weighted localization "
    "accuracy, no share of answers; at_trap: answers under 50 km from where the adversarial text "
    "points (TFR, ruling 17). More is better of accuracy and wla, less of the others.",
    allowed=METRICS,
)
CUE = Column(
    "cue",
    c.STRING,
    "Which cue the pictures carry: all = pooled, none = originals; of street scenes which text, "
    "blank = theirs removed.",
    allowed=("all", "none", "blank", *TEXTS),
)
INTERVAL = (
    share("ci_low", "Lower end of the 95 % interval, 2,000 draws of groups.", signed=True),
    share("ci_high", "Upper end.", signed=True),
)
TEST = (
    Column(
        "p",
        c.NUMBER,
        "Two-sided p of no difference: 10,000 seeded sign flips of whole groups, all of them "
        "where at most 13 groups differ.",
        nullable=True,
        minimum=0.0,
        maximum=1.0,
    ),
    Column(
        "p_holm",
        c.NUMBER,
        "p after Holm's correction over all tests of one model in one benchmark (sources, prompts "
        "and evaluations alike), each rule and the sample apart; a row of two models takes the "
        "larger one.",
        nullable=True,
        minimum=0.0,
        maximum=1.0,
    ),
    Column("n_tests", c.INTEGER, "Tests that the correction counts; 0 = none made.", minimum=0),
    Column(
        "n_groups", c.INTEGER, "Groups (items, dishes, scenes) with a common picture.", minimum=0
    ),
    Column("n_common", c.INTEGER, "Pictures answered on both sides: what is compared.", minimum=0),
    Column("n_variants", c.INTEGER, "Pictures of this kind in force.", minimum=1),
    Column("coverage", c.NUMBER, "n_common / n_variants.", minimum=0.0, maximum=1.0),
    Column("test", c.STRING, "Which test made p."),
    Column("correction", c.STRING, "Which correction made p_holm."),
    Column("reason", c.STRING, "Why a value or interval is missing.", nullable=True),
)
