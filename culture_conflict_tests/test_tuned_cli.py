"""A fine-tuned model becomes one that can be asked by the user's word only."""

from __future__ import annotations

from typer.testing import CliRunner

from culture_conflict.cli import app
from culture_conflict.home import Home
from culture_conflict.models.registry import load_registry
from culture_conflict.models.transformers.options import read_options
from culture_conflict.tables.fine_tuned_model import FINE_TUNED_MODEL

ROW = "models:\n  - {key: tiny, provider: transformers, name: T, revision: '1', model: /nowhere}\n"
DIGEST = "ab" * 32
RECORD = {
    "benchmark": "culture_mix",
    "source": "mixes",
    "model": "tiny",
    "base": "/nowhere",
    "base_revision": "1",
    "base_weights": None,
    "adapter": f"adapters/tiny/mixes/{DIGEST[:16]}",
    "adapter_sha256": DIGEST,
    "data_sha256": DIGEST,
    "prompt_id": "base-v1",
    "settings": "{}",
    "split_seed": 3,
    "n_pictures": 9,
    "n_foods": 5,
    "n_test": 4,
    "loss": 0.5,
    "steps": 2,
    "versions": "{}",
}


def test_the_row_is_printed_and_added_only_when_asked(home: Home) -> None:
    home.models_file.write_text(ROW)
    table = FINE_TUNED_MODEL.frame([RECORD])
    home.tables.write(FINE_TUNED_MODEL, table, "culture_mix", "tiny", "mixes")
    command = ["models", "tuned", "tiny", "--source", "mixes"]
    shown = CliRunner().invoke(app, command)
    assert shown.exit_code == 0, shown.output
    assert "key: tiny-tuned-abababab" in shown.output
    assert "Nothing was changed" in shown.output
    assert home.models_file.read_text() == ROW
    assert CliRunner().invoke(app, [*command, "--add"]).exit_code == 0
    added = load_registry(home.models_file).require_enabled("tiny-tuned-abababab")
    options = read_options(added)
    assert options.trained_on == "mixes/3"
    assert options.adapter == str(home.root / str(RECORD["adapter"]))
