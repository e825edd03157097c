"""A checkpoint in memory, ready to be asked."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from culture_conflict.errors import ProviderError
from culture_conflict.extras import how_to_install
from culture_conflict.models.transformers.options import Options
from culture_conflict.models.transformers.weights import checkpoint_folder

__all__ = ["Loaded", "load", "require_torch"]

_NEEDED = ("torch", "torchvision", "transformers")
_TILE = 448


@dataclass(frozen=True)
class Loaded:
    """A model with its processor; `notes` say what they are and what they run on."""

    model: Any
    processor: Any
    notes: dict[str, str]


def require_torch(key: str) -> None:
    """Refuse where the libraries are missing.

    Raises:
        ProviderError: it names the extra that brings them.
    """
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        raise ProviderError(
            f"Model `{key}`: provider `transformers` needs {', '.join(missing)}: "
            f"{how_to_install('transformers')}."
        )


def load(options: Options) -> Loaded:
    """Load weights and processor onto the GPUs that this process sees, else onto the CPU.

    Raises:
        ProviderError: a library is missing, or the checkpoint can't be loaded.
    """
    require_torch(options.key)
    import torch
    from transformers import AutoModelForImageTextToText, AutoProcessor

    folder = checkpoint_folder(options)
    trusted = {"trust_remote_code": options.trust_remote_code}
    try:
        processor = AutoProcessor.from_pretrained(folder, **trusted)
        model = AutoModelForImageTextToText.from_pretrained(
            folder,
            dtype=getattr(torch, options.dtype),
            use_safetensors=True,
            **trusted,
            **_placed(options),
        )
    except (ValueError, OSError, KeyError, ImportError) as error:
        raise ProviderError(_not_loaded(options, error)) from error
    if options.adapter is not None:
        model = _adapted(options, model)
    processor.tokenizer.padding_side = "left"
    _limit_pixels(processor, options)
    return Loaded(model.eval(), processor, _notes(model))


def _placed(options: Options) -> dict[str, Any]:
    """One device, or several by accelerate's map; the executor decides which are seen."""
    import torch

    if not torch.cuda.is_available():
        return {}
    return {"device_map": "auto" if options.gpus > 1 else {"": 0}}


def _adapted(options: Options, model: Any) -> Any:
    """The model with a LoRA adapter merged into its weights."""
    if find_spec("peft") is None:
        raise ProviderError(
            f"Model `{options.key}`: an adapter needs peft: {how_to_install('tuning')}."
        )
    from peft import PeftModel

    folder = Path(str(options.adapter)).expanduser()
    try:
        return PeftModel.from_pretrained(model, str(folder)).merge_and_unload()
    except (ValueError, OSError) as error:
        raise ProviderError(
            f"Model `{options.key}`: adapter {folder} does not fit {options.model}: {error}. "
            f"Mend `adapter` in its row."
        ) from error


def _limit_pixels(processor: Any, options: Options) -> None:
    """Give each picture at most the row's pixels; the checkpoint's own narrower limit stays."""
    pictures = processor.image_processor
    size = dict(getattr(pictures, "size", None) or {})
    if "longest_edge" in size and "shortest_edge" in size:
        most = min(size["longest_edge"], options.max_pixels)
        least = size["shortest_edge"] if options.min_pixels is None else options.min_pixels
        pictures.size = {"shortest_edge": min(least, most), "longest_edge": most}
    elif hasattr(pictures, "max_patches"):
        tile = size.get("height", _TILE) * size.get("width", _TILE)
        pictures.max_patches = max(1, min(pictures.max_patches, options.max_pixels // tile))
        pictures.crop_to_patches = pictures.crop_to_patches and pictures.max_patches > 1


def _notes(model: Any) -> dict[str, str]:
    import torch

    device = model.device
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else "cpu"
    return {"device": name, **{name: version(name) for name in ("torch", "transformers")}}


def _not_loaded(options: Options, error: Exception) -> str:
    hint = "It needs the repository's own code: set `trust_remote_code: true` if you trust it. "
    needs_code = "trust_remote_code" in str(error) and not options.trust_remote_code
    said = " ".join(str(error).split())[:300]
    return (
        f"Model `{options.key}`: {options.model} can't be loaded as a model of pictures and texts "
        f"({type(error).__name__}: {said}). {hint if needs_code else ''}Known to work: Qwen3-VL "
        f"and InternVL in transformers' own format."
    )
