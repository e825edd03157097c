"""replacements: the texts that take a sign's place in the edited pictures."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import ISO3, Column, Table

REPLACEMENTS = Table(
    name="replacements",
    doc="One row per replaced span: Similar, Random and Adversarial (SIGNPOST §4, ruling 21).",
    key=("replacement_id",),
    columns=(
        Column("replacement_id", c.STRING, "Hash of span, maker and seed."),
        c.BENCHMARK,
        c.SOURCE,
        Column("group_id", c.STRING, "The counterfactual group: one source scene."),
        c.PICTURE,
        Column("span_id", c.STRING, "The span of `ocr_spans` that is replaced."),
        Column("span_rank", c.INTEGER, "Its rank in the group; 1 = the first.", minimum=1),
        Column("native", c.STRING, "The text as the reader gave it."),
        Column(
            "maker",
            c.STRING,
            "gazetteer = offline, by seed; llm = a model; published = given with the data.",
            allowed=("gazetteer", "llm", "published"),
        ),
        Column("maker_record", c.STRING, "The maker with its model and prompt version."),
        Column(
            "seed",
            c.INTEGER,
            "Seed of the gazetteer maker, or that of synthesis which a data set gives.",
            nullable=True,
            minimum=0,
        ),
        Column("attempts", c.INTEGER, "Requests it took; at most 2.", minimum=1),
        Column(
            "state",
            c.STRING,
            "Whether there are texts; after an error the maker is asked again.",
            allowed=("ok", "refused", "error"),
        ),
        Column("similar", c.STRING, "Compatible text; null where there are none.", nullable=True),
        Column("random", c.STRING, "Unrelated text; null where there are none.", nullable=True),
        Column("adversarial", c.STRING, "Text of a place elsewhere.", nullable=True),
        Column(
            "adversarial_place",
            c.STRING,
            "The largest city of that name in the gazetteer; null = none.",
            nullable=True,
        ),
        Column("adversarial_country", c.STRING, "Its country.", nullable=True, pattern=ISO3),
        Column("adversarial_continent", c.STRING, "Its continent.", nullable=True),
        Column(
            "other_continent",
            c.FLAG,
            "Whether that is another continent than the source's; null = not known.",
            nullable=True,
        ),
        Column(
            "random_geocodes",
            c.FLAG,
            "Whether the whole Random text is a city of 15,000 people and more, or a country.",
            nullable=True,
        ),
        Column("reasons", c.STRINGS, "Faults under ruling 21, in words; empty = none."),
    ),
)
