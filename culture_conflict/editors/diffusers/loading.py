"""A diffusion pipeline in memory, loaded once."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

from culture_conflict.editors.diffusers.adapters import apply_adapter, few_step_scheduler
from culture_conflict.editors.diffusers.options import Options
from culture_conflict.editors.diffusers.weights import adapter_file, checkpoint_folder
from culture_conflict.errors import ProviderError
from culture_conflict.extras import how_to_install

__all__ = ["Loaded", "load", "require_diffusers"]

_NEEDED = ("torch", "torchvision", "transformers", "diffusers", "accelerate")


@dataclass(frozen=True)
class Loaded:
    """A pipeline with what it runs on; `several`: it takes more than one picture."""

    pipeline: Any
    device: str
    several: bool
    versions: dict[str, str]
    notes: dict[str, str | int | float | bool]


def require_diffusers(key: str, *more: str) -> None:
    """Refuse where the libraries are missing.

    Raises:
        ProviderError: it names the extra that brings them.
    """
    if missing := [name for name in (*_NEEDED, *more) if find_spec(name) is None]:
        raise ProviderError(
            f"Editor `{key}` needs {', '.join(missing)}: {how_to_install('diffusers')}."
        )


def load(options: Options) -> Loaded:
    """Load weights and adapter onto the GPUs that this process sees, else onto the CPU.

    Raises:
        ProviderError: a library is missing, or checkpoint or adapter can't be used.
    """
    require_diffusers(options.key, *(["peft"] if options.lora else []))
    import diffusers
    import torch

    folder, file = checkpoint_folder(options), adapter_file(options)
    spread = {"device_map": options.device_map} if options.device_map else {}
    dtype = getattr(torch, options.dtype)
    try:
        pipeline = diffusers.DiffusionPipeline.from_pretrained(
            folder, dtype=dtype, use_safetensors=True, local_files_only=True, **spread
        )
    except (ValueError, OSError, KeyError, ImportError) as error:
        said = " ".join(str(error).split())[:300]
        raise ProviderError(
            f"Editor `{options.key}`: {folder} can't be loaded ({type(error).__name__}: {said}). "
            f"Fetch the checkpoint again or mend its row."
        ) from error
    notes: dict[str, str | int | float | bool] = {"dtype": options.dtype}
    if file is not None:
        notes["adapter_layers"] = apply_adapter(pipeline, file, options.key)
        pipeline.scheduler = few_step_scheduler(pipeline)
    notes["offload"] = _place(pipeline, options)
    pipeline.set_progress_bar_config(disable=True)
    several = type(pipeline).__name__ == "QwenImageEditPlusPipeline"
    names = ("torch", "diffusers", "transformers", *(["peft"] if file else []))
    return Loaded(pipeline, _device(), several, {one: version(one) for one in names}, notes)


def _place(pipeline: Any, options: Options) -> str:
    """Bring the parts to the device; how, in a word. On a CPU there is nothing to offload."""
    import torch

    if not torch.cuda.is_available() or options.device_map:
        return "spread" if options.device_map else "none"
    if options.offload == "model":
        pipeline.enable_model_cpu_offload()
    elif options.offload == "sequential":
        pipeline.enable_sequential_cpu_offload()
    else:
        pipeline.to("cuda")
    return options.offload


def _device() -> str:
    import torch

    return str(torch.cuda.get_device_name(0)) if torch.cuda.is_available() else "cpu"
