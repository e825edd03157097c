"""How much of its place a text gives away: T1 portable, T2 cultural, T3 geo-specific.

SIGNPOST §3, Appendix B and F; ruling 22. The labels are those of a rule system, in the paper too:
`tier_audit.py` draws a sample for people to judge, and their agreement is measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from culture_conflict.benchmarks.signpost import tier_rules as rules

__all__ = ["TIERS", "GroupTier", "Tier", "TierName", "classify", "group_tier"]

TierName = Literal["T1", "T2", "T3"]
TIERS: tuple[TierName, ...] = ("T1", "T2", "T3")

# The first rule that finds something decides.
_RULES: tuple[tuple[TierName, str, rules.Rule], ...] = (
    ("T1", "empty", rules.empty),
    ("T1", "watermark", rules.watermark),
    ("T1", "digits", rules.digits),
    ("T1", "date", rules.date),
    ("T3", "street", rules.street),
    ("T2", "transit", rules.transit),
    ("T1", "generic", rules.generic),
    ("T1", "brand", rules.brand),
    ("T3", "postal_code", rules.postal_code),
    ("T3", "admin", rules.admin),
    ("T3", "place", rules.place),
    ("T3", "landmark", rules.landmark),
    ("T1", "code", rules.code),
    ("T2", "script", rules.script),
    ("T2", "language", rules.language),
)


@dataclass(frozen=True)
class Tier:
    """A text's tier, the rule that decided, and the words it saw."""

    tier: TierName
    rule: str
    evidence: str


@dataclass(frozen=True)
class GroupTier:
    """The tier of a group's texts and the text it comes from."""

    tier: TierName
    rule: str
    text: str


@lru_cache(maxsize=65_536)
def classify(text: str, country: str | None = None) -> Tier:
    """The tier of one text; `country` (alpha-3) narrows which postal patterns count.

    Digits alone are T1 even where they could be a postal code; with an address word they are T3.
    """
    for tier, name, rule in _RULES:
        if (evidence := rule(text, country)) is not None:
            return Tier(tier, name, evidence)
    raise AssertionError("the last rule takes every text")


def group_tier(texts: Sequence[str], country: str | None = None) -> GroupTier:
    """The highest tier among the texts; of equal ones the longer text, then the earlier one.

    Raises:
        ValueError: there is no text.
    """
    if not texts:
        raise ValueError("a group needs at least one text: a picture without one has no tier.")
    judged = [(classify(text, country), text) for text in texts]
    first, text = max(judged, key=lambda pair: (pair[0].tier, len(pair[1])))
    return GroupTier(first.tier, first.rule, text)
