"""Answers of a loaded checkpoint to a batch of pictures, greedily."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from culture_conflict.models.transformers.loading import Loaded

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["Generated", "generate", "is_out_of_memory", "prepare"]

_CPU_ALLOCATOR = "can't allocate memory"


@dataclass(frozen=True)
class Generated:
    """One answer: its text, how it ended, and how many tokens it took.

    `overflowed` is true where the model's numbers were NaN or infinite before the answer's end.
    """

    text: str
    finish_reason: str
    input_tokens: int
    output_tokens: int
    overflowed: bool


def prepare(loaded: Loaded, images: Sequence[Image.Image], prompts: Sequence[str]) -> Any:
    """The batch as the model takes it, padded on the left; text stands before the picture.

    Raises:
        ValueError: the processor does not take a picture, e.g. one of 300 times its own width.
    """
    asked = []
    for prompt in prompts:
        content = [{"type": "text", "text": prompt}, {"type": "image"}]
        asked.append(
            loaded.processor.apply_chat_template(
                [{"role": "user", "content": content}], add_generation_prompt=True
            )
        )
    return loaded.processor(text=asked, images=list(images), padding=True, return_tensors="pt")


def generate(
    loaded: Loaded, inputs: Any, max_tokens: int, stopped: Callable[[], bool]
) -> list[Generated]:
    """The most likely answer to each row of a prepared batch; cut short once `stopped` says so.

    The same batch has the same answers. In bfloat16 the company of other pictures may tip a close
    decision.
    """
    import torch
    from transformers import LogitsProcessorList, StoppingCriteriaList

    watched, ends = _Watched(stopped), _ends(loaded)
    sent = inputs.to(loaded.model.device, loaded.model.dtype)  # only floats change their type
    with torch.inference_mode():
        made = loaded.model.generate(
            **sent,
            generation_config=_greedy(loaded, max_tokens, ends),
            logits_processor=LogitsProcessorList([watched.look]),
            stopping_criteria=StoppingCriteriaList([watched.stop]),
        )
    width = sent["input_ids"].shape[1]
    asked = sent["attention_mask"].sum(dim=1).tolist()
    return [
        _read(loaded, row.tolist(), ends, int(n_asked), watched.first_bad(n))
        for n, (row, n_asked) in enumerate(zip(made[:, width:].cpu(), asked, strict=True))
    ]


def is_out_of_memory(error: RuntimeError) -> bool:
    """Whether a GPU, or the CPU's allocator, had no memory left."""
    import torch

    return isinstance(error, torch.OutOfMemoryError) or _CPU_ALLOCATOR in str(error)


class _Watched:
    """Looks at each step's numbers, and ends a batch that nobody waits for."""

    def __init__(self, stopped: Callable[[], bool]) -> None:
        self._stopped = stopped
        self._bad: list[list[bool]] = []

    def look(self, _: Any, scores: Any) -> Any:
        """A logits processor: what it is given goes on unchanged."""
        bad = scores.isnan() | (scores == float("inf"))
        self._bad.append(bad.any(dim=-1).tolist())
        return scores

    def stop(self, tokens: Any, _: Any) -> Any:
        """A stopping criterion: all rows at once."""
        import torch

        return torch.full((tokens.shape[0],), self._stopped(), device=tokens.device)

    def first_bad(self, row: int) -> int | None:
        """The step at which a row's numbers were none for the first time."""
        return next((step for step, bad in enumerate(self._bad) if bad[row]), None)


def _ends(loaded: Loaded) -> list[int]:
    """The tokens that end an answer."""
    own = loaded.model.generation_config.eos_token_id
    ends = loaded.processor.tokenizer.eos_token_id if own is None else own
    return [int(end) for end in ends] if isinstance(ends, list) else [int(ends)]


def _greedy(loaded: Loaded, max_tokens: int, ends: list[int]) -> Any:
    """Nothing of the checkpoint's own habits, such as a temperature or penalties."""
    from transformers import GenerationConfig

    padding = loaded.processor.tokenizer.pad_token_id
    return GenerationConfig(
        max_new_tokens=max_tokens,
        do_sample=False,
        num_beams=1,
        eos_token_id=ends,
        pad_token_id=ends[0] if padding is None else padding,
    )


def _read(
    loaded: Loaded, tokens: list[int], ends: list[int], n_asked: int, bad: int | None
) -> Generated:
    """A row's tokens up to its first end."""
    end = next((place for place, token in enumerate(tokens) if token in ends), None)
    said = tokens if end is None else tokens[:end]
    n_steps = len(tokens) if end is None else end + 1
    return Generated(
        text=loaded.processor.tokenizer.decode(said, skip_special_tokens=True),
        finish_reason="length" if end is None else "stop",
        input_tokens=n_asked,
        output_tokens=n_steps,
        overflowed=bad is not None and bad < n_steps,
    )
