"""What an editor's step needs: its row says so; the built-in editor needs no GPU."""

from __future__ import annotations

from pathlib import Path

from culture_conflict.executors.needs import EDITOR_GPUS, Devices, Needs

_ROWS = """
editors:
- {key: large, kind: qwen, checkpoint: /w, gpus: 2, gpu_memory_gb: 60}
- {key: small, kind: flux, checkpoint: /w}
- {key: tiny, kind: flux, checkpoint: /w, gpus: 0}
"""


def test_an_editors_step_needs_what_its_row_says(tmp_path: Path) -> None:
    (tmp_path / "editors.yaml").write_text(_ROWS, encoding="utf-8")
    needs = Needs(tmp_path / "models.yaml")
    wanted = {
        "large": Devices(2, 60),
        "small": Devices(1),
        "tiny": Devices(),
        "local": Devices(),
        "composed": Devices(),
    }
    found = {key: needs.devices_for(EDITOR_GPUS, {"editor": key}) for key in wanted}
    assert found == wanted
    over_a_range = {"dagster/asset_partition_range_start": "a|sample"}
    assert needs.of_step(EDITOR_GPUS, over_a_range) == Devices(2, 60)
    assert needs.of_step({}, {"dagster/partition/editor": "large"}) == Devices()
