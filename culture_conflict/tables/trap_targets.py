"""trap_targets: where the adversarial text of each replaced span points."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import ISO3, Column, Table

TRAP_TARGETS = Table(
    name="trap_targets",
    doc="One row per replaced span; at most one of a group is its trap (SIGNPOST §4, ruling 18).",
    key=("target_id",),
    columns=(
        Column("target_id", c.STRING, "Hash of the replacement and the geocoder."),
        c.BENCHMARK,
        c.SOURCE,
        Column("group_id", c.STRING, "The counterfactual group: one source scene."),
        c.PICTURE,
        Column("span_id", c.STRING, "The span whose text was replaced."),
        Column("span_rank", c.INTEGER, "Its rank in the group; 1 = the first.", minimum=1),
        Column("adversarial", c.STRING, "The text that was looked up."),
        Column("geocoder", c.STRING, "The geocoder with its data or service."),
        Column(
            "status",
            c.STRING,
            "skipped = no letter to look for; an error is asked again, never taken for no result.",
            allowed=("hit", "no_result", "error", "skipped"),
        ),
        Column("detail", c.STRING, "What failed.", nullable=True),
        Column("is_trap", c.FLAG, "Whether this is the group's trap: the lowest rank that hits."),
        Column(
            "group_state",
            c.STRING,
            "trap = it has one; none = no text geocodes; error = not known yet.",
            allowed=("trap", "none", "error"),
        ),
        Column("latitude", c.NUMBER, "Degrees.", nullable=True, minimum=-90.0, maximum=90.0),
        Column("longitude", c.NUMBER, "Degrees.", nullable=True, minimum=-180.0, maximum=180.0),
        Column("display_name", c.STRING, "The best hit's name.", nullable=True),
        Column("type", c.STRING, "The geocoder's word for its kind.", nullable=True),
        Column("importance", c.NUMBER, "The geocoder's own rank, 0 to 1.", nullable=True),
        Column("country", c.STRING, "The best hit's country.", nullable=True, pattern=ISO3),
        Column(
            "other_continent",
            c.FLAG,
            "Whether it lies on another continent than the scene; null = not known.",
            nullable=True,
        ),
        Column("n_hits", c.INTEGER, "Hits that were kept, at most 5 of a service.", minimum=0),
        Column("ambiguous", c.FLAG, "Another hit lies over 50 km from the best one."),
        Column("generic_phrase", c.FLAG, "The text is portable (T1): a phrase, no place."),
        Column("retrieved_at", c.STRING, "When it was looked up, UTC.", nullable=True),
    ),
)
