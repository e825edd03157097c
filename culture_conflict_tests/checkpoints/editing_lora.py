"""Adapters (LoRA) for the tiny editors, in the two layouts that are about."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

__all__ = ["Layout", "build_lora"]

Layout = Literal["down_up", "peft"]
_RANK = 4


def build_lora(
    checkpoint: Path, file: Path, layout: Layout, *, idle: bool = False, beyond: bool = False
) -> int:
    """Write an adapter for the checkpoint's transformer; returns how many layers it changes.

    `down_up` names `<layer>.lora_down.weight`, `.lora_up.weight` and `.alpha`, as the few-step
    adapters of Qwen-Image-Edit do; `peft` names `transformer.<layer>.lora_A.weight` and `lora_B`.
    An `idle` one changes nothing; one that goes `beyond` has a layer
    more than the checkpoint.
    """
    import torch
    from diffusers import QwenImageTransformer2DModel
    from safetensors.torch import save_file

    random = torch.Generator().manual_seed(0)
    transformer = QwenImageTransformer2DModel.from_pretrained(checkpoint / "transformer")
    layers = [
        (name, layer)
        for name, layer in transformer.named_modules()
        if isinstance(layer, torch.nn.Linear) and ".attn." in name
    ]
    weights: dict[str, Any] = {}
    for name, layer in layers:
        weights |= _weights(name, layer, layout, random)
    if beyond:
        name, layer = layers[0]
        weights |= _weights(name.replace("blocks.0", "blocks.9"), layer, layout, random)
    if idle:
        ups = (".lora_up.weight", ".lora_B.weight")
        weights = {n: torch.zeros_like(w) if n.endswith(ups) else w for n, w in weights.items()}
    file.parent.mkdir(parents=True, exist_ok=True)
    save_file(weights, file)
    return len(layers)


def _weights(name: str, layer: Any, layout: Layout, random: Any) -> dict[str, Any]:
    import torch

    down = 0.2 * torch.randn(_RANK, layer.in_features, generator=random)
    up = 0.2 * torch.randn(layer.out_features, _RANK, generator=random)
    if layout == "peft":
        whole = f"transformer.{name}"
        return {f"{whole}.lora_A.weight": down, f"{whole}.lora_B.weight": up}
    alpha = torch.tensor(float(_RANK))
    return {
        f"{name}.lora_down.weight": down,
        f"{name}.lora_up.weight": up,
        f"{name}.alpha": alpha,
    }
