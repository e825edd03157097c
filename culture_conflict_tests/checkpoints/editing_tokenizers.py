"""Tokenizers of single bytes or letters, of the classes that the editors' checkpoints bring."""

from __future__ import annotations

from typing import Any

__all__ = ["clip_tokenizer", "t5_tokenizer"]

_LETTERS = "▁abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;!?'\"-()"


def _bytes() -> dict[str, int]:
    from tokenizers.pre_tokenizers import ByteLevel

    return {symbol: number for number, symbol in enumerate(sorted(ByteLevel.alphabet()))}


def clip_tokenizer() -> Any:
    """FLUX's first."""
    from transformers import CLIPTokenizer

    inside = _bytes()
    ends = {f"{symbol}</w>": number + 256 for symbol, number in inside.items()}
    marks = {"<|startoftext|>": 512, "<|endoftext|>": 513}
    return CLIPTokenizer(vocab=inside | ends | marks, merges=[], model_max_length=77)


def t5_tokenizer() -> Any:
    """FLUX's second."""
    from transformers import T5TokenizerFast

    marks = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]
    letters = [(letter, -2.0) for letter in _LETTERS]
    extra = [(f"<extra_id_{number}>", 0.0) for number in (0, 1)]
    return T5TokenizerFast(vocab=marks + letters + extra, extra_ids=2, model_max_length=512)
