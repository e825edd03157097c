"""Intervals of every SIGNPOST mart, composites made anew in each draw (ruling 29)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from culture_conflict.statistics.groups import DRAWS
from culture_conflict.statistics.intervals import draw_groups
from culture_conflict.statistics.signpost_draws import Drawn, bounded, drawn_numbers
from culture_conflict.statistics.signpost_judged import (
    JUDGED_MARTS,
    judged_covered,
    judged_metrics,
    judged_of,
)
from culture_conflict.statistics.signpost_sets import (
    degradations,
    judged_numbers,
    set_numbers,
)
from culture_conflict.statistics.signpost_tallies import (
    CELL,
    SETTING,
    WHOLE,
    answers_of,
    error_rate,
    in_force,
    metrics,
    outcomes_of,
)
from culture_conflict.tables._columns import SIGNPOST_CONTROL
from culture_conflict.tables.signpost_intervals import SIGNPOST_INTERVALS

__all__ = ["SourceNumbers", "signpost_intervals", "source_numbers"]

_ALL = pl.lit("all")
_GRAIN = (*SETTING, "editor", "variant", "tier", "source", "measure")


@dataclass(frozen=True)
class SourceNumbers:
    """One source's numbers by (mart, metric) and cell (CELL), and the settings that cover it.

    `judged` are the settings, with the kind of picture, that cover it with judgements.
    """

    source: str
    numbers: Mapping[tuple[str, str, tuple[str, ...]], Drawn]
    covered: frozenset[tuple[str, ...]]
    judged: frozenset[tuple[str, ...]] = frozenset()


def signpost_intervals(
    sources: Iterable[tuple[pl.DataFrame, pl.DataFrame]],
    sets: Mapping[str, Sequence[str]],
    models: pl.DataFrame,
    *,
    judged: Mapping[str, pl.DataFrame] | None = None,
    asked: Mapping[str, pl.DataFrame] | None = None,
    draws: int = DRAWS,
) -> pl.DataFrame:
    """(SIGNPOST_VARIANTS, SIGNPOST_SCORES of all models) of each source to SIGNPOST_INTERVALS.

    `judged` is the SIGNPOST_JUDGEMENTS of all models by source, where there are any. `asked` is
    their SIGNPOST_PREDICTIONS by source, where answers without a score may be among them.

    `sets` names the sources that are averaged (ruling 19), `models` is MODELS. A source's groups
    are drawn once; sources are drawn independently, so an average over a set is drawn as one. A
    set has numbers only for settings that all of its sources cover to 99 %.
    """
    registered = models.select("model", "kind")
    found = [
        source_numbers(
            variants,
            scores.join(registered.select("model"), on="model"),
            (judged or {}).get(variants["source"][0]),
            (asked or {}).get(variants["source"][0]),
            draws=draws,
        )
        for variants, scores in sources
        if not variants.is_empty()
    ]
    rows = [row for one in found for row in _rows_of_source(one)]
    vlms = set(registered.filter(kind="vlm")["model"])
    for name, members in sets.items():
        parts = [one for one in found if one.source in members]
        rows += [_row(name, *kept) for kept in set_numbers(parts, len(members))]
        rows += [_row(name, *kept) for kept in judged_numbers(parts, len(members))]
        rows += [_row(name, *kept) for kept in degradations(parts, len(members), vlms)]
    made = pl.DataFrame(rows, schema=SIGNPOST_INTERVALS.schema, orient="row")
    # An Original stands once for each editor.
    once = made.unique(SIGNPOST_INTERVALS.key, keep="first", maintain_order=True)
    return once.with_columns(draws=pl.lit(draws, pl.Int64))


def source_numbers(
    variants: pl.DataFrame,
    scores: pl.DataFrame,
    judgements: pl.DataFrame | None = None,
    predictions: pl.DataFrame | None = None,
    *,
    draws: int = DRAWS,
) -> SourceNumbers:
    """All numbers of one source from one draw of its groups, seeded by benchmark|source."""
    source = variants["source"][0]
    drawn = draw_groups(f"signpost|{source}", variants["group_id"], draws=draws)
    answers = answers_of(variants, scores)
    tallied = [(answers, metric) for metric in metrics()]
    scored = (scores,) if judgements is None else (scores, judgements)
    given = scored if predictions is None else (predictions.with_columns(unanswered=_ALL),)
    tallied.append((outcomes_of(variants, *given), error_rate()))
    told = None if judgements is None else judged_of(variants, scores, judgements)
    if told is not None:
        tallied += [(told, metric) for metric in judged_metrics()]
    numbers = {
        (metric.mart, metric.name, cell): one
        for rows, metric in tallied
        for cell, one in drawn_numbers(rows, metric, drawn)
    }
    numbers |= dict(_tier_drops(numbers))
    judged = frozenset() if told is None else frozenset(judged_covered(variants, told))
    return SourceNumbers(source, numbers, frozenset(_covered(variants, answers)), judged)


def _tier_drops(
    numbers: Mapping[tuple[str, str, tuple[str, ...]], Drawn],
) -> Iterator[tuple[tuple[str, str, tuple[str, ...]], Drawn]]:
    mart = "signpost_by_tier"
    for (where, metric, cell), original in numbers.items():
        adversarial = numbers.get((mart, "wla_adversarial", cell))
        if (where, metric) == (mart, "wla_original") and adversarial is not None:
            yield (
                (mart, "delta_wla", cell),
                bounded(
                    original.estimate - adversarial.estimate,
                    original.draws - adversarial.draws,
                    min(original.n_groups, adversarial.n_groups),
                ),
            )


def _covered(variants: pl.DataFrame, answers: pl.DataFrame) -> Iterator[tuple[str, ...]]:
    """Settings and editors with answers to 99 % of the edited pictures, and of the Originals."""
    shown = in_force(variants).filter(pl.col("variant") != SIGNPOST_CONTROL)
    sizes = shown.group_by("editor").len("n")
    n_originals = shown.filter(variant="original").height
    shares = (
        answers.filter(pl.col("state") != "error", pl.col("variant") != SIGNPOST_CONTROL)
        .group_by(*SETTING, "editor", original=pl.col("variant") == "original")
        .len("answered")
        .join(sizes, on="editor")
        .with_columns(of=pl.when("original").then(n_originals).otherwise("n"))
        .group_by(*SETTING, "editor")
        .agg((pl.col("answered") / pl.col("of")).min().alias("share"), pl.len().alias("halves"))
        .filter(pl.col("halves") == 2, pl.col("share") >= WHOLE)
    )
    yield from shares.select(*SETTING, "editor").iter_rows()


def _rows_of_source(one: SourceNumbers) -> Iterator[tuple[object, ...]]:
    for (mart, metric, cell), drawn in one.numbers.items():
        given = dict(zip(CELL, cell, strict=True))
        if given["variant"] == "original":
            given["editor"] = "none"
        if mart in JUDGED_MARTS:
            given["source"] = one.source
        if mart == "answer_coverage":
            given["unanswered"] = "all"
        yield _row(one.source, mart, metric, given, drawn)


def _row(
    scope: str, mart: str, metric: str, cell: Mapping[str, str], drawn: Drawn
) -> tuple[object, ...]:
    """In the order of SIGNPOST_INTERVALS; the number of draws is filled in at the end."""
    grain = {name: cell.get(name, "all") for name in _GRAIN}
    who = [grain[name] for name in ("model", "prompt_id", "evaluation", "editor", "unanswered")]
    where = [grain[name] for name in ("variant", "tier", "source", "measure")]
    ends = (drawn.low, drawn.high, drawn.method, drawn.n_groups, 0)
    return (mart, metric, "signpost", scope, *who, *where, drawn.estimate, *ends)
