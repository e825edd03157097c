"""How many pictures are made of the dishes of a source."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["Amounts"]

_Few = Annotated[int, Field(ge=0, le=100)]


class Amounts(BaseModel):
    """How many pictures a source of CultureMix gets; the paper's by default (Table 1, ruling 24).

    Pairs per dish and distance class; backgrounds per continent and kind for one dish (5 make 50
    pictures) and for a pair (1 makes 10); `mfb_most` caps the latter.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    same_country: _Few = 1
    same_continent: _Few = 1
    other_continent: _Few = 2
    sfb_per_cell: _Few = 5
    mfb_per_cell: _Few = 1
    mfb_most: _Few = 10

    def pairs(self) -> dict[str, int]:
        """Pairs per dish by distance class."""
        return {
            "same_country": self.same_country,
            "same_continent": self.same_continent,
            "other_continent": self.other_continent,
        }

    def remark(self, cells: Iterable[int]) -> str | None:
        """What too few places mean; `cells` are how many there are per continent and kind."""
        n, full = sum(min(found, self.sfb_per_cell) for found in cells), 10 * self.sfb_per_cell
        if not n:
            return "no backgrounds: no picture before a place is made"
        if n >= full:
            return None
        each = self.sfb_per_cell
        return (
            f"backgrounds: {n} for each dish; {full} would be {each} landmarks and {each} streets "
            f"of each of five continents"
        )
