"""For a machine with a GPU: `python -m culture_conflict_tests.editors_diffusers.on_a_gpu [ROW...]`.

Edits by tiny checkpoints in bfloat16, built on the spot, and by each ROW: a JSON object as in
editors.yaml, such as '{"kind": "qwen", "checkpoint": "/weights/qwen-image-edit-2509"}'. Prints
seconds, memory and whether the same seed gave the same bytes twice.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from culture_conflict.editors.diffusers.editor import DiffusionEditor
from culture_conflict.editors.diffusers.options import read_options
from culture_conflict.editors.protocol import Edited, EditRequest
from culture_conflict.editors.registry import EditorRow
from culture_conflict_tests.checkpoints.__main__ import build_editors
from culture_conflict_tests.editors_diffusers.drawn import picture

_TINY = {"qwen": "qwen", "qwen-plus": "qwen", "flux": "flux"}


def requests(n: int) -> list[EditRequest]:
    words = "Put a small red flag beside the disc; leave everything else as it is."
    shown = (picture((1200, 800)),)
    return [EditRequest(shown, words, "gpu-1", seed) for seed in range(n)]


def shas(edited: list[Any]) -> list[bytes]:
    failed = [one for one in edited if not isinstance(one, Edited)]
    assert not failed, failed
    return [one.picture.tobytes() for one in edited]


def try_row(name: str, row: dict[str, Any], n: int) -> None:
    """Edit n pictures twice, and tell."""
    import torch

    kind = str(row.pop("kind"))
    editor = DiffusionEditor(read_options(EditorRow(name, kind, enabled=True, parameters=row)))
    began = time.perf_counter()
    editor._loaded  # noqa: B018 - the weights come now, so that edits are timed alone
    loaded = time.perf_counter() - began
    began = time.perf_counter()
    first = list(editor.edit_many(requests(n)))
    each = (time.perf_counter() - began) / n
    record = first[0].record if isinstance(first[0], Edited) else None
    assert record is not None, first[0]
    assert record.device != "cpu", "no GPU was seen"
    told = {
        "editor": name,
        "device": record.device,
        "load_s": round(loaded, 1),
        "edit_s": round(each, 2),
        "batches": [one.record.notes["batch"] for one in first if isinstance(one, Edited)],
        "peak_gb": round(torch.cuda.max_memory_allocated() / 2**30, 2),
        "same_bytes_again": shas(first) == shas(list(editor.edit_many(requests(n)))),
        "notes": record.notes,
    }
    print(json.dumps(told), flush=True)


def main(*rows: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        build_editors(Path(folder))
        for name, kind in _TINY.items():
            tiny = {"kind": kind, "checkpoint": str(Path(folder) / name), "steps": 4}
            try_row(name, tiny, 8 if kind == "flux" else 2)
        lora = {"lora": str(Path(folder) / "lora" / "down_up.safetensors")}
        few = {"kind": "qwen", "checkpoint": str(Path(folder) / "qwen-plus"), **lora}
        try_row("few-steps", few, 2)
    for number, row in enumerate(rows, start=1):
        try_row(f"given-{number}", json.loads(row), 2)


if __name__ == "__main__":
    main(*sys.argv[1:])
