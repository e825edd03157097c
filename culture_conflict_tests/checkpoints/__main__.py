"""`python -m culture_conflict_tests.checkpoints`: `lessons|editors TO`, `build|ask LESSONS TO`.

`editors` needs diffusers too and writes qwen, qwen-plus, flux and adapters into the folder.
`lessons` needs the project; `build` and `ask` need torch and transformers and nothing of it, and
print the checkpoint's answers to the lessons as a JSON list.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from culture_conflict_tests.checkpoints.lessons import read_lessons, write_sample_lessons


def build_editors(folder: Path) -> None:
    """Every tiny editor and adapter."""
    from culture_conflict_tests.checkpoints.editing import build_flux_kontext, build_qwen_edit
    from culture_conflict_tests.checkpoints.editing_lora import build_lora

    build_qwen_edit(folder / "qwen", plus=False)
    build_qwen_edit(folder / "qwen-plus", plus=True)
    build_flux_kontext(folder / "flux")
    plus, loras = folder / "qwen-plus", folder / "lora"
    build_lora(plus, loras / "down_up.safetensors", "down_up")
    build_lora(plus, loras / "peft.safetensors", "peft")
    build_lora(plus, loras / "beyond.safetensors", "peft", beyond=True)
    build_lora(plus, loras / "nothing.safetensors", "peft", idle=True)


def main(command: str, *folders: str) -> None:
    """Write lessons, or build and ask a checkpoint, or only ask it."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    first, *rest = map(Path, folders)
    if command == "lessons":
        print(len(write_sample_lessons(first)))
        return
    import transformers

    if command == "editors":
        build_editors(first)
        return
    transformers.logging.disable_progress_bar()
    from culture_conflict_tests.checkpoints.asking import ask_plainly
    from culture_conflict_tests.checkpoints.training import build_taught

    checkpoint = rest[0]
    if command == "build":
        build_taught(first, checkpoint)
    print(json.dumps(ask_plainly(checkpoint, first, read_lessons(first)), ensure_ascii=False))


if __name__ == "__main__":
    main(*sys.argv[1:])
