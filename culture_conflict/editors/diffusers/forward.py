"""One call of a pipeline: pictures and instructions in, numbers of the edited pictures out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from culture_conflict.editors.diffusers.loading import Loaded
from culture_conflict.editors.diffusers.options import Options

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

__all__ = ["Job", "forward"]

_MOST_TOKENS = 1024  # several pictures and a long instruction; the usual 512 would cut it
_MOST_T5 = 512


@dataclass(frozen=True)
class Job:
    """One picture to edit: the first of `pictures` at the working size, the others as they are."""

    pictures: tuple[Image, ...]
    instruction: str
    seed: int


def forward(loaded: Loaded, options: Options, jobs: Sequence[Job]) -> np.ndarray:
    """The outputs of jobs of one size: n x height x width x 3, 0 to 1, unless they are no numbers.

    Noise is drawn on the CPU, so that it does not depend on the device. Qwen's pipelines take one
    job at a time.

    Raises:
        torch.OutOfMemoryError: the device's memory does not hold them.
    """
    import torch

    width, height = jobs[0].pictures[0].size
    shared: dict[str, Any] = {
        "width": width,
        "height": height,
        "num_inference_steps": options.steps,
        "output_type": "np",
    }
    noise = [torch.Generator("cpu").manual_seed(job.seed) for job in jobs]
    call = _flux if options.kind == "flux" else _qwen
    given = call(loaded, options, jobs, noise)
    made: np.ndarray = loaded.pipeline(**shared, **given).images
    return made


def _qwen(
    loaded: Loaded, options: Options, jobs: Sequence[Job], noise: list[Any]
) -> dict[str, Any]:
    """True guidance needs a negative prompt, even an empty one; without it 4.0 does nothing."""
    (job,) = jobs
    guided = {"negative_prompt": " "} if options.guidance > 1 else {}
    return {
        "image": list(job.pictures) if loaded.several else job.pictures[0],
        "prompt": job.instruction,
        "true_cfg_scale": options.guidance,
        "generator": noise[0],
        "max_sequence_length": _MOST_TOKENS,
        **guided,
    }


def _flux(
    loaded: Loaded, options: Options, jobs: Sequence[Job], noise: list[Any]
) -> dict[str, Any]:
    """The first picture of each, at its own size: the pipeline would snap to sizes it prefers."""
    del loaded
    width, height = jobs[0].pictures[0].size
    return {
        "image": [job.pictures[0] for job in jobs],
        "prompt": [job.instruction for job in jobs],
        "guidance_scale": options.guidance,
        "generator": noise,
        "max_sequence_length": _MOST_T5,
        "max_area": width * height,
        "_auto_resize": False,
    }
