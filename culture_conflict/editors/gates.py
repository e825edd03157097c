"""Whether an edited picture is what was asked for: numbers with limits and a verdict for each.

The gates know pictures, masks and quadrilaterals, no benchmark: whoever edits uses the same ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Literal

from culture_conflict.editors.framing import displacement
from culture_conflict.editors.rims import box_contrast
from culture_conflict.errors import EditError

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

    from culture_conflict.editors.protocol import Quadrilateral

__all__ = [
    "GATES",
    "Gate",
    "Limits",
    "Mode",
    "Report",
    "Verdict",
    "check_picture",
    "require_adapter",
    "worst_share",
]

Verdict = Literal["pass", "fail", "skipped"]
Mode = Literal["enforce", "record"]

# Named by what is wrong where one fails, in the order in which they are judged.
GATES = (
    "not_finite",
    "blank_image",
    "wrong_size",
    "misaligned",
    "unchanged",
    "target_lost",
    "changed_outside",
    "box_shows",
    "misread",
)
_ADVICE = {
    "not_finite": "other seed or precision",
    "blank_image": "other seed or precision",
    "wrong_size": "ask the editor for the size of the picture",
    "misaligned": "other seed, or an editor that keeps the framing",
    "unchanged": "other seed, or an editor that does what it is asked",
    "target_lost": "other seed, or an editor that keeps what the picture is of",
    "changed_outside": "other seed, or blend within the mask",
    "box_shows": "other seed or editor",
    "misread": "other seed, or a shorter text",
}


@dataclass(frozen=True)
class Limits:
    """The largest value that passes.

    Attributes:
        changed_outside: mean difference of pixels outside the mask, 8-bit levels.
        box_shows: contrast that the edit added along the rim of its place, or by which it
            changed the ground there, 8-bit levels.
        misaligned: how far a corner moved, as a share of the longer side.
        misread: character error rate of what the reader makes of a new text.
    """

    changed_outside: float = 0.0
    box_shows: float = 20.0
    misaligned: float = 0.008
    misread: float = 0.34


@dataclass(frozen=True)
class Gate:
    """One gate's outcome; `detail` says what was seen, or why it was skipped."""

    name: str
    verdict: Verdict
    value: float | None = None
    limit: float | None = None
    detail: str | None = None

    @property
    def share(self) -> float:
        """The value as a share of the limit; 100 for a failure that has no such number."""
        if self.verdict == "fail" and not self.limit:
            return 100.0
        return self.value / self.limit if self.value is not None and self.limit else 0.0


@dataclass(frozen=True)
class Report:
    """All gates of one picture, in the order of GATES."""

    gates: tuple[Gate, ...]

    @property
    def accepted(self) -> bool:
        """Whether none failed; a skipped gate is no failure."""
        return self.reason is None

    @property
    def reason(self) -> str | None:
        """The first gate that failed."""
        return next((gate.name for gate in self.gates if gate.verdict == "fail"), None)

    @property
    def advice(self) -> str | None:
        """What may help after that failure."""
        return _ADVICE[self.reason] if self.reason else None

    def with_gates(self, more: Iterable[Gate]) -> Report:
        """The same with further gates."""
        gates = sorted((*self.gates, *more), key=lambda gate: GATES.index(gate.name))
        return Report(tuple(gates))

    def to_json(self) -> str:
        """A JSON object with accepted, reason and the gates, for a table's column."""
        gates = {
            gate.name: {k: v for k, v in asdict(gate).items() if v is not None and k != "name"}
            for gate in self.gates
        }
        told = {"accepted": self.accepted, "reason": self.reason, "gates": gates}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def check_picture(
    after: Image,
    *,
    before: Image | None = None,
    size: tuple[int, int] | None = None,
    mask: Image | None = None,
    texts: Sequence[Quadrilateral] = (),
    raw: np.ndarray | None = None,
    limits: Limits | None = None,
) -> Report:
    """Judge one edited picture by all that pixels tell.

    `size` (width, height) was asked for; by default that of `before`. Without `before` nothing can
    be compared, without `mask` everything may have changed, without `texts` there is no rim to look
    at: those gates are left out. `raw` is a model's own output, whose numbers may be no numbers.
    """
    limits = limits or Limits()
    gates = [_finite(raw)] if raw is not None else []
    gates.append(_blank(after))
    wanted = size or (before.size if before else None)
    if wanted:
        told = f"{after.size[0]}x{after.size[1]} for {wanted[0]}x{wanted[1]}"
        wrong = after.size != wanted
        gates.append(_gate("wrong_size", float(wrong), 0.0, told if wrong else None))
    if before is not None and after.size == before.size:
        gates += _compared(before, after, mask, texts, limits)
    return Report(tuple(gates))


def require_adapter(*, loaded: int, unexpected: int, name: str = "the adapter") -> None:
    """Stop a run whose adapter (LoRA) was not applied: few-step inference without it gives mush.

    Raises:
        EditError: `lora_not_applied`: nothing of it was loaded, or some of its keys fit nowhere.
    """
    if loaded == 0 or unexpected:
        raise EditError(
            f"{name}: {loaded} weights were loaded and {unexpected} fit nowhere in the model. "
            f"Take the adapter that was made for this checkpoint; nothing was edited.",
            reason="lora_not_applied",
        )


def worst_share(report: Report) -> float:
    """The largest value of a gate as a share of its limit: what a gallery of the worst sorts by."""
    return max((gate.share for gate in report.gates), default=0.0)


def _gate(name: str, value: float, limit: float, detail: str | None = None) -> Gate:
    return Gate(name, "fail" if value > limit else "pass", round(value, 4), limit, detail)


def _finite(raw: np.ndarray) -> Gate:
    import numpy as np

    share = float(1 - np.isfinite(raw).mean()) if raw.size else 1.0
    return _gate("not_finite", share, 0.0)


def _blank(after: Image) -> Gate:
    """One colour all over, black or not; a picture has at least some spread of brightness."""
    import numpy as np

    grey = np.asarray(after.convert("L"), np.float32)
    spread = float(grey.std())
    return _gate(
        "blank_image",
        float(spread < 2.0),
        0.0,
        f"brightness {grey.mean():.1f} all over" if spread < 2.0 else None,
    )


def _compared(
    before: Image,
    after: Image,
    mask: Image | None,
    texts: Sequence[Quadrilateral],
    limits: Limits,
) -> Iterable[Gate]:
    import cv2
    import numpy as np

    old, new = (np.asarray(image.convert("RGB")) for image in (before, after))
    kept = np.ones(old.shape[:2], bool) if mask is None else np.asarray(mask.convert("L")) == 0
    off = cv2.absdiff(old, new)
    off[~kept] = 0
    n_kept = max(1, int(kept.sum()))
    apart = int(off.sum(dtype=np.int64)) / (n_kept * off.shape[2])
    moved = displacement(before, after, kept) if apart > 0 else 0.0
    yield _gate("misaligned", moved, limits.misaligned)
    if mask is not None:
        told = f"{off.any(axis=2).sum() / n_kept:.2%} of the pixels outside" if apart else None
        yield _gate("changed_outside", apart, limits.changed_outside, told)
    if texts:
        yield _gate("box_shows", box_contrast(old, new, texts), limits.box_shows)
