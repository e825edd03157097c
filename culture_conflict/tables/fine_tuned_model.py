"""fine_tuned_model: an adapter that was trained on a source's training part."""

from culture_conflict.tables import _columns as c
from culture_conflict.tables.schema import SHA256, Column, Table

__all__ = ["FINE_TUNED_MODEL"]

FINE_TUNED_MODEL = Table(
    name="fine_tuned_model",
    doc="What a model was fine-tuned on, how, and where the adapter lies: one row.",
    key=("model", "source"),
    columns=(
        c.BENCHMARK,
        c.SOURCE,
        c.MODEL,
        Column("base", c.STRING, "The checkpoint: a folder or a hub id."),
        Column("base_revision", c.STRING, "Its revision in the registry."),
        Column(
            "base_weights",
            c.STRING,
            "Hash of the files of a folder's checkpoint; null for a hub id, which a commit pins.",
            nullable=True,
            pattern=SHA256,
        ),
        Column("adapter", c.STRING, "The adapter's folder, below the home."),
        Column("adapter_sha256", c.STRING, "Hash of the adapter's files.", pattern=SHA256),
        Column(
            "data_sha256",
            c.STRING,
            "Hash of what it was taught: pictures, prompts and answers in their order.",
            pattern=SHA256,
        ),
        Column("prompt_id", c.STRING, "Prompt it was taught with."),
        Column("settings", c.STRING, "How it was trained (JSON)."),
        Column("split_seed", c.INTEGER, "Seed of the split of foods.", minimum=0),
        Column("n_pictures", c.INTEGER, "Training pictures.", minimum=1),
        Column("n_foods", c.INTEGER, "Foods they show as targets.", minimum=1),
        Column(
            "n_test", c.INTEGER, "Pictures of the test part, the only ones it is asked.", minimum=0
        ),
        Column("loss", c.NUMBER, "Mean loss of training."),
        Column("steps", c.INTEGER, "Steps of training.", minimum=1),
        Column("versions", c.STRING, "Libraries and device (JSON)."),
    ),
)
