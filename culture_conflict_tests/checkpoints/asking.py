"""The plainest way to ask a checkpoint: one picture at a time, nothing batched, nothing padded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from culture_conflict_tests.checkpoints.lessons import Lesson
from culture_conflict_tests.checkpoints.training import question

__all__ = ["ask_plainly"]


def ask_plainly(
    folder: Path, pictures: Path, lessons: Sequence[Lesson], max_new_tokens: int = 40
) -> list[str]:
    """A checkpoint's answers to lessons, greedily, in their order."""
    import torch
    from PIL import Image
    from transformers import AutoModelForImageTextToText, AutoProcessor

    torch.set_num_threads(1)
    model = AutoModelForImageTextToText.from_pretrained(folder, dtype=torch.float32).eval()
    processor = AutoProcessor.from_pretrained(folder)
    answers = []
    for lesson in lessons:
        image = Image.open(pictures / lesson.picture).convert("RGB")
        text = question(processor, lesson.prompt)
        inputs = processor(text=[text], images=[image], return_tensors="pt")
        made = model.generate(**inputs, max_new_tokens=max_new_tokens, do_sample=False)
        said = made[0, inputs["input_ids"].shape[1] :]
        answers.append(processor.decode(said, skip_special_tokens=True))
    return answers
