"""Numbers of the marts for field cases: answers are read, scored, stored and summed as in use."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from culture_conflict.benchmarks.signpost.parsing import parse
from culture_conflict.home import Home
from culture_conflict.models.protocol import Answer
from culture_conflict.places.distance import EARTH_RADIUS_KM
from culture_conflict_tests.benchmarks_signpost.small_scenes import said, scene
from culture_conflict_tests.warehouse.originals import write_right_and_wrong
from culture_conflict_tests.warehouse.project_in_cases import rebuilt, row_of
from culture_conflict_tests.warehouse.signpost_rows import MODEL, write_streets

_TRUTH, _TRAP = (0.0, 0.0), (40.0, 100.0)
_KM_PER_DEGREE = EARTH_RADIUS_KM * math.pi / 180
_OTHER = "other"
_MARTS = ("signpost_wla", "signpost_shift", "signpost_leaderboard")
Row = dict[str, Any]
Numbers = dict[str, Any]


def numbers(given: Mapping[str, Any]) -> Numbers:
    """What the marts say of a case; each case is built once."""
    return _numbers(json.dumps(given))


@cache
def _numbers(given: str) -> Numbers:
    case: Row = json.loads(given)
    ways: dict[str, Callable[[Row], Numbers]] = {
        "errors_km": _errors,
        "trap_hits": _trap_rate,
        "adv_km": _pair,
        "rows": _rates,
    }
    return next(way for name, way in ways.items() if name in case)(case)


def _errors(case: Row) -> Numbers:
    """Answers at these distances; Blank is always found, so that the shift is the whole error."""
    groups = enumerate(case["errors_km"])
    home = _asked([pair for n, km in groups for pair in _shifted(f"g{n}", 0.0, km)])
    accuracy = row_of(home, "signpost_wla", variant="adversarial")
    return {
        "avg": row_of(home, "signpost_shift")["tbs_adversarial_km"],
        "median": accuracy["median_km"],
        "n_scored": accuracy["n_placed"],
        "n_total": accuracy["n_variants"],
    }


def _pair(case: Row) -> Numbers:
    home = _asked(_shifted(case["group"], case["blank_km"], case["adv_km"]))
    shift = row_of(home, "signpost_shift")
    return {
        "tbs": shift["tbs_adversarial_km"],
        "tdr": shift["tdr_mean_km"],
        "pair_counted": shift["tbs_adversarial_n"] + shift["tdr_n"] > 0,
    }


def _trap_rate(case: Row) -> Numbers:
    """The case's source, a scene without a trap in it, beside one where one of seven traps hits."""
    source = case["dataset"]
    home = _asked(
        [*_trapped(source, case["trap_hits"], case["geocodable"]), *_trapped(_OTHER, 1, 7)]
    )
    board = row_of(home, "signpost_leaderboard")
    own, other = (row_of(home, "signpost_shift", source=of)["tfr"] for of in (source, _OTHER))
    lacks = source in (board["no_denominator"] or "").split(", ")
    return {
        "tfr": own,
        "in_macro_average": board["tfr"] is not None and board["tfr"] != other,
        "reported_as": "no denominator" if lacks else "a rate",
    }


def _rates(case: Row) -> Numbers:
    """As many right, wrong and failed answers about items as the case says."""
    right, wrong, failed = (case["rows"][name] for name in ("correct", "wrong", "api_error"))
    home, _ = rebuilt(
        lambda store: write_right_and_wrong(store.root, MODEL, right, wrong, failed),
        "confused_tourist_accuracy",
    )
    cell = {"target": "country", "rule": "guarded", "category": "all", "perturb_method": "none"}
    rates = row_of(home, "confused_tourist_accuracy", **cell)
    return {
        "n_total": rates["n_variants"],
        "n_scored": rates["n"],
        "acc_scored": rates["accuracy"],
        "acc_all": rates["accuracy_all"],
    }


def _asked(pairs: list[tuple[Row, Row | None]]) -> Home:
    """Pictures, each with its answer if there is one, as the sources and the set of a home."""
    scenes = [shown for shown, _ in pairs]
    answers = [answer for _, answer in pairs if answer is not None]
    return rebuilt(lambda store: write_streets(store, scenes, answers), *_MARTS)[0]


def _shifted(group: str, blank_km: float | None, adversarial_km: Any) -> list[tuple[Row, Row]]:
    """One group, its Blank and Adversarial answered so far from the scene, the rest on it."""
    apart = {"blank": blank_km, "adversarial": adversarial_km}
    scenes = scene("s", group, _TRUTH, _TRAP)
    return [(shown, _told(shown, _away(apart.get(shown["variant"], 0.0)))) for shown in scenes]


def _trapped(source: str, n_hits: int, n_traps: int) -> list[tuple[Row, Row]]:
    made = []
    for n in range(n_traps + 1):
        trap = _TRAP if n < n_traps else None
        for shown in scene(source, f"{source}{n}", _TRUTH, trap):
            caught = shown["variant"] == "adversarial" and n < n_hits
            made.append((shown, _told(shown, _TRAP if caught else _TRUTH)))
    return made


def _away(km: Any) -> tuple[Any, Any]:
    """A point north of the scene; what is no number stays what it is."""
    return (km / _KM_PER_DEGREE, 0.0) if isinstance(km, int | float) else (km, km)


def _told(shown: Row, place: tuple[Any, Any]) -> Row:
    """The answer that says this, read by the parser."""
    read = parse(Answer(text=f"Latitude: {place[0]}, Longitude: {place[1]}"))
    found = [read.fields[name] for name in ("latitude", "longitude")]
    degrees = (float(found[0]), float(found[1])) if all(found) else None
    return said(shown, degrees, MODEL, read.state)
