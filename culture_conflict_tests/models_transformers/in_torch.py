"""Run in a process that has torch: asks a tiny checkpoint in many ways and prints what came.

`python -m culture_conflict_tests.models_transformers.in_torch LESSONS CHECKPOINT`
"""

from __future__ import annotations

import asyncio
import io
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from culture_conflict.benchmarks.confused_tourist.asking import CONFUSED_TOURIST
from culture_conflict.models.protocol import Answer, Request
from culture_conflict.models.settings import ModelSetting
from culture_conflict.models.transformers import provider as providers
from culture_conflict.models.transformers.loading import Loaded
from culture_conflict.models.transformers.provider import TransformersModel
from culture_conflict_tests.checkpoints.intern_vl import build_intern_vl
from culture_conflict_tests.checkpoints.lessons import read_lessons

FORM = CONFUSED_TOURIST.forms["answer"]
LOAD = providers.load
Change = Callable[[Loaded], None]


def ask(
    checkpoint: Path, requests: Sequence[Request], change: Change | None = None, **given: Any
) -> list[Answer]:
    """Answers of a provider of its own; `change` does something to what it has loaded."""
    row = {"key": "tiny", "provider": "transformers", "name": "Tiny", "revision": "1"}
    settings = {"model": str(checkpoint), "structured": "plain"}
    parameters = {"max_tokens": 40, **given}
    setting = ModelSetting.model_validate({**row, **settings, "parameters": parameters})
    model = TransformersModel(setting, FORM)

    def load(options: Any) -> Loaded:
        loaded = LOAD(options)
        if change is not None:
            change(loaded)
        return loaded

    providers.load = load  # type: ignore[attr-defined]

    async def run() -> Sequence[Answer]:
        try:
            return await model.ask(requests)
        finally:
            await model.close()

    return list(asyncio.run(run()))


def short_of_memory(sizes: list[int], most: int) -> Change:
    """Let a batch of more than so many rows find no memory."""

    def change(loaded: Loaded) -> None:
        import torch

        own = loaded.model.generate

        def generate(**given: Any) -> Any:
            sizes.append(len(given["input_ids"]))
            if sizes[-1] > most:
                raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB.")
            return own(**given)

        loaded.model.generate = generate

    return change


def overflowing(loaded: Loaded) -> None:
    """The numbers of the model are none."""
    loaded.model.lm_head.weight.data.fill_(float("nan"))


def picture(width: int, height: int) -> bytes:
    from PIL import Image

    data = io.BytesIO()
    Image.new("RGB", (width, height), "red").save(data, "PNG")
    return data.getvalue()


def main(lessons: Path, checkpoint: Path) -> dict[str, Any]:
    """Every way, with the answers as dictionaries."""
    asked = [
        Request((lessons / one.picture).read_bytes(), "image/png", one.prompt)
        for one in read_lessons(lessons)
    ]
    bad = Request(b"no picture", "image/png", asked[0].prompt)
    thin = Request(picture(900, 2), "image/png", asked[0].prompt)
    sizes: list[int] = []
    alone: list[int] = []
    made: dict[str, Any] = {
        "batched": ask(checkpoint, asked, batch_size=5),
        "cut": ask(checkpoint, asked[:2], max_tokens=3),
        "halved": ask(checkpoint, asked[:8], short_of_memory(sizes, 2)),
        "alone": ask(checkpoint, asked[:2], short_of_memory(alone, 0)),
        "overflowed": ask(checkpoint, asked[:2], overflowing),
        "mixed": ask(checkpoint, [asked[0], bad, thin, asked[2]]),
        "small": ask(checkpoint, asked[:1], max_pixels=1024),
    }
    intern = checkpoint.with_name("intern")
    build_intern_vl(intern)
    made["tiled"] = ask(intern, asked[:2], max_tokens=4)
    made["untiled"] = ask(intern, asked[:2], max_tokens=4, max_pixels=2 * 56 * 56)
    answers = {name: [plain(one) for one in some] for name, some in made.items()}
    return {**answers, "sizes": sizes, "alone_sizes": alone}


def plain(answer: Answer) -> dict[str, Any]:
    return {**asdict(answer), "notes": dict(answer.notes)}


if __name__ == "__main__":
    import transformers

    transformers.logging.disable_progress_bar()
    print(json.dumps(main(*map(Path, sys.argv[1:]))))
