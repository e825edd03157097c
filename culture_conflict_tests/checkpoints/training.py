"""Teaches a tiny checkpoint its lessons; needs torch, transformers and Pillow, nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from culture_conflict_tests.checkpoints.lessons import Lesson, read_lessons
from culture_conflict_tests.checkpoints.qwen3_vl import build_qwen3_vl

__all__ = ["STEPS", "build_taught", "question", "teach"]

STEPS = 140
_IGNORED = -100


def build_taught(lessons: Path, folder: Path, *, steps: int = STEPS, seed: int = 0) -> float:
    """Build a Qwen3-VL that has learnt a folder of lessons; the loss of the last step."""
    found = read_lessons(lessons)
    build_qwen3_vl(folder, [text for one in found for text in (one.prompt, one.answer)], seed=seed)
    return teach(folder, lessons, found, steps=steps, seed=seed)


def teach(
    folder: Path,
    pictures: Path,
    lessons: Sequence[Lesson],
    *,
    steps: int,
    seed: int = 0,
    batch: int = 8,
    rate: float = 4e-3,
) -> float:
    """Train a checkpoint in its folder, all of it, on a seeded order of its lessons."""
    import torch
    from transformers import AutoModelForImageTextToText, AutoProcessor

    torch.set_num_threads(1)  # two threads on two busy cores wait more than they work
    torch.manual_seed(seed)
    model = AutoModelForImageTextToText.from_pretrained(folder, dtype=torch.float32).train()
    inputs = _inputs(AutoProcessor.from_pretrained(folder), pictures, lessons)
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.0)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps)
    order = torch.Generator().manual_seed(seed)
    loss = torch.tensor(float("nan"))
    for _ in range(steps):
        drawn = torch.randperm(len(lessons), generator=order)[:batch].tolist()
        loss = model(**_rows(inputs, drawn)).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
    model.eval().save_pretrained(folder)
    return float(loss.detach())


def _rows(inputs: Any, rows: Sequence[int]) -> dict[str, Any]:
    """Some lessons of all; the patches of all pictures stand in one tensor, one after the other."""
    import torch

    ends = inputs["image_grid_thw"].prod(dim=1).cumsum(0).tolist()
    starts = [0, *ends]
    patches = [inputs["pixel_values"][starts[row] : ends[row]] for row in rows]
    chosen = {name: values[rows] for name, values in inputs.items() if name != "pixel_values"}
    return chosen | {"pixel_values": torch.cat(patches)}


def _inputs(processor: Any, pictures: Path, lessons: Sequence[Lesson]) -> Any:
    """A batch whose labels are the answers and the end after them."""
    from PIL import Image

    processor.tokenizer.padding_side = "right"
    asked = [question(processor, lesson.prompt) for lesson in lessons]
    whole = [
        question + lesson.answer + processor.tokenizer.eos_token
        for question, lesson in zip(asked, lessons, strict=True)
    ]
    images = [Image.open(pictures / lesson.picture).convert("RGB") for lesson in lessons]
    inputs = processor(text=whole, images=images, padding=True, return_tensors="pt")
    labels = inputs["input_ids"].clone()
    labels[inputs["attention_mask"] == 0] = _IGNORED
    for row, lesson in enumerate(lessons):
        ending = processor.tokenizer(lesson.answer + processor.tokenizer.eos_token).input_ids
        end = int(inputs["attention_mask"][row].sum())
        labels[row, : end - len(ending)] = _IGNORED
    inputs["labels"] = labels
    return inputs


def question(processor: Any, prompt: str) -> str:
    """The conversation up to where the answer begins; the text stands before the picture."""
    content = [{"type": "text", "text": prompt}, {"type": "image"}]
    return str(
        processor.apply_chat_template(
            [{"role": "user", "content": content}], add_generation_prompt=True
        )
    )
