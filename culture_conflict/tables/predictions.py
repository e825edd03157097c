"""predictions: one row per variant, prompt and time of asking."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import ISO3, SHA256, Column, Table

PREDICTIONS = Table(
    name="predictions",
    doc="The accepted answer to each current picture, with all that made it.",
    key=("model", "variant_id", "prompt_id", "evaluation", "repeat"),
    columns=(
        c.VARIANT_ID,
        c.BENCHMARK,
        c.SOURCE,
        c.PICTURE,
        Column(
            "picture_sent",
            c.STRING,
            "sha256 of the picture asked about; see request_notes.",
            pattern=SHA256,
        ),
        c.MODEL,
        c.PROMPT_ID,
        c.EVALUATION,
        c.REPEAT,
        Column("request_key", c.STRING, "The ledger's key of this answer.", pattern=SHA256),
        c.STATE,
        Column("answer", c.STRING, "The raw answer.", nullable=True),
        Column("reasoning", c.STRING, "The reasoning, where the provider gives it.", nullable=True),
        Column("finish_reason", c.STRING, "Why the model stopped.", nullable=True),
        Column("served_model", c.STRING, "What the provider says answered.", nullable=True),
        Column("item_answer", c.STRING, "The item's name as parsed.", nullable=True),
        Column(
            "country_answer",
            c.STRING,
            "The country as parsed, in the model's words.",
            nullable=True,
        ),
        Column("country", c.STRING, "That country, resolved.", nullable=True, pattern=ISO3),
        Column("error", c.STRING, "What went wrong, where state is error.", nullable=True),
        Column(
            "attempts", c.INTEGER, "Requests made for this answer; 0 = none could be.", minimum=0
        ),
        Column("parameters", c.STRING, "Effective parameters (JSON)."),
        Column("model_revision", c.STRING, "Revision of the model setting."),
        Column("latency_s", c.NUMBER, "Seconds from sending to the answer.", minimum=0),
        Column("input_tokens", c.INTEGER, "Tokens sent; null = unknown.", nullable=True, minimum=0),
        Column(
            "output_tokens", c.INTEGER, "Tokens received; null = unknown.", nullable=True, minimum=0
        ),
        Column("cost_usd", c.NUMBER, "US dollars; null = unknown.", nullable=True, minimum=0),
        Column("asked_at", c.STRING, "UTC time of the answer, ISO 8601."),
        Column(
            "request_notes",
            c.STRING,
            "What else is known of the request (JSON): library versions, requests made, and the "
            "bytes sent (sent_*) where the picture was made to fit the provider.",
            nullable=True,
        ),
    ),
)
