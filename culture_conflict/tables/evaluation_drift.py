"""evaluation_drift: what changed from one night to the next, and whether that is real."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables import _tests as t
from culture_conflict.tables.canary_predictions import DAY
from culture_conflict.tables.schema import Column, Table

__all__ = ["DRIFT_METRICS", "EVALUATION_DRIFT"]

DRIFT_METRICS = ("accuracy_country", "accuracy_item", "distraction", "answers")

EVALUATION_DRIFT = Table(
    name="evaluation_drift",
    doc="How each model's answers of a night differ from those of its last night before.",
    key=("benchmark", "source", "model", "prompt_id", "metric", "day"),
    columns=(
        c.BENCHMARK,
        c.SOURCE,
        c.SOURCE_VERSION,
        c.MODEL,
        c.PROMPT_ID,
        c.EVALUATION,
        Column("editor", c.STRING, "`all`: pictures of every editor are asked about together."),
        Column(
            "metric",
            c.STRING,
            "accuracy_*: right answers (guarded); distraction: wrong country answers that name "
            "the cue's country (guarded, ruling 14); answers: how often two answers to a picture "
            "differ.",
            allowed=DRIFT_METRICS,
        ),
        DAY,
        Column(
            "previous",
            c.STRING,
            "The day it is compared with; null = no earlier night of this model.",
            nullable=True,
            pattern=DAY.pattern,
        ),
        t.share("value", "The metric on this night; answers: between the nights."),
        t.share("previous_value", "The metric on the previous night; answers: within each night."),
        t.share("delta", "value - previous_value.", signed=True),
        *t.INTERVAL,
        Column(
            "p",
            c.NUMBER,
            "p of no change: 10,000 seeded exchanges of the nights of whole groups; answers: "
            "10,000 deals of whole groups' answers to two nights, one-sided.",
            nullable=True,
            minimum=0.0,
            maximum=1.0,
        ),
        Column(
            "p_holm",
            c.NUMBER,
            "p after Holm's correction over the metrics of the night.",
            nullable=True,
            minimum=0.0,
            maximum=1.0,
        ),
        Column("n_tests", c.INTEGER, "Tests that the correction counts; 0 = none.", minimum=0),
        Column("n", c.INTEGER, "Pictures answered every time on both nights.", minimum=0),
        Column("n_groups", c.INTEGER, "Groups (items) with such a picture.", minimum=0),
        Column("n_asked", c.INTEGER, "Pictures asked about on this night.", minimum=0),
        Column("coverage", c.NUMBER, "n / n_asked.", minimum=0.0, maximum=1.0),
        t.share("flip_rate", "How often two repeats of one night differ in what is counted."),
        Column("repeats", c.INTEGER, "Times of asking per night that are compared.", minimum=0),
        Column("changed", c.STRING, "What else differs between the nights; empty = nothing."),
        Column("reason", c.STRING, "Why a value, interval or p is missing.", nullable=True),
    ),
)
