"""Great-circle distances (ruling 12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["EARTH_RADIUS_KM", "haversine_km"]

EARTH_RADIUS_KM = 6371.0088


@overload
def haversine_km(
    lat1: float, lon1: float, lat2: float, lon2: float, *, radius_km: float = ...
) -> float: ...


@overload
def haversine_km(
    lat1: ArrayLike, lon1: ArrayLike, lat2: ArrayLike, lon2: ArrayLike, *, radius_km: float = ...
) -> NDArray[np.float64]: ...


def haversine_km(
    lat1: Any, lon1: Any, lat2: Any, lon2: Any, *, radius_km: float = EARTH_RADIUS_KM
) -> Any:
    """Distance in kilometres between points in degrees, on a sphere of `radius_km`.

    Takes numbers or arrays that broadcast together; numbers give a float. Longitudes may lie
    outside ±180. A missing coordinate (NaN) gives NaN; h is clamped to [0, 1], so that opposite
    points give half the circumference and never NaN.
    """
    import numpy as np

    phi1, phi2 = np.radians(lat1), np.radians(lat2)
    half_lat, half_lon = (phi2 - phi1) / 2, np.radians(np.subtract(lon2, lon1)) / 2
    h = np.sin(half_lat) ** 2 + np.cos(phi1) * np.cos(phi2) * np.sin(half_lon) ** 2
    distance = 2 * radius_km * np.arcsin(np.sqrt(np.clip(h, 0.0, 1.0)))
    return float(distance) if np.ndim(distance) == 0 else distance
