"""Tiny untrained diffusion editors in the layout of the real ones; nothing is fetched.

Needs torch, transformers and diffusers, and nothing of the project. What they paint is noise: they
are there for all that lies around the painting.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from culture_conflict_tests.checkpoints.editing_tokenizers import clip_tokenizer, t5_tokenizer
from culture_conflict_tests.checkpoints.qwen3_vl import byte_tokenizer, chat_template

__all__ = ["build_flux_kontext", "build_qwen_edit"]

_LATENTS = 4


def build_qwen_edit(folder: Path, *, plus: bool, seed: int = 0) -> None:
    """Qwen-Image-Edit (one picture), or with `plus` its 2509 (several)."""
    import diffusers
    import torch

    torch.manual_seed(seed)
    tokenizer = byte_tokenizer({})
    tokenizer.chat_template = chat_template()
    kind = "QwenImageEditPlusPipeline" if plus else "QwenImageEditPipeline"
    pipeline = getattr(diffusers, kind)(
        transformer=_qwen_transformer(),
        vae=_qwen_vae(),
        scheduler=diffusers.FlowMatchEulerDiscreteScheduler(),
        text_encoder=_qwen_text_encoder(tokenizer),
        tokenizer=tokenizer,
        processor=_qwen_processor(tokenizer),
    )
    pipeline.save_pretrained(folder)


def _qwen_transformer() -> Any:
    from diffusers import QwenImageTransformer2DModel

    return QwenImageTransformer2DModel(
        patch_size=2,
        in_channels=4 * _LATENTS,
        out_channels=_LATENTS,
        num_layers=2,
        attention_head_dim=16,
        num_attention_heads=3,
        joint_attention_dim=16,
        guidance_embeds=False,
        axes_dims_rope=(8, 4, 4),
    )


def _qwen_vae() -> Any:
    from diffusers import AutoencoderKLQwenImage

    return AutoencoderKLQwenImage(
        base_dim=8,
        z_dim=_LATENTS,
        dim_mult=[1, 2, 4, 4],
        num_res_blocks=1,
        temperal_downsample=[False, True, True],
        latents_mean=[0.0] * _LATENTS,
        latents_std=[1.0] * _LATENTS,
    )


def _qwen_text_encoder(tokenizer: Any) -> Any:
    from transformers import Qwen2_5_VLConfig, Qwen2_5_VLForConditionalGeneration

    rope = {"mrope_section": [1, 1, 2], "rope_type": "default", "rope_theta": 1e6}
    text = {
        "hidden_size": 16,
        "intermediate_size": 16,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "num_key_value_heads": 2,
        "vocab_size": len(tokenizer),
        "rope_parameters": rope,
        "max_position_embeddings": 32768,
        "bos_token_id": None,
        "eos_token_id": tokenizer.eos_token_id,
        "pad_token_id": tokenizer.pad_token_id,
    }
    vision = {
        "depth": 2,
        "hidden_size": 16,
        "intermediate_size": 16,
        "num_heads": 2,
        "out_hidden_size": 16,
        "fullatt_block_indexes": [1],
    }
    number = tokenizer.convert_tokens_to_ids
    tokens = {
        "image_token_id": number("<|image_pad|>"),
        "video_token_id": number("<|video_pad|>"),
        "vision_start_token_id": number("<|vision_start|>"),
        "vision_end_token_id": number("<|vision_end|>"),
    }
    config = Qwen2_5_VLConfig(text_config=text, vision_config=vision, **tokens)
    return Qwen2_5_VLForConditionalGeneration(config)


def _qwen_processor(tokenizer: Any) -> Any:
    from transformers import Qwen2VLImageProcessor, Qwen2VLProcessor, Qwen2VLVideoProcessor

    pixels = {"shortest_edge": 28 * 28, "longest_edge": 56 * 56}
    pictures = Qwen2VLImageProcessor(
        patch_size=14, temporal_patch_size=2, merge_size=2, size=pixels
    )
    video = Qwen2VLVideoProcessor()
    return Qwen2VLProcessor(image_processor=pictures, tokenizer=tokenizer, video_processor=video)


def build_flux_kontext(folder: Path, *, seed: int = 0) -> None:
    """FLUX.1-Kontext."""
    import torch
    from diffusers import FlowMatchEulerDiscreteScheduler, FluxKontextPipeline

    torch.manual_seed(seed)
    first, second = clip_tokenizer(), t5_tokenizer()
    pipeline = FluxKontextPipeline(
        scheduler=FlowMatchEulerDiscreteScheduler(use_dynamic_shifting=True, shift=3.0),
        text_encoder=_clip(first),
        text_encoder_2=_t5(second),
        tokenizer=first,
        tokenizer_2=second,
        transformer=_flux_transformer(),
        vae=_flux_vae(),
    )
    pipeline.save_pretrained(folder)


def _flux_transformer() -> Any:
    from diffusers import FluxTransformer2DModel

    return FluxTransformer2DModel(
        patch_size=1,
        in_channels=4 * _LATENTS,
        num_layers=1,
        num_single_layers=1,
        attention_head_dim=16,
        num_attention_heads=2,
        joint_attention_dim=32,
        pooled_projection_dim=32,
        axes_dims_rope=[4, 4, 8],
        guidance_embeds=True,
    )


def _flux_vae() -> Any:
    from diffusers import AutoencoderKL

    return AutoencoderKL(
        sample_size=32,
        block_out_channels=(4,) * 4,
        layers_per_block=1,
        latent_channels=_LATENTS,
        norm_num_groups=1,
        use_quant_conv=False,
        use_post_quant_conv=False,
        shift_factor=0.0609,
        scaling_factor=1.5035,
        down_block_types=("DownEncoderBlock2D",) * 4,
        up_block_types=("UpDecoderBlock2D",) * 4,
    )


def _clip(tokenizer: Any) -> Any:
    from transformers import CLIPTextConfig, CLIPTextModel

    config = CLIPTextConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=37,
        num_hidden_layers=2,
        num_attention_heads=4,
        projection_dim=32,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    return CLIPTextModel(config)


def _t5(tokenizer: Any) -> Any:
    from transformers import T5Config, T5EncoderModel

    config = T5Config(
        vocab_size=len(tokenizer),
        d_model=32,
        d_ff=37,
        d_kv=8,
        num_layers=2,
        num_heads=4,
        feed_forward_proj="gated-gelu",
        decoder_start_token_id=0,
    )
    return T5EncoderModel(config)
