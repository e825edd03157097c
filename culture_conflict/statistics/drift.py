"""Has a model changed between two nights? Paired on the group, against its noise (ruling 30)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from culture_conflict.statistics.groups import seed_of
from culture_conflict.statistics.holm import holm
from culture_conflict.statistics.paired import Paired, Sums, paired_tests
from culture_conflict.statistics.splits import split_test, splits_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Flags = NDArray[np.bool_]
    Numbers = NDArray[np.float64]

__all__ = ["ANSWERS", "LEVEL", "Drifted", "Nights", "Verdict", "drifts"]

ANSWERS = "answers"
LEVEL = 0.05


@dataclass(frozen=True)
class Verdict:
    """What a metric counts, each of shape (2, repeats, pictures): hits among `of`."""

    hits: Flags
    of: Flags


@dataclass(frozen=True)
class Nights:
    """Answers of a night (at 0) and of an earlier one (at 1) to the same pictures, all answered.

    `group` (pictures,) numbers the pictures' groups from 0, `n_groups` counts them; `answers`
    (2, repeats, pictures) holds one number per different answer; `verdicts` go by metric.
    """

    n_groups: int
    group: NDArray[np.intp]
    answers: NDArray[np.int64]
    verdicts: Mapping[str, Verdict]

    def per_group(self, values: Numbers) -> Numbers:
        """Sums (groups,) of values (pictures,)."""
        import numpy as np

        return np.bincount(self.group, values, minlength=self.n_groups).astype(np.float64)


@dataclass(frozen=True)
class Drifted:
    """One metric's change: `test.value_a` of this night, `test.value_b` of the earlier one.

    For the metric `answers`, `value_a` is how often the nights disagree about a picture and
    `value_b` how often a night disagrees with itself. `flip_rate` is how often two repeats of one
    night differ in what the metric counts; None where each picture was asked once a night.
    """

    metric: str
    test: Paired
    p_holm: float | None
    n_tests: int
    n_pictures: int
    flip_rate: float | None

    @property
    def is_real(self) -> bool:
        return self.p_holm is not None and self.p_holm < LEVEL


def drifts(cases: Sequence[Nights], *, name: str) -> list[list[Drifted]]:
    """For each pair of nights a row per metric and one for the answers; `name` seeds all draws.

    All cases have the same number of groups. No change means that a group's two nights are drawn
    alike, however noisy the model: each flip of the sign-flip test exchanges both nights of half
    of the groups, so that its null holds the noise of k repeats a night and what a group's
    pictures share. `answers` is tested against the flip rate itself: without a change all 2k
    answers to a picture are alike, so that the nights disagree as often as each with itself; the
    null deals the 2k answers of a whole group out to two nights anew (`splits.split_test`). It
    finds a changed model whose scores stayed. Holm's correction goes over the metrics of a night.
    """
    sums = [sums for case in cases for sums in _sums(case)]
    tests = iter(paired_tests(sums, name=name))
    split = _split_p(cases, seed_of(name))
    made = []
    for case, p in zip(cases, split, strict=True):
        found = {metric: next(tests) for metric in (*case.verdicts, ANSWERS)}
        found[ANSWERS] = _against_noise(found[ANSWERS], p, case.answers.shape[1])
        made.append(_rows(case, found))
    return made


def _rows(case: Nights, found: Mapping[str, Paired]) -> list[Drifted]:
    adjusted = holm([test.p for test in found.values()])
    n_tests = sum(p is not None for p in adjusted)
    noise = {name: _flip_rate(verdict.hits) for name, verdict in case.verdicts.items()}
    noise[ANSWERS] = found[ANSWERS].value_b
    return [
        Drifted(metric, test, p, n_tests, int(case.group.size), noise[metric])
        for (metric, test), p in zip(found.items(), adjusted, strict=True)
    ]


def _sums(case: Nights) -> list[Sums]:
    """Each metric's sums per group, then those of the answers: disagreements by pictures."""
    import numpy as np

    def of_night(night: Flags) -> Numbers:
        return case.per_group(night.sum(axis=0).astype(np.float64))

    sums = [
        Sums(of_night(one.hits[0]), of_night(one.of[0]), of_night(one.hits[1]), of_night(one.of[1]))
        for one in case.verdicts.values()
    ]
    if case.answers.shape[1] < 2:
        none = np.zeros(case.n_groups)
        return [*sums, Sums(none, none, none, none)]
    between, within = splits_of(case.answers)
    pictures = case.per_group(np.ones(case.group.size))
    observed = case.per_group(between[0]), case.per_group(within[0])
    return [*sums, Sums(observed[0], pictures, observed[1], pictures)]


def _split_p(cases: Sequence[Nights], seed: int) -> list[float | None]:
    """The p of the answers of each case; None where noise is not known."""
    import numpy as np

    known = [n for n, case in enumerate(cases) if case.group.size and case.answers.shape[1] > 1]
    p: list[float | None] = [None] * len(cases)
    for repeats in {cases[n].answers.shape[1] for n in known}:
        mine = [n for n in known if cases[n].answers.shape[1] == repeats]
        excess = []
        for n in mine:
            between, within = splits_of(cases[n].answers)
            excess.append([cases[n].per_group(split) for split in between - within])
        for n, value in zip(mine, split_test(np.array(excess), seed=seed), strict=True):
            p[n] = float(value)
    return p


def _against_noise(test: Paired, p: float | None, repeats: int) -> Paired:
    if repeats > 1:
        return replace(test, p=p)
    return replace(test, reason="asked once a night, so that the noise is not known")


def _flip_rate(hits: Flags) -> float | None:
    """How often two different repeats of one night differ, over both nights and all pictures."""
    repeats = hits.shape[1]
    if repeats < 2 or not hits.shape[2]:
        return None
    count = hits.sum(axis=1).astype(float)
    return float((2 * count * (repeats - count) / (repeats * (repeats - 1))).mean())
