"""`reference-text-reader`: follows only the writing in a picture, wherever it points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from culture_conflict.models.protocol import Request, Scalar
from culture_conflict.models.reference.base import UNKNOWN, Reference
from culture_conflict.models.reference.gallery import Texts
from culture_conflict.models.reference.streets import FIXED, Spot, street_fields
from culture_conflict.pictures.threads import usable_cores
from culture_conflict.places.countries import country
from culture_conflict.places.gazetteer import Place, named_places, places_in_text
from culture_conflict.places.scripts import guess_language

__all__ = ["TextReader", "spot_of"]


class TextReader(Reference):
    """Answers with the first place that the writing names, else with the place of the prior.

    A text that is the name of a place goes before places inside longer texts; among several the
    reader's order decides, and a name that many cities have means the largest. Every core reads.
    """

    name: ClassVar[str] = "reference-text-reader"
    batch_size = 4  # pictures of a thread, each a second's work of a core or less

    def __init__(self, texts: Texts) -> None:
        super().__init__()
        self._texts = texts
        self.in_flight = usable_cores()

    @property
    def parameters(self) -> Mapping[str, Scalar]:
        """Who reads, and the place for pictures without a readable one."""
        fixed = f"{FIXED.latitude}, {FIXED.longitude}"
        return {"reader": self._texts.record, "otherwise": fixed}

    def answer(self, request: Request) -> tuple[str, str]:
        """No item, and the country of the place that is written."""
        spot = spot_of(self._read(request))
        return UNKNOWN, spot.country if spot else UNKNOWN

    def fields(self, request: Request) -> Mapping[str, str | float]:
        """Whatever a prompt about a street scene asks for; else item and country."""
        texts = self._read(request)
        language = next(filter(None, map(guess_language, texts)), UNKNOWN)
        spot = spot_of(texts) or FIXED
        filled = street_fields(request, spot, trusts="text", language=language)
        return super().fields(request) if filled is None else filled

    def _read(self, request: Request) -> Sequence[str]:
        return self._texts.read(request.picture)


def spot_of(texts: Sequence[str]) -> Spot | None:
    """The place that texts name, the most telling text first; None where none names any."""
    whole = (named_places(text) for text in texts)
    inside = (places_in_text(text) for text in texts)
    place = next((found[0] for found in (*whole, *inside) if found), None)
    return None if place is None else _spot(place)


def _spot(place: Place) -> Spot:
    return Spot(place.name, country(place.country).name, place.latitude, place.longitude)
