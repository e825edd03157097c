"""Qwen's editing pipelines look at their pictures at a megapixel whatever is asked; tests can't."""

from __future__ import annotations

from types import ModuleType

__all__ = ["look_at_small_pictures"]

_AREA = 128 * 128


def look_at_small_pictures() -> None:
    """From now on, in this process, they do so at 128x128 pixels."""
    from diffusers.pipelines.qwenimage import (
        pipeline_qwenimage_edit,
        pipeline_qwenimage_edit_plus,
    )

    pipeline_qwenimage_edit_plus.VAE_IMAGE_SIZE = _AREA
    pipeline_qwenimage_edit_plus.CONDITION_IMAGE_SIZE = _AREA // 4
    _small_dimensions(pipeline_qwenimage_edit)


def _small_dimensions(module: ModuleType) -> None:
    real = module.calculate_dimensions
    module.calculate_dimensions = lambda area, ratio: real(min(area, _AREA), ratio)
