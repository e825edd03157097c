"""The n-gram similarity of many answers to many names at once (ruling 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from culture_conflict.benchmarks.ngrams import WEIGHTS, candidates, prepared

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

__all__ = ["best_similarities"]

_AT_ONCE = 2048


def best_similarities(
    answers: Sequence[str], names: Sequence[str], *, multiset: bool = False, fold: bool = False
) -> Iterator[Matrix]:
    """`ngrams.best_similarity` of each answer to each name: pieces of shape (answers, names).

    The pieces follow each other in the order of the answers, at most 2,048 of them at a time, so
    that memory does not grow with their number. An answer matches a name as well as the best of
    its alternatives; every number equals the one that the plain function gives.
    """
    import numpy as np

    wanted = [[prepared(each, fold) for each in candidates(name)] for name in names]
    flat = [text for texts in wanted for text in texts]
    first = np.cumsum([0, *(len(texts) for texts in wanted)])[:-1]
    for start in range(0, len(answers) if names else 0, _AT_ONCE):
        given = [prepared(each, fold) for each in answers[start : start + _AT_ONCE]]
        yield np.maximum.reduceat(_similarities(given, flat, multiset), first, axis=1)


def _similarities(given: Sequence[str], wanted: Sequence[str], multiset: bool) -> Matrix:
    import numpy as np

    scores = sum(weight * _jaccards(given, wanted, n, multiset) for n, weight in WEIGHTS)
    codes = {text: code for code, text in enumerate(dict.fromkeys([*given, *wanted]))}
    one, other = (np.array([codes[text] for text in texts]) for texts in (given, wanted))
    filled = np.array([bool(text) for text in given])[:, None]
    equal = one[:, None] == other[None, :]
    found: Matrix = np.where(equal & filled, 1.0, np.where(filled, scores, 0.0))
    return found


def _jaccards(given: Sequence[str], wanted: Sequence[str], n: int, multiset: bool) -> Matrix:
    """The n-th occurrence of a gram is a gram of its own, so that counts become sets."""
    import numpy as np
    from scipy import sparse

    ours, theirs = ([_grams(text, n, multiset) for text in texts] for texts in (given, wanted))
    place = {gram: at for at, gram in enumerate({gram for grams in theirs for gram in grams})}

    def marks(texts: list[list[tuple[str, int]]]) -> sparse.csr_array:
        found = [[place[gram] for gram in grams if gram in place] for grams in texts]
        ends = np.cumsum([0, *map(len, found)])
        columns = np.array([at for row in found for at in row], dtype=np.int64)
        shape = (len(texts), max(1, len(place)))
        return sparse.csr_array((np.ones(len(columns)), columns, ends), shape=shape)

    both = (marks(ours) @ marks(theirs).T).toarray()
    sizes = [np.array([len(grams) for grams in texts], dtype=float) for texts in (ours, theirs)]
    either = sizes[0][:, None] + sizes[1][None, :] - both
    quotient: Matrix = np.divide(both, either, out=np.zeros_like(both), where=either > 0)
    return quotient


def _grams(text: str, n: int, multiset: bool) -> list[tuple[str, int]]:
    counts = Counter(text[at : at + n] for at in range(len(text) - n + 1))
    return [(gram, k) for gram, count in counts.items() for k in range(count if multiset else 1)]
