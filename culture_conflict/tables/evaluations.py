"""evaluations: what made the answers of each evaluation, and how far they reach."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import SHA256, Column, Table


def _count(name: str, doc: str) -> Column:
    return Column(name, c.INTEGER, doc, minimum=0)


def _maybe(name: str, doc: str) -> Column:
    return Column(name, c.STRING, doc, nullable=True)


EVALUATIONS = Table(
    name="evaluations",
    doc="One row per evaluation that stands in predictions: its settings, counts and costs.",
    key=("benchmark", "source", "model", "prompt_id", "evaluation", "repeat", "editor"),
    columns=(
        c.BENCHMARK,
        c.SOURCE,
        c.SOURCE_VERSION,
        c.MODEL,
        c.PROMPT_ID,
        c.EVALUATION,
        c.REPEAT,
        Column("editor", c.STRING, "What made the pictures; all = several did, none = no edits."),
        Column("provider", c.STRING, "Who was asked."),
        Column("model_revision", c.STRING, "Revision of the model setting."),
        Column("parameters", c.STRING, "Effective parameters (JSON)."),
        _maybe("prompts", "sha256 of the words sent, by category (JSON); null = not known."),
        Column("versions", c.STRING, "Versions of the libraries that asked, each a list (JSON)."),
        Column("served_models", c.STRINGS, "What the provider said answered."),
        Column("parser", c.STRING, "Name of the parser and hash of its code and word lists."),
        Column("pictures", c.STRING, "sha256 over variants and pictures asked.", pattern=SHA256),
        _count("n_variants", "Variants of the source."),
        _count("n_rows", "Variants with a row in predictions; fewer where a sample was asked."),
        *(_count(f"n_{state}", f"Rows in state {state}.") for state in c.STATES),
        _count("n_controls", "Of n_variants, controls of ours: no published answers hold them."),
        Column(
            "coverage",
            c.NUMBER,
            "Rows but errors / n_variants, controls left out of both.",
            minimum=0,
            maximum=1,
        ),
        Column(
            "sample_limit",
            c.INTEGER,
            "The most variants a sample might have; null = all were asked.",
            nullable=True,
            minimum=1,
        ),
        Column("sample_seed", c.INTEGER, "Seed of the sample.", nullable=True),
        Column("imported", c.FLAG, "The answers come from a file; no model was called."),
        Column("imported_from", c.STRINGS, "Names of these files."),
        _maybe("imported_at", "UTC time of the last import, ISO 8601."),
        _maybe("first_asked_at", "UTC time of the first answer; null = imported or none."),
        _maybe("last_asked_at", "UTC time of the last answer; null = imported or none."),
        _count("n_requests", "Distinct requests behind the rows."),
        _count("n_attempts", "Times these were asked."),
        Column("input_tokens", c.INTEGER, "Sum of those known; null = none.", nullable=True),
        Column("output_tokens", c.INTEGER, "Sum of those known; null = none.", nullable=True),
        Column("cost_usd", c.NUMBER, "US dollars, sum of those known; null = none.", nullable=True),
        _count("n_costs", "Requests whose cost is known."),
    ),
)
