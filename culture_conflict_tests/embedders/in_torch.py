"""Embeds with tiny and small checkpoints, in a process of its own that has the torch shim.

`python in_torch.py FOLDER SMALL` builds an E5-like checkpoint in FOLDER and prints one JSON object.
"""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from culture_conflict.embedders.making import make_embedder

TEXTS = ["Rice wrapped in a leaf.", "Rice rolled in leaves.", "A drum with two heads."]
_LETTERS = "▁abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;!?'\"-()"


def build(folder: Path) -> Path:
    """XLM-R of two small layers with mean pooling, in single precision, weights drawn by seed.

    It brings prompts of its own, which nobody asked for.
    """
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Normalize, Pooling, Transformer
    from transformers import XLMRobertaConfig, XLMRobertaModel, XLMRobertaTokenizerFast

    special = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]
    letters = [(letter, -3.0) for letter in sorted(set(_LETTERS))]
    tokens = XLMRobertaTokenizerFast(
        vocab=[*special, *letters, ("<mask>", 0.0)], model_max_length=512
    )
    torch.manual_seed(0)
    config = XLMRobertaConfig(
        vocab_size=len(tokens),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=514,
        type_vocab_size=1,
        bos_token_id=0,
        pad_token_id=1,
        eos_token_id=2,
    )
    raw = folder / "raw"
    XLMRobertaModel(config).save_pretrained(raw)
    tokens.save_pretrained(raw)
    modules = [Transformer(str(raw), max_seq_length=512), Pooling(32, "mean"), Normalize()]
    prompts = {"query": "Instruct: "}
    whole = SentenceTransformer(modules=modules, prompts=prompts, default_prompt_name="query")
    whole.save(str(folder / "tiny"))
    return folder / "tiny"


def typed(place: Path, prefix: str) -> list[Any]:
    """The texts with the prefix typed before them, and no prompt."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(place), device="cpu")
    given = [prefix + text for text in TEXTS]
    vectors: list[Any] = model.encode(given, prompt="", batch_size=1).tolist()
    return vectors


def main(folder: Path, small: Path) -> None:
    warnings.simplefilter("error", FutureWarning)
    tiny = build(folder)
    query, plain = (make_embedder(str(tiny), prefix=prefix) for prefix in ("query: ", ""))
    real = make_embedder(str(small))
    told = {
        "query": query.embed(TEXTS).tolist(),
        "again": make_embedder(str(tiny), prefix="query: ").embed(TEXTS).tolist(),
        "alone": [query.embed([text])[0].tolist() for text in TEXTS],
        "typed": typed(tiny, "query: "),
        "plain": plain.embed(TEXTS).tolist(),
        "plain_typed": typed(tiny, ""),
        "none": query.embed([]).shape,
        "dtype": str(query.embed(TEXTS).dtype),
        "record": query.record,
        "real": (real.embed(TEXTS) @ real.embed(TEXTS).T).tolist(),
        "real_lengths": np.linalg.norm(real.embed(TEXTS), axis=1).tolist(),
        "real_record": real.record,
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
