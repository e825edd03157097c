"""Run in a process that has torch: a checkpoint's answers to its lessons, through the provider.

`python -m culture_conflict_tests.models_transformers.lessons_in_torch LESSONS CHECKPOINT`
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from culture_conflict.models.protocol import Request
from culture_conflict_tests.checkpoints.lessons import read_lessons
from culture_conflict_tests.models_transformers.in_torch import ask


def main(lessons: Path, checkpoint: Path) -> list[str | None]:
    """One text per picture, each asked with the base prompt alone."""
    asked = [
        Request((lessons / one.picture).read_bytes(), "image/png", one.prompt)
        for one in read_lessons(lessons)[::2]
    ]
    return [answer.text for answer in ask(checkpoint, asked, max_tokens=60)]


if __name__ == "__main__":
    import transformers

    transformers.logging.disable_progress_bar()
    print(json.dumps(main(*map(Path, sys.argv[1:]))))
