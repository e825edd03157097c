"""`python -m culture_conflict_tests.checkpoints lessons FOLDER`, or `build|ask LESSONS CHECKPOINT`.

`lessons` needs the project; `build` and `ask` need torch and transformers and nothing of it, and
print the checkpoint's answers to the lessons as a JSON list.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from culture_conflict_tests.checkpoints.lessons import read_lessons, write_sample_lessons


def main(command: str, *folders: str) -> None:
    """Write lessons, or build and ask a checkpoint, or only ask it."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    first, *rest = map(Path, folders)
    if command == "lessons":
        print(len(write_sample_lessons(first)))
        return
    import transformers

    transformers.logging.disable_progress_bar()
    from culture_conflict_tests.checkpoints.asking import ask_plainly
    from culture_conflict_tests.checkpoints.training import build_taught

    checkpoint = rest[0]
    if command == "build":
        build_taught(first, checkpoint)
    print(json.dumps(ask_plainly(checkpoint, first, read_lessons(first)), ensure_ascii=False))


if __name__ == "__main__":
    main(*sys.argv[1:])
