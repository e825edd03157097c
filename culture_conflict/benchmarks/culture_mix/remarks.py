"""What a free answer says of the place behind a dish: a remark, not where the dish is from."""

from __future__ import annotations

import re

from culture_conflict.benchmarks.confused_tourist.wording import BESIDE

__all__ = ["without_remarks"]

_SENTENCE = re.compile(r"[^.!?;\n]*[.!?;\n]?")
_BEFORE = re.compile(
    r",?\s(?:(?:placed|set|served|shown|pictured|standing)\s)?(?:in front of|against|before)\s"
    r"(?:an?|the)\s[^.;\n]{0,120}?(?=,\s(?:and|but|is|it|which)\b|[.;\n]|$)"
    rf"|,?\s(?:with|while|although|though|despite)\s[^.;,\n]{0, 120}(?:{BESIDE.pattern})[^.;\n]*",
    re.IGNORECASE,
)


def without_remarks(text: str) -> str:
    """The text without sentences and clauses about a background, flag or landmark.

    An object and labelled lines are left as they are: their fields say what they mean.
    """
    if "{" in text:
        return text
    return _SENTENCE.sub(
        lambda part: "" if BESIDE.search(part[0]) else part[0], _BEFORE.sub("", text)
    ).strip()
