"""When the name of a dish or country counts as right, and which known dish a name is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.benchmarks.confused_tourist.matching import country_names
from culture_conflict.benchmarks.ngram_matrix import best_similarities
from culture_conflict.benchmarks.ngrams import THRESHOLD, TOLERANCE, prepared
from culture_conflict.places.words import normalize

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["exact", "known_dishes", "named_exactly", "same_names"]


def exact(answer: str, names: Iterable[str]) -> bool:
    """Equal to one of the names after ruling 1's normalization; an empty answer never is."""
    given = normalize(answer, fold=False)
    return bool(given) and any(given == normalize(name, fold=False) for name in names)


def named_exactly(answer: str, iso3: str) -> bool:
    """As published (CultureMix §3.1): the string is a known name of the country, and no more.

    Raises:
        UnknownCountryError: no country has this code.
    """
    return exact(answer, country_names(iso3))


def same_names(
    answers: pl.Series, truths: pl.Series, *, multiset: bool = False, fold: bool = False
) -> pl.Series:
    """Whether each answer is one of its row's true names (ruling 5); a null answer is not.

    `answers` are texts, `truths` lists of names. Each different answer meets each different name
    once, all at the same time.
    """
    rows = pl.DataFrame({"answer": answers, "name": truths}).with_row_index("row")
    asked = rows.drop_nulls().explode("name").drop_nulls()
    said, names = (asked[column].unique().sort() for column in ("answer", "name"))
    hits = _hits(said.to_list(), names.to_list(), multiset, fold)
    at = [
        asked[column].replace_strict(known, range(len(known)), return_dtype=pl.Int64).to_numpy()
        for column, known in (("answer", said), ("name", names))
        if len(known)
    ]
    right = asked.filter(pl.Series(hits[at[0], at[1]]))["row"] if at else asked["row"]
    return rows.select(pl.col("row").is_in(right.unique().implode())).to_series().alias("same")


def known_dishes(answers: Sequence[str], dishes: Mapping[str, str]) -> Mapping[str, str]:
    """What each answer is called when labels are counted (ruling 25): always one and the same.

    `dishes` maps every name that a dish goes by to the one it is called. The dish whose name the
    answer resembles most, where the resemblance is a match (ruling 5, guarded), else the answer
    itself; either folded, so that `golabki` and `Gołąbki` are one label. Of equally good names
    the first in the order of their folded forms counts, of names that fold alike what a dish is
    called before what it goes by.
    """
    ordered = sorted(dishes, key=lambda name: (dishes[name] != name, name), reverse=True)
    names = {prepared(name, fold=True): name for name in ordered}
    labels = sorted(names)
    label_of = {answer: prepared(answer, fold=True) for answer in answers}
    found: dict[str, str] = {}
    pieces = best_similarities(list(label_of), [names[label] for label in labels], fold=True)
    places = (row for piece in pieces for row in zip(piece.argmax(1), piece.max(1), strict=True))
    for answer, (place, best) in zip(label_of, places, strict=False):
        if best >= THRESHOLD - TOLERANCE:
            found[answer] = prepared(dishes[names[labels[place]]], fold=True)
    return label_of | found


def _hits(
    answers: Sequence[str], names: Sequence[str], multiset: bool, fold: bool
) -> NDArray[np.bool_]:
    """Shape (answers, names)."""
    import numpy as np

    pieces = best_similarities(answers, names, multiset=multiset, fold=fold)
    made = [piece >= THRESHOLD - TOLERANCE for piece in pieces]
    return np.concatenate(made) if made else np.zeros((len(answers), len(names)), dtype=np.bool_)
