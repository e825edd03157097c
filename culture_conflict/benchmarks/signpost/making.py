"""The replacement texts of a whole source, by the maker that was chosen (§4, Appendix B)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal

import polars as pl

from culture_conflict.benchmarks.signpost.making_rows import (
    GroupSpan,
    chosen_spans,
    from_gazetteer,
    from_published,
    unmatched,
)
from culture_conflict.benchmarks.signpost.reading_scenes import countries_of
from culture_conflict.benchmarks.signpost.replacements import Span, Triple, diversity
from culture_conflict.places.normalize import normalize
from culture_conflict.tables.ids import stable_id
from culture_conflict.tables.replacements import REPLACEMENTS

__all__ = ["MAKERS", "Maker", "by_gazetteer", "by_group", "from_given", "told_diversity"]

Maker = Literal["gazetteer", "llm", "published"]
_Row = dict[str, Any]
MAKERS: tuple[Maker, ...] = ("gazetteer", "llm", "published")


def by_gazetteer(items: pl.DataFrame, ocr_spans: pl.DataFrame, *, seed: int) -> pl.DataFrame:
    """Up to three spans of every group, replaced offline."""
    made = from_gazetteer(chosen_spans(ocr_spans, countries_of(items)), seed=seed)
    return REPLACEMENTS.validate(made)


def by_group(spans: Iterable[GroupSpan]) -> Iterator[list[GroupSpan]]:
    """The spans of one picture after the other."""
    for _, group in groupby(spans, key=lambda span: span.group_id):
        yield [*group]


def from_given(
    items: pl.DataFrame, ocr_spans: pl.DataFrame, given_texts: pl.DataFrame
) -> pl.DataFrame:
    """The texts that a data set gives, each at the span in which the reader finds its native text.

    Where a text is given with its corners, those stand. No two texts have one span. A native text
    that the reader did not find in that picture, or not so often as it is given, is refused with
    this reason: there would be no place to write in.
    """
    countries = countries_of(items)
    groups = {
        key[0]: frame.to_dicts()
        for key, frame in ocr_spans.filter(pl.col("state") == "kept").group_by("group_id")
    }
    pictures = dict(items.select("group_id", "picture").iter_rows())
    found: list[tuple[GroupSpan, Triple, int | None]] = []
    lost: list[GroupSpan] = []
    ordered = given_texts.sort("group_id", "span_rank").to_dicts()
    for row, span in _with_spans(ordered, groups):
        group = row["group_id"]
        key = span["span_id"] if span else stable_id(group, row["native"], row["span_rank"])
        picture = span["picture"] if span else pictures.get(group)
        if picture is None:
            continue  # the scene itself was rejected, with its reason
        native = Span(str(key), row["native"], countries.get(group))
        of_group = GroupSpan(row["source"], group, picture, row["span_rank"], native)
        if span is None:
            lost.append(of_group)
        else:
            triple = Triple(row["similar"], row["random"], row["adversarial"])
            found.append((of_group, triple, row["seed"]))
    made = pl.concat([from_published(found), unmatched(lost)])
    return REPLACEMENTS.validate(made.sort("group_id", "span_rank"))


def told_diversity(replacements: pl.DataFrame) -> str:
    """How often the commonest adversarial text was given, in words."""
    texts = replacements.filter(pl.col("state") == "ok")["adversarial"].to_list()
    seen = diversity(texts)
    if seen.top_share is None:
        return "no text was made"
    alarm = "; too alike" if seen.alarm else ""
    return f"commonest of {seen.n}: {seen.top_text!r}, {100 * seen.top_share:.1f} %{alarm}"


def _with_spans(
    given: Iterable[_Row], groups: Mapping[str, Sequence[_Row]]
) -> Iterator[tuple[_Row, _Row | None]]:
    for group, rows in groupby(given, key=lambda row: row["group_id"]):
        texts = [*rows]
        yield from zip(texts, _spans_of(texts, groups.get(group, ())), strict=True)


def _spans_of(given: Sequence[_Row], spans: Sequence[_Row]) -> list[_Row | None]:
    """Each text's own span: equal, else one that holds it, read or written without spaces."""
    free, found = [*spans], dict[int, _Row]()
    for fits in (str.__eq__, str.__contains__):
        for at, wanted in enumerate(_plain(row["native"]) for row in given):
            fitting = (n for n, span in enumerate(free) if fits(_plain(span["text"]), wanted))
            first = next(fitting, None) if wanted and at not in found else None
            if first is not None:
                found[at] = free.pop(first)
    return [found.get(at) for at in range(len(given))]


def _plain(text: str) -> str:
    return normalize(text, fold=True).replace(" ", "")
