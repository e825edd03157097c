"""How an adapter is trained, apart from what trains it: nothing heavy is imported for it."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from culture_conflict.models.keys import canonical_json
from culture_conflict.models.protocol import Scalar

__all__ = ["TuningSettings"]


@dataclass(frozen=True)
class TuningSettings:
    """How an adapter is trained; `targets` is a pattern of the layers' full names.

    `batch_size` times `accumulate` examples are one step.
    """

    epochs: int = 1
    rate: float = 1e-4
    batch_size: int = 1
    accumulate: int = 8
    rank: int = 16
    alpha: int = 32
    seed: int = 0
    checkpointing: bool = True
    targets: str = r".*language_model.*\.(q|k|v|o|gate|up|down)_proj"

    def recorded(self) -> str:
        """All of it, as canonical JSON."""
        values: dict[str, Scalar] = asdict(self)
        return canonical_json(values)
