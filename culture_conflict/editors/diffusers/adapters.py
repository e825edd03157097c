"""A few-step adapter (LoRA) put onto qwen's transformer, and proof that it is there."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from culture_conflict.editors.gates import require_adapter
from culture_conflict.errors import EditError, ProviderError

__all__ = ["apply_adapter", "few_step_scheduler"]

_NAME = "few_steps"
_DOWN = (".lora_down.weight", ".lora_A.weight")
_UP = (".lora_up.weight", ".lora_B.weight")


def apply_adapter(pipeline: Any, file: Path, key: str) -> int:
    """Load the adapter unfused; how many layers it changes.

    Raises:
        ProviderError: half of a layer's pair is missing, a layer of it fits nowhere in the
            transformer, or it changes nothing.
    """
    wanted = _layers(file, key)
    try:
        pipeline.load_lora_weights(str(file.parent), weight_name=file.name, adapter_name=_NAME)
    except (ValueError, KeyError, RuntimeError) as error:
        raise ProviderError(
            f"Editor `{key}`: adapter {file.name} does not fit its checkpoint ({_said(error)}). "
            f"Take the adapter that was made for it; nothing was edited."
        ) from error
    changed = _changed_layers(pipeline.transformer)
    try:
        require_adapter(
            loaded=changed, unexpected=wanted - changed, name=f"Editor `{key}`: {file.name}"
        )
    except EditError as error:
        raise ProviderError(str(error)) from error
    return changed


def few_step_scheduler(pipeline: Any) -> Any:
    """The scheduler that qwen's few-step adapters were made with: a fixed shift of 3."""
    shift = math.log(3)
    return type(pipeline.scheduler).from_config(
        pipeline.scheduler.config,
        base_image_seq_len=256,
        max_image_seq_len=8192,
        base_shift=shift,
        max_shift=shift,
        shift=1.0,
        shift_terminal=None,
        use_dynamic_shifting=True,
        time_shift_type="exponential",
    )


def _layers(file: Path, key: str) -> int:
    """How many layers the file means to change: both halves of each are needed."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(file, "pt") as opened:
            names = list(opened.keys())
    except SafetensorError as error:
        raise ProviderError(f"Editor `{key}`: {file} can't be read: {_said(error)}.") from error
    downs, ups = (_without(names, ends) for ends in (_DOWN, _UP))
    if not downs or downs != ups:
        raise ProviderError(
            f"Editor `{key}`: {file.name} has {len(downs)} down and {len(ups)} up weights that "
            f"{'do not pair' if downs or ups else 'are those of an adapter'}. "
            f"Take a whole adapter (LoRA) for qwen."
        )
    return len(downs)


def _without(names: list[str], ends: tuple[str, ...]) -> set[str]:
    return {name.removesuffix(end) for name in names for end in ends if name.endswith(end)}


def _changed_layers(transformer: Any) -> int:
    """Layers whose adapter is loaded, finite and not zero."""
    changed = 0
    for module in transformer.modules():
        ups = getattr(module, "lora_B", None)
        if ups is not None and _NAME in ups:
            weight = ups[_NAME].weight
            changed += int(bool(weight.isfinite().all()) and bool(weight.any()))
    return changed


def _said(error: Exception) -> str:
    return " ".join(str(error).split())[:300]
