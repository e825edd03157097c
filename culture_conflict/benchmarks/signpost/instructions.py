"""What an editor that reads prompts is told about a scene's texts (SIGNPOST §4, our words)."""

from __future__ import annotations

from collections.abc import Sequence

from culture_conflict.editors.protocol import TextEdit

__all__ = ["PROMPT_ID", "instruction"]

PROMPT_ID = "signs-1"

_KEPT = (
    "Everything else stays as it is, pixel by pixel where possible: all other writing, the sign's "
    "material, colours, light, perspective and dirt, and the framing of the picture."
)
_LIKE = "in the same script style, weight, colour, size and perspective, as if it had always stood"


def instruction(texts: Sequence[TextEdit]) -> str:
    """One sentence per text: what stands there and what shall; a text for nothing is removed."""
    return " ".join([*(_one(text) for text in texts), _KEPT])


def _one(text: TextEdit) -> str:
    if not text.new:
        return f'Remove the writing "{text.native}" and leave the bare surface below it.'
    return f'Replace the writing "{text.native}" by "{text.new}", {_LIKE} there.'
