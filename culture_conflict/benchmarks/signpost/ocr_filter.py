"""Which read texts are usable scene text, and which view of a panorama is taken (ruling 23)."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from culture_conflict.benchmarks.signpost import tier_rules
from culture_conflict.places.scripts import script_of
from culture_conflict.readers.protocol import Reading

__all__ = ["Dropped", "Screened", "best_view", "fault", "screen"]

MIN_CONFIDENCE = 0.3
MIN_CHARACTERS = 2

_URL = re.compile(
    r"(?i)(?:https?://|www\.)\S+|\S+@\S+\.\w+"
    r"|(?:[\w-]+\.)+(?:com|org|net|info|gov|edu|co\.\w\w)(?:\.\w\w)?(?:/\S*)?"
    r"|(?:[\w-]{3,}\.)+(?:io|cn|jp|de|uk|fr|kr|ru|nl|be|it|es|ch|at|pl|se|pt|br|ca|au|eu|ly)(?:/\S*)?"
)
_MEASURE = re.compile(r"(?i)\d[\d.,]*\s?(?:km/?h?|mi|m|ft|kg|t|h|min|%|°c?)\.?")
_LONGEST_RUN = 4
# Countries that write in scripts of their own, which readers of Latin and Han take for Han.
_OWN_SCRIPT = frozenset(
    (
        *("ARE", "ARM", "BGD", "BGR", "BLR", "DZA", "EGY", "ETH", "GEO", "GRC", "IND"),
        *("IRN", "IRQ", "ISR", "JOR", "KAZ", "KGZ", "KHM", "KOR", "KWT", "LAO", "LBN"),
        *("LBY", "LKA", "MAR", "MKD", "MMR", "MNG", "NPL", "OMN", "PAK", "PRK", "QAT"),
        *("RUS", "SAU", "SDN", "SRB", "SYR", "THA", "TUN", "UKR", "YEM"),
    )
)
_SURE = 0.9


@dataclass(frozen=True)
class Dropped:
    """A reading that is no usable text, with the reason in one word."""

    reading: Reading
    reason: str


@dataclass(frozen=True)
class Screened:
    """One picture's texts: `kept` and `dropped`, in the reader's order.

    `reason` says why the picture has no usable text: `no_text` where nothing was read, else
    `no_valid_text`; None where it passes.
    """

    kept: tuple[Reading, ...]
    dropped: tuple[Dropped, ...]

    @property
    def passes(self) -> bool:
        return bool(self.kept)

    @property
    def reason(self) -> str | None:
        if self.kept:
            return None
        return "no_valid_text" if self.dropped else "no_text"

    @property
    def counts(self) -> Counter[str]:
        """How many readings were dropped, by reason."""
        return Counter(each.reason for each in self.dropped)


def screen(
    readings: Iterable[Reading],
    *,
    min_confidence: float = MIN_CONFIDENCE,
    country: str | None = None,
) -> Screened:
    """Sort readings into usable and not; a kept text is stripped, nothing else of it changes.

    `country` (alpha-3) is the picture's, where it is known.
    """
    kept, dropped = [], []
    for each in readings:
        reason = fault(each, min_confidence=min_confidence, country=country)
        if reason:
            dropped.append(Dropped(each, reason))
        else:
            kept.append(Reading(_stripped(each.text), each.quad, each.confidence))
    return Screened(tuple(kept), tuple(dropped))


def fault(
    reading: Reading, *, min_confidence: float = MIN_CONFIDENCE, country: str | None = None
) -> str | None:
    """Why a reading is no usable text: the first that holds, None for none.

    `empty`, `single_character`, `low_confidence` (only where the reader gives one), `url`,
    `watermark`, `date`, `number` (with a unit or without), `noise` (no two letters or digits, or
    one sign over and over), `foreign_script` (Han or kana that the reader isn't sure of, where
    another script is written).
    """
    text = _stripped(reading.text)
    confidence = reading.confidence
    tests = (
        ("empty", not text),
        ("single_character", len(text) < MIN_CHARACTERS),
        ("low_confidence", confidence is not None and confidence < min_confidence),
        ("url", bool(_URL.fullmatch(text))),
        ("watermark", tier_rules.watermark(text, None) is not None),
        ("date", tier_rules.date(text, None) is not None),
        ("number", bool(_MEASURE.fullmatch(text)) or tier_rules.digits(text, None) is not None),
        ("noise", _is_noise(text)),
        ("foreign_script", country in _OWN_SCRIPT and _may_be_misread(text, confidence)),
    )
    return next((reason for reason, holds in tests if holds), None)


def best_view(views: Mapping[int, Screened]) -> int:
    """The heading (degrees) of the view to take.

    The most usable texts, then the highest sum of their confidences, then the lower heading.

    Raises:
        ValueError: there is no view.
    """
    if not views:
        raise ValueError("a panorama needs at least one view.")
    return min(views, key=lambda at: (-len(views[at].kept), -_confidence(views[at].kept), at))


def _confidence(readings: Sequence[Reading]) -> float:
    return sum(each.confidence or 0.0 for each in readings)


def _stripped(text: str) -> str:
    """Without outer spaces and invisible characters; control characters inside become spaces."""
    seen = (" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in text)
    plain = "".join(c for c in seen if unicodedata.category(c) not in ("Cf", "Co", "Cs", "Cn"))
    return " ".join(plain.split())


def _may_be_misread(text: str, confidence: float | None) -> bool:
    return script_of(text) in ("Han", "Kana") and confidence is not None and confidence < _SURE


def _is_noise(text: str) -> bool:
    signs = [c for c in text if unicodedata.category(c)[0] in "LN"]
    same = len(set(text.casefold())) == 1 and len(text) >= _LONGEST_RUN
    return len(signs) < MIN_CHARACTERS or same
