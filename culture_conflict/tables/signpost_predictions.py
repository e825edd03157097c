"""signpost_predictions: as predictions, with the place that an answer names."""

from dataclasses import replace

from culture_conflict.tables import _columns as c
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.tables.schema import Column

__all__ = ["SIGNPOST_PREDICTIONS"]

_OF_ITEMS = ("item_answer",)
_TASK = Column(
    "task", c.STRING, "What the prompt asks for; null = coordinates.", nullable=True, allowed=c.ASKS
)
_JUDGED = (
    Column(
        "conflict",
        c.STRING,
        "Whether the answer says that writing and scene disagree; null where it says neither.",
        nullable=True,
        allowed=("yes", "no"),
    ),
    Column(
        "trusts",
        c.STRING,
        "Which evidence it says it goes by; null = neither, both, or not asked.",
        nullable=True,
        allowed=("scene", "text"),
    ),
    Column("language", c.STRING, "Language of the writing, as parsed.", nullable=True),
)
_PLACE = (
    c.degrees("latitude", "Degrees north as parsed; null in every state but ok."),
    c.degrees("longitude", "Degrees east as parsed; null in every state but ok."),
)


def _columns() -> tuple[Column, ...]:
    kept = [column for column in PREDICTIONS.columns if column.name not in _OF_ITEMS]
    at = [column.name for column in kept].index("error")
    return (*kept[:at], _TASK, *_PLACE, *_JUDGED, *kept[at:])


SIGNPOST_PREDICTIONS = replace(
    PREDICTIONS,
    name="signpost_predictions",
    doc="The accepted answer to each current street scene, with all that made it, to prompts for "
    "coordinates, conflict, country or language.",
    columns=_columns(),
)
