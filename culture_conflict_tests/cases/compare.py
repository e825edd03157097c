"""Whether what the product gave is what a case expects.

The name of an expected key says how it is compared: `*_max`, `*_at_most` and `*_within_min`
(minutes) are upper bounds, `*_min` and `*_at_least` lower ones, `*_one_of` and `one_of` list the
right outcomes, `*_between` is an interval, `not` must differ, `distinct_from` lists what the
adapter's function must tell apart; everything else must be equal, numbers within the case's `tol*`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["compare"]

Adapter = Mapping[str, Callable[[Any], Any]]
_OTHER_OUTCOME = "also_ok"
_DIFFERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "not": lambda got, value: bool(got != value),
    "distinct_from": lambda got, value: all(got(each) for each in value),
}


def compare(adapter: Adapter, given: Any, expected: Mapping[str, Any]) -> list[str]:
    """The expectations that fail, each as `key: got X, expected Y`; none when the case passes."""
    tolerance = max((v for k, v in expected.items() if k.startswith("tol")), default=1e-9)
    wanted = {k: v for k, v in expected.items() if k != _OTHER_OUTCOME and not k.startswith("tol")}
    if not wanted:
        return ["expected: nothing is expected, so nothing can be shown"]
    failures = [_failure(adapter, key, given, value, tolerance) for key, value in wanted.items()]
    failures = [failure for failure in failures if failure]
    if failures and _OTHER_OUTCOME in adapter and _OTHER_OUTCOME in expected:
        return [] if adapter[_OTHER_OUTCOME](given) == expected[_OTHER_OUTCOME] else failures
    return failures


def _failure(adapter: Adapter, key: str, given: Any, value: Any, tolerance: float) -> str:
    if key not in adapter:
        return f"{key}: the adapter does not answer this"
    try:
        got = adapter[key](given)
        agrees = _agrees(key, got, value, tolerance)
    except Exception as error:  # noqa: BLE001 - whatever a case provokes is that case's failure
        return f"{key}: {type(error).__name__}: {error}"
    return "" if agrees else f"{key}: got {got!r}, expected {value!r}"


def _agrees(key: str, got: Any, value: Any, tolerance: float) -> bool:
    if key in _DIFFERS:
        return _DIFFERS[key](got, value)
    if key.endswith(("_max", "_at_most", "_within_min")):
        return bool(got <= value)
    if key.endswith(("_min", "_at_least")):
        return bool(got >= value)
    if key.endswith("one_of"):
        return any(_equal(got, choice, tolerance) for choice in value)
    if key.endswith("_between"):
        return bool(value[0] <= got <= value[1])
    return _equal(got, value, tolerance)


def _equal(got: Any, value: Any, tolerance: float) -> bool:
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return bool(got == value)
    if isinstance(value, Mapping):
        return set(got) == set(value) and all(_equal(got[k], value[k], tolerance) for k in value)
    if isinstance(value, list):
        pairs = zip(got, value, strict=False)
        return len(got) == len(value) and all(_equal(g, v, tolerance) for g, v in pairs)
    return isinstance(got, int | float) and abs(got - value) <= tolerance
