"""A tiny Qwen3-VL with its tokenizer and processor; needs torch and transformers, nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

__all__ = ["build_qwen3_vl", "byte_tokenizer", "chat_template", "learnt_tokenizer"]

_SPECIAL = (
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|vision_pad|>",
    "<|image_pad|>",
    "<|video_pad|>",
)
_PIXELS = {"shortest_edge": 32 * 32, "longest_edge": 128 * 128}


def chat_template(picture: str = "<|vision_start|><|image_pad|><|vision_end|>") -> str:
    """Qwen's layout of a conversation, for texts and pictures."""
    return (
        "{%- for m in messages %}{{- '<|im_start|>' + m.role + '\\n' }}"
        "{%- if m.content is string %}{{- m.content }}{%- else %}{%- for c in m.content %}"
        "{%- if c.type in ('image', 'image_url') %}{{- '" + picture + "' }}"
        "{%- elif 'text' in c %}{{- c.text }}{%- endif %}{%- endfor %}{%- endif %}"
        "{{- '<|im_end|>\\n' }}{%- endfor %}"
        "{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}{%- endif %}"
    )


def learnt_tokenizer(texts: Iterable[str], size: int = 900) -> Any:
    """A byte-level tokenizer whose merges are learnt from the texts it will see."""
    learnt = sorted(set(texts))
    tokenizer = _plain().train_new_from_iterator(learnt, size, show_progress=False)
    tokenizer.add_tokens(list(_SPECIAL), special_tokens=True)
    return tokenizer


def byte_tokenizer(named: Mapping[str, str]) -> Any:
    """A tokenizer with a token per byte, Qwen's special ones and further ones by their role."""
    tokenizer = _plain(extra_special_tokens=dict(named))
    tokenizer.add_tokens(list(_SPECIAL), special_tokens=True)
    return tokenizer


def _plain(**further: Any) -> Any:
    from tokenizers.pre_tokenizers import ByteLevel
    from transformers import Qwen2Tokenizer

    symbols = {symbol: number for number, symbol in enumerate(sorted(ByteLevel.alphabet()))}
    names = {"unk_token": None, "eos_token": "<|im_end|>", "pad_token": "<|endoftext|>"}
    return Qwen2Tokenizer(vocab=symbols, merges=[], **names, **further)


def build_qwen3_vl(folder: Path, texts: Iterable[str], *, seed: int = 0) -> None:
    """Write an untrained checkpoint of about 0.3 million parameters.

    A head has 32 dimensions, the least that vLLM's attention on a CPU takes. A picture becomes at
    most 16 tokens.
    """
    import torch
    from transformers import Qwen3VLForConditionalGeneration

    tokenizer = learnt_tokenizer(texts)
    torch.manual_seed(seed)
    model = Qwen3VLForConditionalGeneration(_config(tokenizer)).eval()
    model.generation_config.eos_token_id = tokenizer.eos_token_id
    model.generation_config.pad_token_id = tokenizer.pad_token_id
    model.save_pretrained(folder)
    _processor(tokenizer).save_pretrained(folder)


def _processor(tokenizer: Any) -> Any:
    from transformers import Qwen2VLImageProcessor, Qwen3VLProcessor, Qwen3VLVideoProcessor

    pictures = Qwen2VLImageProcessor(
        patch_size=16, temporal_patch_size=2, merge_size=2, size=_PIXELS
    )
    return Qwen3VLProcessor(
        image_processor=pictures,
        tokenizer=tokenizer,
        video_processor=Qwen3VLVideoProcessor(),
        chat_template=chat_template(),
    )


def _config(tokenizer: Any) -> Any:
    from transformers import Qwen3VLConfig

    rope = {
        "rope_type": "default",
        "mrope_section": [8, 4, 4],
        "mrope_interleaved": True,
        "rope_theta": 5e6,
    }
    text = {
        "initializer_range": 0.1,
        "hidden_size": 64,
        "intermediate_size": 128,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "num_key_value_heads": 2,
        "head_dim": 32,
        "vocab_size": len(tokenizer),
        "max_position_embeddings": 4096,
        "rope_parameters": rope,
        "bos_token_id": None,
        "eos_token_id": tokenizer.eos_token_id,
        "pad_token_id": tokenizer.pad_token_id,
    }
    vision = {
        "initializer_range": 0.1,
        "depth": 2,
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_heads": 2,
        "out_hidden_size": 64,
        "patch_size": 16,
        "spatial_merge_size": 2,
        "temporal_patch_size": 2,
        "num_position_embeddings": 256,
        "deepstack_visual_indexes": [0, 1],
    }
    number = tokenizer.convert_tokens_to_ids
    tokens = {
        "image_token_id": number("<|image_pad|>"),
        "video_token_id": number("<|video_pad|>"),
        "vision_start_token_id": number("<|vision_start|>"),
        "vision_end_token_id": number("<|vision_end|>"),
    }
    return Qwen3VLConfig(
        text_config=text, vision_config=vision, tie_word_embeddings=False, **tokens
    )
