"""OpenStreetMap's Nominatim by way of geopy: slowly, once per text, and never after a block (§4).

Needs geopy, which is not installed with the package. The public service allows one request per
second, wants an address to write to, and refuses bulk use: run an instance of your own for many.
"""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from culture_conflict.errors import CultureConflictError
from culture_conflict.places.geocode_cache import GeocodeCache
from culture_conflict.places.geocoding import Geocode, Hit, Status

__all__ = ["BlockedError", "GeocodingError", "Nominatim", "NominatimSettings"]

LANGUAGE = "en"

_CONTACT = re.compile(r"\S@\S+\.\S|https?://\S")
_MOST_HITS = 5
_LONGEST_REST_S = 60.0


class GeocodingError(CultureConflictError):
    """Geocoding can't start: a setting is wrong or geopy is missing."""


class BlockedError(CultureConflictError):
    """The service refuses us; nothing was kept, and asking on would make it worse."""


@dataclass(frozen=True)
class NominatimSettings:
    """`user_agent` names the project and an e-mail or web address to write to.

    `gap_s` seconds lie between two requests of all processes that share the cache.
    """

    user_agent: str
    cache: Path
    domain: str = "nominatim.openstreetmap.org"
    scheme: str = "https"
    gap_s: float = 1.0
    attempts: int = 3
    timeout_s: float = 20.0


class Nominatim:
    """A geocoder with a cache; `asked` counts the requests that went out.

    Raises:
        GeocodingError: geopy isn't installed, or the user agent has no address to write to.
    """

    def __init__(
        self,
        settings: NominatimSettings,
        *,
        now: Callable[[], float] = time.time,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._settings = settings
        self._now, self._sleep = now, sleep
        self._cache = GeocodeCache(settings.cache)
        self._client = _client(settings)
        self._service = f"{settings.domain} {LANGUAGE}"
        self.asked = 0

    @property
    def record(self) -> str:
        """The service and its language; the cache says when each text was asked."""
        return f"nominatim {self._service}"

    def geocode(self, text: str) -> Geocode:
        """The service's answer, from the cache where it is known.

        Timeouts and faults of the service are tried again, `attempts` times in all, then an error.

        Raises:
            BlockedError: the service answered 403, 429 every time, or asks to wait over a minute.
        """
        if known := self._cache.get(self._service, text):
            return known
        with self._cache.turn():
            if known := self._cache.get(self._service, text):
                return known
            answer = self._ask_patiently(text)
            self._cache.put(self._service, answer)
        return answer

    def _ask_patiently(self, text: str) -> Geocode:
        from geopy.exc import GeocoderRateLimited, GeocoderServiceError

        detail, limited = "", 0
        for attempt in range(1, self._settings.attempts + 1):
            try:
                found = self._request(text, attempt)
            except GeocoderRateLimited as error:
                limited, detail = limited + 1, "the service answered 429"
                self._rest(float(error.retry_after or 0.0))
            except GeocoderServiceError as error:
                self._stop_if_blocked(error)
                detail = f"{type(error).__name__}: {error}"[:200]
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                detail = f"the reply can't be read: {error}"[:200]
            else:
                return self._answer(text, found, attempt)
        if limited == self._settings.attempts:
            raise BlockedError(self._blocked("429 (too many requests) every time"))
        return Geocode(text, "error", (), self._time(), detail, self._settings.attempts)

    def _rest(self, seconds: float) -> None:
        """Wait as the service asks; nobody else may ask meanwhile, so it is not for long."""
        if not seconds <= _LONGEST_REST_S:
            raise BlockedError(self._blocked(f"429 and asks to wait {seconds:,.0f} s"))
        self._sleep(max(0.0, seconds - self._settings.gap_s))

    def _request(self, text: str, attempt: int) -> list[Any]:
        """Ask once; the third and later tries wait longer."""
        due = self._cache.last_request() + self._settings.gap_s * max(1, 2 ** (attempt - 2))
        longest = self._settings.gap_s * 2**attempt  # a clock that was set back
        self._sleep(min(max(0.0, due - self._now()), longest))
        self.asked += 1
        self._cache.note_request(self._now())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # points off the globe: `_hit` drops them
            found = self._client.geocode(
                text, exactly_one=False, limit=_MOST_HITS, addressdetails=True, language=LANGUAGE
            )
        return list(found or ())

    def _answer(self, text: str, found: list[Any], attempts: int) -> Geocode:
        hits = tuple(hit for each in found if (hit := _hit(each.raw)))
        status: Status = "hit" if hits else "no_result"
        return Geocode(text, status, hits, self._time(), None, attempts)

    def _stop_if_blocked(self, error: Exception) -> None:
        from geopy.exc import GeocoderAuthenticationFailure, GeocoderInsufficientPrivileges

        if isinstance(error, GeocoderAuthenticationFailure | GeocoderInsufficientPrivileges):
            raise BlockedError(self._blocked("403 (forbidden)")) from error

    def _blocked(self, what: str) -> str:
        return (
            f"{self._settings.domain} answered {what}. Nothing of this was kept. Read its usage "
            f"policy, wait, then run again: answers so far are in {self._settings.cache}. For many "
            f"texts use an instance of your own (domain) or the offline gazetteer."
        )

    def _time(self) -> str:
        return datetime.fromtimestamp(self._now(), UTC).isoformat(timespec="seconds")


def _client(settings: NominatimSettings) -> Any:
    if not _CONTACT.search(settings.user_agent):
        raise GeocodingError(
            f"user_agent {settings.user_agent!r}: name your project and an e-mail or web address, "
            f"as the service demands, for instance `my-lab-signs (me@example.org)`."
        )
    try:
        from geopy.adapters import URLLibAdapter
        from geopy.geocoders import Nominatim as Client
    except ModuleNotFoundError as error:
        raise GeocodingError(
            "Nominatim is asked through geopy, which isn't installed: `pip install geopy`, or use "
            "the offline gazetteer, the default."
        ) from error
    return Client(
        domain=settings.domain,
        scheme=settings.scheme,
        user_agent=settings.user_agent,
        timeout=settings.timeout_s,
        adapter_factory=URLLibAdapter,
    )


def _hit(raw: Mapping[str, Any]) -> Hit | None:
    """A result with a point on the globe; anything else is left out."""
    try:
        latitude, longitude = float(raw["lat"]), float(raw["lon"])
    except (KeyError, TypeError, ValueError):
        return None
    if not (abs(latitude) <= 90 and abs(longitude) <= 180):
        return None
    address = raw.get("address")
    return Hit(
        latitude,
        longitude,
        str(raw.get("display_name", "")),
        str(raw["type"]) if raw.get("type") else None,
        float(raw["importance"]) if isinstance(raw.get("importance"), int | float) else None,
        address.get("country_code") if isinstance(address, dict) else None,
    )
