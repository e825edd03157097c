"""The words that published data sets use for the factors, as ours."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from culture_conflict.sources.folder.rows import RowError, printable, text_of

__all__ = ["factor"]

_NONE = (
    "",
    "none",
    "original",
    "null",
    "nan",
    "na",
    "n/a",
    "no",
    "without",
    "unperturbed",
    "clean",
)
_WORDS: dict[str, dict[str, tuple[str, ...]]] = {
    "category": {
        "cuisine": ("cuisine", "food", "dish", "dishes"),
        "attire": ("attire", "clothing", "clothes", "garment", "traditional attire"),
        "music": (
            "music",
            "instrument",
            "instruments",
            "musical instrument",
            "musical instruments",
        ),
    },
    "difficulty": {"none": _NONE, "easy": ("easy",), "hard": ("hard",)},
    "perturb_method": {
        "none": _NONE,
        "stacked": ("stacked", "stacking", "stack", "naive", "image stacking"),
        "generative": ("generative", "generated", "generation", "ai", "image generation"),
        "control": ("control",),
    },
    "perturb_context": {
        "none": _NONE,
        "flag": ("flag", "f"),
        "landmark": ("landmark", "l"),
        "flag_landmark": (
            *("flag landmark", "landmark flag", "l f", "f l", "both"),
            *("flag and landmark", "landmark and flag", "flag with landmark"),
        ),
        "congruent_flag": ("congruent flag",),
        "grey_patch": ("grey patch", "gray patch"),
    },
    "pair_method": {
        "none": _NONE,
        "desc": ("desc", "description", "description based", "by description", "semantic"),
        "geo": ("geo", "geographical", "geographic", "geography", "geographical based", "distance"),
    },
}


def factor(name: str, cell: object, own: Mapping[str, str]) -> str:
    """Our value for a cell; case, underscores, hyphens and plus signs don't count.

    Raises:
        RowError: `unknown_value`: neither we nor `own` (the source's `words:`) know the word.
    """
    text = text_of(cell)
    known = {_plain(word): value for value, words in _WORDS[name].items() for word in words}
    known |= {_plain(word): value for word, value in own.items()}
    found = known.get(_plain(text))
    if found is None:
        raise RowError(
            "unknown_value",
            f"{printable(text, 80)!r} is none of {', '.join(_WORDS[name])}; map it under "
            f"`words: {{{name}: ...}}` of source.yaml",
        )
    return found


def _plain(word: str) -> str:
    folded = unicodedata.normalize("NFKC", word).casefold()
    return re.sub(r"[\s_+&-]+", " ", folded).strip()
