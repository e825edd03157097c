"""canary_predictions: one row per variant and time of asking of one night."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.tables.schema import Column, Table

__all__ = ["CANARY_PREDICTIONS", "DAY"]

DAY = Column(
    "day", c.STRING, "The night's day in the schedule's time zone.", pattern=r"^\d{4}-\d\d-\d\d$"
)

CANARY_PREDICTIONS = Table(
    name="canary_predictions",
    doc="A night's answers to a fixed sample, asked several times; they never enter a ranking.",
    key=("day", *PREDICTIONS.key),
    columns=(DAY, *PREDICTIONS.columns),
    version=PREDICTIONS.version,
)
