"""A tiny untrained InternVL in transformers' own format; needs torch and transformers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from culture_conflict_tests.checkpoints.qwen3_vl import byte_tokenizer, chat_template

__all__ = ["build_intern_vl"]

_TILE = 56
_NAMES = {
    "start_image_token": "<img>",
    "end_image_token": "</img>",
    "context_image_token": "<IMG_CONTEXT>",
    "video_token": "<video>",
}


def build_intern_vl(folder: Path, *, seed: int = 0) -> None:
    """Write a checkpoint whose processor cuts large pictures into tiles of 56 pixels."""
    import torch
    from transformers import InternVLForConditionalGeneration

    tokenizer = byte_tokenizer(_NAMES)
    torch.manual_seed(seed)
    InternVLForConditionalGeneration(_config(tokenizer)).save_pretrained(folder)
    _processor(tokenizer).save_pretrained(folder)


def _processor(tokenizer: Any) -> Any:
    from transformers import GotOcr2ImageProcessor, InternVLProcessor, InternVLVideoProcessor

    size = {"height": _TILE, "width": _TILE}
    return InternVLProcessor(
        image_processor=GotOcr2ImageProcessor(size=size, crop_to_patches=True, max_patches=12),
        tokenizer=tokenizer,
        video_processor=InternVLVideoProcessor(size=size),
        image_seq_length=4,
        chat_template=chat_template("<IMG_CONTEXT>\\n"),
    )


def _config(tokenizer: Any) -> Any:
    from transformers import InternVLConfig

    size = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2}
    heads = {"num_attention_heads": 2}
    text = {
        "model_type": "qwen2",
        "num_key_value_heads": 2,
        "vocab_size": len(tokenizer),
        "max_position_embeddings": 2048,
        "eos_token_id": tokenizer.eos_token_id,
        "pad_token_id": tokenizer.pad_token_id,
        "bos_token_id": None,
    }
    vision = {"image_size": [_TILE, _TILE], "patch_size": [14, 14]}
    return InternVLConfig(
        vision_config={**size, **heads, **vision},
        text_config={**size, **heads, **text},
        image_token_id=tokenizer.convert_tokens_to_ids("<IMG_CONTEXT>"),
        image_seq_length=4,
        downsample_ratio=0.5,
    )
