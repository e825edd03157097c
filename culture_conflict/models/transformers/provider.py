"""A checkpoint of open weights in this process, as a provider of answers."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from culture_conflict.errors import PictureError
from culture_conflict.models.api.forms import AnswerForm, how_asked
from culture_conflict.models.protocol import Answer, Request, Scalar
from culture_conflict.models.settings import ModelSetting
from culture_conflict.models.transformers.generating import (
    Generated,
    generate,
    is_out_of_memory,
    prepare,
)
from culture_conflict.models.transformers.loading import Loaded, load, require_torch
from culture_conflict.models.transformers.options import read_options
from culture_conflict.models.transformers.weights import checkpoint_folder, folder_hash

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["TransformersModel"]


class TransformersModel:
    """Asks in batches, one at a time, in a thread; greedy, so that nobody is asked twice.

    The weights are loaded when the first picture is asked about, so that planning needs no torch;
    those of a folder are hashed, since a path may hold others tomorrow. A batch that finds no
    memory is halved, and so are all that follow.

    Raises:
        RegistryError: the row has parameters that can't be taken.
    """

    in_flight = 2  # the next batch's pictures are read while one is worked on
    max_requests = 1

    def __init__(self, setting: ModelSetting, form: AnswerForm) -> None:
        self._options = read_options(setting)
        self._asked = how_asked(setting, form)
        self.batch_size = self._fitting = self._options.batch_size
        self._calls = 0
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._hashes: dict[str, str] = {}
        self._loaded: Loaded | None = None

    @property
    def parameters(self) -> Mapping[str, Scalar]:
        """All that may change an answer, the hash of a folder's weights included.

        Raises:
            ProviderError: the folder is no checkpoint.
        """
        return {**self._options.parameters(), **self._asked.recorded, **self._weights()}

    @property
    def calls(self) -> int:
        return self._calls

    def expect(self, n_requests: int, prompt: str) -> None:  # noqa: ARG002
        """Refuse before the first picture is read where nothing can be asked.

        Raises:
            ProviderError: a library is missing.
        """
        require_torch(self._options.key)

    async def ask(self, requests: Sequence[Request]) -> Sequence[Answer]:
        """One answer each; a picture that can't be asked about is a fault of its own."""
        self._calls += len(requests)
        return await asyncio.to_thread(self._answer_all, requests)

    async def close(self) -> None:
        """End what still runs, and let the weights go."""
        self._closed.set()
        await asyncio.to_thread(self._let_go)

    def _let_go(self) -> None:
        with self._lock:
            self._loaded = None
            gc.collect()

    def _weights(self) -> dict[str, str]:
        """Hashes of the folders that the row names, each read once."""
        if not self._hashes:
            if self._options.folder is not None:
                self._hashes["weights"] = folder_hash(checkpoint_folder(self._options))
            if self._options.adapter is not None:
                adapter = Path(self._options.adapter).expanduser()
                self._hashes["adapter"] = folder_hash(adapter)
        return self._hashes

    def _answer_all(self, requests: Sequence[Request]) -> list[Answer]:
        images = [_opened(request) for request in requests]
        with self._lock:
            if self._loaded is None:
                self._loaded = load(self._options)
            good = [n for n, image in enumerate(images) if not isinstance(image, Answer)]
            prompts = [request.prompt + self._asked.suffix for request in requests]
            answers: dict[int, Answer] = {}
            for start in range(0, len(good), self.batch_size):
                rows = good[start : start + self.batch_size]
                shown = [image for n in rows if not isinstance(image := images[n], Answer)]
                asked = self._within_memory(self._loaded, shown, [prompts[n] for n in rows])
                answers |= dict(zip(rows, asked, strict=True))
        return [
            image if isinstance(image, Answer) else answers[n] for n, image in enumerate(images)
        ]

    def _within_memory(
        self, loaded: Loaded, images: Sequence[Image.Image], prompts: Sequence[str]
    ) -> list[Answer]:
        """Answers to a batch, in as many parts as memory asks for."""
        answers: list[Answer] = []
        while len(answers) < len(images):
            here = slice(len(answers), len(answers) + self._fitting)
            made = self._one_batch(loaded, images[here], prompts[here])
            if made is not None:
                answers += made
            elif self._fitting > 1:
                self._fitting = max(1, min(self._fitting, len(images[here])) // 2)
            else:
                answers.append(self._faulty("out of memory with this one picture alone"))
        return answers

    def _one_batch(
        self, loaded: Loaded, images: Sequence[Image.Image], prompts: Sequence[str]
    ) -> list[Answer] | None:
        """None where it finds no memory; a batch with a picture that is not taken is split."""
        try:
            inputs = prepare(loaded, images, prompts)
        except ValueError as error:
            if len(images) == 1:
                return [self._faulty(f"picture not taken by the processor: {error}")]
            return [
                answer
                for image, prompt in zip(images, prompts, strict=True)
                for answer in self._within_memory(loaded, [image], [prompt])
            ]
        try:
            made = generate(loaded, inputs, self._options.max_tokens, self._closed.is_set)
        except RuntimeError as error:
            if not is_out_of_memory(error):
                raise
        else:
            return [self._answer(loaded, one) for one in made]
        _free()  # outside the handler: the error would keep the batch's tensors
        return None

    def _answer(self, loaded: Loaded, made: Generated) -> Answer:
        if made.overflowed:
            return self._faulty(
                f"the model's numbers overflowed in {self._options.dtype}; try another `dtype`"
            )
        return Answer(
            made.text,
            finish_reason=made.finish_reason,
            served_model=self._served(),
            input_tokens=made.input_tokens,
            output_tokens=made.output_tokens,
            cost_usd=0.0,
            notes=loaded.notes | self._weights(),
        )

    def _served(self) -> str:
        """The checkpoint with what pins it: a commit, or the first digits of its hash."""
        weights = self._weights().get("weights")
        return f"{self._options.model}@{weights[:12] if weights else self._options.revision}"

    def _faulty(self, error: str) -> Answer:
        notes = self._loaded.notes if self._loaded else {}
        return Answer(error=error, served_model=self._served(), notes=notes | self._weights())


def _opened(request: Request) -> Image.Image | Answer:
    from culture_conflict.pictures.open import open_picture

    try:
        return open_picture(request.picture).image.convert("RGB")
    except PictureError as error:
        return Answer(error=f"picture not opened ({error.reason}): {error}")


def _free() -> None:
    import torch

    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
