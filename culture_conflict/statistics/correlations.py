"""Correlations of many draws at once: rows are draws, columns are points, NaN leaves one out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

__all__ = ["kendall", "pearson", "spearman"]

_MIN_POINTS = 3
_AT_ONCE = 4_000_000


def pearson(x: Numbers, y: Numbers) -> Numbers:
    """Pearson's r of each row; NaN with fewer than three points or where one side is constant."""
    import numpy as np

    known = ~(np.isnan(x) | np.isnan(y))
    n = np.maximum(known.sum(axis=1, keepdims=True), 1)
    x, y = (_centred(values, known, n) for values in (x, y))
    spread = np.sqrt((x * x).sum(axis=1) * (y * y).sum(axis=1))
    return _defined((x * y).sum(axis=1), spread, known)


def spearman(x: Numbers, y: Numbers) -> Numbers:
    """Spearman's rho of each row, ties sharing mean ranks."""
    import numpy as np
    from scipy.stats import rankdata

    known = ~(np.isnan(x) | np.isnan(y))
    # Points that are left out rank behind all others, whose ranks they do not touch.
    ranks = (rankdata(np.where(known, values, np.inf), axis=1) for values in (x, y))
    return pearson(*(np.where(known, rank, np.nan) for rank in ranks))


def kendall(x: Numbers, y: Numbers) -> Numbers:
    """Kendall's tau-b of each row."""
    import numpy as np

    step = max(1, _AT_ONCE // max(1, x.shape[1] ** 2))
    parts = [
        _kendall(x[start : start + step], y[start : start + step])
        for start in range(0, x.shape[0], step)
    ]
    return np.concatenate(parts)


def _kendall(x: Numbers, y: Numbers) -> Numbers:
    import numpy as np

    known = ~(np.isnan(x) | np.isnan(y))
    first, second = (_signs(np.where(known, values, 0)) for values in (x, y))
    both = known[:, :, None] & known[:, None, :]
    first, second = first * both, second * both
    agree = (first * second).sum(axis=(1, 2), dtype=np.float64)
    untied = (np.abs(s).sum(axis=(1, 2), dtype=np.float64) for s in (first, second))
    return _defined(agree, np.sqrt(np.prod(list(untied), axis=0)), known)


def _signs(values: Numbers) -> NDArray[np.int8]:
    import numpy as np

    return np.sign(values[:, :, None] - values[:, None, :]).astype(np.int8)


def _centred(values: Numbers, known: NDArray[np.bool_], n: NDArray[np.int64]) -> Numbers:
    """Less the mean over known points; exactly 0 where these are all alike."""
    import numpy as np

    lowest = np.where(known, values, np.inf).min(axis=1, keepdims=True, initial=np.inf)
    above = np.where(known, values - np.where(np.isinf(lowest), 0, lowest), 0)
    centred: Numbers = np.where(known, above - above.sum(axis=1, keepdims=True) / n, 0)
    return centred


def _defined(top: Numbers, bottom: Numbers, known: NDArray[np.bool_]) -> Numbers:
    import numpy as np

    good = (known.sum(axis=1) >= _MIN_POINTS) & (bottom > 0)
    result = np.full(top.shape, np.nan)
    np.divide(top, bottom, out=result, where=good)
    return np.clip(result, -1, 1, out=result)
