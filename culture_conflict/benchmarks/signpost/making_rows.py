"""Rows of the table `replacements`, whoever made the texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import polars as pl

from culture_conflict.benchmarks.signpost import asked_maker, gazetteer_maker
from culture_conflict.benchmarks.signpost.asked_maker import Asked
from culture_conflict.benchmarks.signpost.gazetteer_maker import CannotReplaceError, replace_text
from culture_conflict.benchmarks.signpost.replacements import Checked, Span, Triple, check
from culture_conflict.tables.ids import stable_id
from culture_conflict.tables.replacements import REPLACEMENTS

__all__ = [
    "GroupSpan",
    "asked_rows",
    "chosen_spans",
    "from_gazetteer",
    "from_published",
    "unmatched",
]


@dataclass(frozen=True)
class GroupSpan:
    """A span with its place in the tables: source, group, picture (sha256), rank from 1."""

    source: str
    group_id: str
    picture: str
    rank: int
    span: Span


def chosen_spans(
    ocr_spans: pl.DataFrame, countries: Mapping[str, str], *, most: int = 3
) -> list[GroupSpan]:
    """The spans to replace: the `most` best ranked of each group, three in the paper.

    `countries` has the country (alpha-3) of each group where it is known.
    """
    best = ocr_spans.filter(pl.col("span_rank") <= most).sort("group_id", "span_rank")
    columns = ("source", "group_id", "picture", "span_rank", "span_id", "text")
    rows = best.select(columns).rows()
    texts: dict[str, list[tuple[str, str]]] = {}
    for _, group, _, _, span_id, text in rows:
        texts.setdefault(group, []).append((span_id, text))
    chosen = []
    for source, group, picture, rank, span_id, text in rows:
        beside = tuple(other for key, other in texts[group] if key != span_id)
        span = Span(span_id, text, countries.get(group), beside)
        chosen.append(GroupSpan(source, group, picture, rank, span))
    return chosen


@dataclass(frozen=True)
class _Maker:
    name: str
    record: str
    seed: int | None = None


def from_gazetteer(spans: Iterable[GroupSpan], *, seed: int) -> pl.DataFrame:
    """One row per span, made offline; a span without a replacement is refused with its reason."""
    return REPLACEMENTS.frame([_gazetteer_row(span, seed) for span in spans])


def from_published(spans: Iterable[tuple[GroupSpan, Triple, int | None]]) -> pl.DataFrame:
    """One row per span with the texts that a data set gives.

    They are kept as they are: faults (ruling 21) are noted in `reasons` and refuse nothing, since
    the published pictures show these texts. The number is the stored seed of synthesis.
    """
    return REPLACEMENTS.frame(
        [
            _row(span, _Maker("published", "published", seed), triple, check(span.span, triple))
            for span, triple, seed in spans
        ]
    )


def unmatched(spans: Iterable[GroupSpan]) -> pl.DataFrame:
    """Given texts without a place in the picture, refused with that reason."""
    maker = _Maker("published", "published")
    why = ("the reader found no such text in the picture",)
    return REPLACEMENTS.frame([_refused(span, maker, why) for span in spans])


def asked_rows(spans: Iterable[GroupSpan], asked: Asked, model: str) -> pl.DataFrame:
    """One row per span that a model chose; all refused, with the faults, where it was refused.

    Where no answer came, all spans are in state `error`, to be asked about again.
    """
    rows = []
    maker = _Maker(asked_maker.MAKER, f"{model} {asked.prompt_id}")
    for span in spans:
        triple = asked.made.get(span.span.span_id)
        if triple:
            known = asked.checked[span.span.span_id]
            made = _row(span, maker, triple, known)
            rows.append({**made, "attempts": asked.attempts})
        elif asked.faults:
            made = _refused(span, maker, asked.faults)
            state = "error" if asked.failed else "refused"
            rows.append({**made, "attempts": asked.attempts, "state": state})
    return REPLACEMENTS.frame(rows)


def _gazetteer_row(span: GroupSpan, seed: int) -> dict[str, object]:
    maker = _Maker(gazetteer_maker.MAKER, gazetteer_maker.MAKER, seed)
    try:
        triple = replace_text(span.span, seed=seed)
    except CannotReplaceError as error:
        return _refused(span, maker, (str(error),))
    return _row(span, maker, triple, check(span.span, triple))


def _row(span: GroupSpan, maker: _Maker, triple: Triple, known: Checked) -> dict[str, object]:
    place = known.place
    return {
        **_base(span, maker),
        "state": "ok",
        "similar": triple.similar,
        "random": triple.random,
        "adversarial": triple.adversarial,
        "adversarial_place": place.name if place else None,
        "adversarial_country": place.country if place else None,
        "adversarial_continent": known.continent,
        "other_continent": known.other_continent,
        "random_geocodes": known.random_geocodes,
        "reasons": list(known.faults),
    }


def _refused(span: GroupSpan, maker: _Maker, reasons: tuple[str, ...]) -> dict[str, object]:
    unknown = dict.fromkeys(REPLACEMENTS.schema)
    given: Mapping[str, object] = _base(span, maker)
    return {**unknown, **given, "state": "refused", "reasons": list(reasons)}


def _base(span: GroupSpan, maker: _Maker) -> dict[str, object]:
    return {
        "replacement_id": stable_id(span.span.span_id, maker.record, maker.seed),
        "benchmark": "signpost",
        "source": span.source,
        "group_id": span.group_id,
        "picture": span.picture,
        "span_id": span.span.span_id,
        "span_rank": span.rank,
        "native": span.span.text,
        "maker": maker.name,
        "maker_record": maker.record,
        "seed": maker.seed,
        "attempts": 1,
    }
