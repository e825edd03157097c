"""Averages over a set of sources, and their composites, in every draw (rulings 19, 29)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Protocol

from culture_conflict.benchmarks.signpost.composites import PARTS, composites
from culture_conflict.statistics.signpost_draws import Drawn, bounded
from culture_conflict.statistics.signpost_draws import mean_of as _mean
from culture_conflict.statistics.signpost_judged import JUDGED_MARTS
from culture_conflict.statistics.signpost_tallies import CELL, SETTING

__all__ = ["degradations", "judged_numbers", "set_numbers"]

_WLA, _SHIFT, _BOARD = "signpost_wla", "signpost_shift", "signpost_leaderboard"
_VARIANTS = ("original", "blank", "similar", "random", "adversarial")
_MEASURES = {
    "mean_wla": "wla",
    "acc_at_25": "acc_25",
    "acc_at_200": "acc_200",
    "acc_at_750": "acc_750",
    "error_gt_2500_km": "over_2500",
    "median_error": "median_km",
}
# Composites of some parts only; the others are made of all.
_MADE_OF = {
    "c": ("wla_original", "wla_blank"),
    "rho_random": ("wla_blank", "wla_random"),
    "rho_adversarial": ("wla_blank", "wla_adversarial"),
    "q_tbs": ("tbs_adversarial_km",),
    "q_tfr": ("tfr",),
}
_Key = tuple[str, ...]
_Kept = tuple[str, str, Mapping[str, str], Drawn]


class _Numbers(Protocol):
    @property
    def source(self) -> str: ...
    @property
    def numbers(self) -> Mapping[tuple[str, str, tuple[str, ...]], Drawn]: ...
    @property
    def covered(self) -> frozenset[tuple[str, ...]]: ...
    @property
    def judged(self) -> frozenset[tuple[str, ...]]: ...


def set_numbers(parts: Sequence[_Numbers], size: int) -> Iterator[_Kept]:
    """The leaderboard's numbers: (mart, metric, cell, number) of settings all sources cover."""
    for who in sorted(_whole(parts, size)):
        cell = dict(zip((*SETTING, "editor"), who, strict=True))
        means = {
            name: mean
            for name in (*(f"wla_{v}" for v in _VARIANTS), "tbs_adversarial_km", "tfr")
            if (mean := _mean([_part(one, name, who) for one in parts])) is not None
        }
        for name, mean in means.items():
            yield _BOARD, name, cell, mean
        yield from ((_BOARD, name, cell, one) for name, one in _composed(means).items())


def judged_numbers(parts: Sequence[_Numbers], size: int) -> Iterator[_Kept]:
    """The averages of signpost_probing and signpost_cross_task, of settings all sources cover."""
    if len(parts) < size or not parts:
        return
    for mart, metric, cell in parts[0].numbers:
        if mart not in JUDGED_MARTS:
            continue
        given = dict(zip(CELL, cell, strict=True))
        kind = "original" if metric.endswith("_original") else "adversarial"
        who = (*(given[name] for name in (*SETTING, "editor")), kind)
        mean = _mean([one.numbers.get((mart, metric, cell)) for one in parts])
        if mean is not None and all(who in one.judged for one in parts):
            yield mart, metric, given, mean


def degradations(parts: Sequence[_Numbers], size: int, vlms: Collection[str]) -> Iterator[_Kept]:
    """Original, Adversarial and their difference over all models of kind vlm (Table 8)."""
    asked: dict[_Key, list[_Key]] = defaultdict(list)
    for who in sorted(_whole(parts, size)):
        if who[0] in vlms:
            asked[who[1:]].append(who)
    for where, settings in asked.items():
        cell = dict(zip((*SETTING[1:], "editor"), where, strict=True)) | {"model": "all"}
        for measure, metric in _MEASURES.items():
            yield from _changes(parts, settings, metric, cell | {"measure": measure})
    for one in parts:
        covering: dict[_Key, list[_Key]] = defaultdict(list)
        for who in sorted(one.covered):
            if who[0] in vlms:
                covering[who[1:]].append(who)
        for where, settings in covering.items():
            cell = dict(zip((*SETTING[1:], "editor"), where, strict=True))
            cell |= {"model": "all", "measure": "mean_wla", "source": one.source}
            yield from _changes([one], settings, "wla", cell)


def _changes(
    parts: Sequence[_Numbers], settings: Sequence[_Key], metric: str, cell: Mapping[str, str]
) -> Iterator[_Kept]:
    pairs = [
        tuple(
            _mean([one.numbers.get((_WLA, metric, _cell(who, v))) for one in parts])
            for v in ("original", "adversarial")
        )
        for who in settings
    ]
    before, after = (_mean(list(side)) for side in zip(*_complete(pairs), strict=True))
    if before is None or after is None:
        return
    change = bounded(after.estimate - before.estimate, after.draws - before.draws, before.n_groups)
    for name, one in (("original", before), ("adversarial", after), ("change", change)):
        yield "signpost_degradation", name, cell, one


def _complete(pairs: Sequence[tuple[Drawn | None, ...]]) -> list[tuple[Drawn | None, ...]]:
    kept = [pair for pair in pairs if None not in pair]
    return kept or [(None, None)]


def _whole(parts: Sequence[_Numbers], size: int) -> frozenset[_Key]:
    if len(parts) < size or not parts:
        return frozenset()
    return frozenset.intersection(*(one.covered for one in parts))


def _cell(who: _Key, variant: str) -> _Key:
    return (*who, variant, "all")


def _part(one: _Numbers, name: str, who: _Key) -> Drawn | None:
    if name.startswith("wla_"):
        return one.numbers.get((_WLA, "wla", _cell(who, name.removeprefix("wla_"))))
    return one.numbers.get((_SHIFT, name, _cell(who, "all")))


def _composed(means: Mapping[str, Drawn]) -> dict[str, Drawn]:
    """The composites whose parts are all there; without a complete pair there is no TBS."""
    nothing = float("nan")
    estimates = composites(
        {name: means[name].estimate if name in means else nothing for name in PARTS}
    )
    drawn = composites({name: means[name].draws if name in means else nothing for name in PARTS})
    return {
        name: bounded(float(one), drawn[name], _groups(means, _MADE_OF.get(name, PARTS)))
        for name, one in estimates.items()
        if set(_MADE_OF.get(name, PARTS)) <= set(means)
    }


def _groups(means: Mapping[str, Drawn], parts: Sequence[str]) -> int:
    return min(means[name].n_groups for name in parts)
