"""Lets torchvision's ordinary wheel, a CUDA build, work beside the CPU wheel of torch.

Its compiled parts can't be loaded there, so that the import fails: torchvision registers fakes for
two operators that nobody declared. Here the two are declared just before torchvision is loaded, and
`torchvision.io.decode_image` uses Pillow. The boxes' operators stay unusable. For tests only: it
works in processes that have this folder on PYTHONPATH, or that import it, and does nothing beside a
CUDA build of torch.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

_OPERATORS = ("nms", "qnms")
_SCHEMA = "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"
_kept: list[Any] = []  # a torch library takes its operators along when it goes


def _declare() -> bool:
    """Declare the operators; false beside a CUDA build, which brings its own."""
    import torch

    if torch.version.cuda is not None:
        return False
    library = torch.library.Library("torchvision", "FRAGMENT")
    for name in _OPERATORS:
        library.define(f"{name}{_SCHEMA}")
    _kept.append(library)
    return True


def _decode_image(data: Any, mode: object = None, *, apply_exif_orientation: bool = False) -> Any:
    import io

    from PIL import Image, ImageOps
    from torchvision.transforms.functional import pil_to_tensor

    source = data if isinstance(data, str) else io.BytesIO(data.numpy().tobytes())
    image = Image.open(source)
    if apply_exif_orientation:
        image = ImageOps.exif_transpose(image)
    return pil_to_tensor(image.convert("RGB"))


class _Shimmed(Loader):
    """Torchvision's own loader, with something before and something after."""

    def __init__(self, own: Loader) -> None:
        self._own = own

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._own.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        declared = _declare()
        self._own.exec_module(module)
        if declared:
            module.io.decode_image = module.io.image.decode_image = _decode_image

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)


class _Finder(MetaPathFinder):
    """Stays installed: whoever only asks whether torchvision is there calls it too."""

    busy = False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != "torchvision" or self.busy:
            return None
        self.busy = True
        try:
            spec = importlib.util.find_spec(fullname)
        finally:
            self.busy = False
        if spec is not None and spec.loader is not None:
            spec.loader = _Shimmed(spec.loader)
        return spec


sys.meta_path.insert(0, _Finder())
