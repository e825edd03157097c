"""Which other item lies at an extreme, and how ties are settled (rulings 10 and 11).

Items that a score can't tell apart are joined into one *node*, so that a tie of thousands costs no
more than one of two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import polars as pl

from culture_conflict.places.distance import EARTH_RADIUS_KM, haversine_km

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Flags = npt.NDArray[np.bool_]
    Floats = npt.NDArray[np.float64]
    Integers = npt.NDArray[np.int64]

__all__ = ["Countries", "Difficulty", "Extreme", "Nodes", "codes", "geographic_extremes", "sharing"]

Difficulty = Literal["easy", "hard"]
Countries = str | tuple[str, ...]


@dataclass(frozen=True)
class Extreme:
    """For each of n items the other item at one extreme.

    `other` (n,) is its index, -1 where there is no candidate; `score` (n,) is nan there;
    `n_candidates` (n,) counts the items it was chosen from, `n_tied` (n,) those with that score.
    """

    other: Integers
    score: Floats
    n_candidates: Integers
    n_tied: Integers


@dataclass(frozen=True)
class Nodes:
    """n items in m nodes; a *rank* is an item's place in the order of ids.

    `of_item` (n,) is each item's node, `by_rank` (n,) the items in the order of ids, `rank` (n,)
    its inverse. Per node: `count` (m,) items, the smallest rank `first` (m,) and the next `second`
    (m,), which is n where there is none.
    """

    of_item: Integers
    by_rank: Integers
    rank: Integers
    count: Integers
    first: Integers
    second: Integers

    @classmethod
    def of(cls, of_item: Integers, ids: Sequence[str]) -> Nodes:
        """Nodes from the node number of each item; every number up to the largest occurs."""
        import numpy as np

        by_rank = pl.Series(ids, dtype=pl.String).arg_sort().to_numpy().astype(np.int64)
        rank = np.empty_like(by_rank)
        rank[by_rank] = np.arange(len(by_rank))
        ranks = np.append(np.argsort(of_item[by_rank], kind="stable"), len(ids))
        count = np.bincount(of_item)
        start = np.cumsum(count) - count
        second = np.where(count > 1, ranks[start + 1], len(ids))
        return cls(of_item, by_rank, rank, count, ranks[start], second)

    def choose(
        self, rows: Integers, columns: Integers, best: Floats, n_candidates: Integers
    ) -> Extreme:
        """Settle ties: the smallest id wins, and nobody is paired with itself.

        Node `rows[k]` has its extreme score `best[rows[k]]` (m,) with the items of node
        `columns[k]`; a row that never occurs has no candidate.
        """
        import numpy as np

        n_nodes, n_items = len(self.count), len(self.of_item)
        foreign = rows != columns
        other = np.full(n_nodes, n_items)
        np.minimum.at(other, rows[foreign], self.first[columns[foreign]])
        own = np.bincount(rows[~foreign], minlength=n_nodes).astype(bool)
        tied = np.bincount(rows, self.count[columns], n_nodes).astype(np.int64) - own
        node = self.of_item
        beside = np.where(self.rank == self.first[node], self.second[node], self.first[node])
        rank = np.where(own[node], np.minimum(other[node], beside), other[node])
        return Extreme(
            other=np.append(self.by_rank, -1)[rank],
            score=np.where(rank < n_items, best[node], np.nan),
            n_candidates=n_candidates,
            n_tied=tied[node],
        )

    def n_candidates(self, countries: Integers, barred: Flags | None) -> Integers:
        """How many items (n,) each item may be paired with, given its countries' code (n,).

        `barred` (k, k) says which codes share a country; None bars nothing but the item itself.
        """
        import numpy as np

        n_items = len(self.of_item)
        if barred is None:
            return np.full(n_items, n_items - 1)
        count = np.bincount(countries, minlength=len(barred))
        return n_items - (barred.astype(np.int64) @ count)[countries]


def codes(countries: Sequence[Countries]) -> tuple[Integers, list[tuple[str, ...]]]:
    """Countries of n items as numbers (n,), and the sorted countries that the numbers stand for.

    An item's countries are one code, or several of which the first is its origin.
    """
    import numpy as np

    all_of = [(one,) if isinstance(one, str) else tuple(one) for one in countries]
    names = sorted(set(all_of))
    number = {name: code for code, name in enumerate(names)}
    return np.fromiter((number[name] for name in all_of), np.int64, len(all_of)), names


def sharing(names: Sequence[tuple[str, ...]]) -> Flags:
    """Which of k groups of countries have one in common: (k, k), true on the diagonal."""
    import numpy as np

    places = {country: n for n, country in enumerate(sorted({c for name in names for c in name}))}
    member = np.zeros((len(names), len(places)), dtype=np.int64)
    for code, name in enumerate(names):
        member[code, [places[country] for country in name]] = 1
    return (member @ member.T) > 0


def geographic_extremes(
    countries: Sequence[Countries],
    ids: Sequence[str],
    centroids: Mapping[str, tuple[float, float]],
    *,
    exclude_same_country: bool = True,
    radius_km: float = EARTH_RADIUS_KM,
) -> dict[Difficulty, Extreme]:
    """Nearest (hard) and farthest (easy) item by the distance of countries, in kilometres.

    `countries` and `ids` describe n items; `centroids` holds latitude and longitude in degrees.
    Countries tie where their distances are the same float. Of several countries the first is
    measured from; items that share one are barred. Source: eq. 2, Algorithm 2.

    Raises:
        KeyError: a country has no centroid.
    """
    import numpy as np

    code, names = codes(countries)
    places = np.array([centroids[name[0]] for name in names], dtype=np.float64).reshape(-1, 2)
    latitude, longitude = places.T
    kilometres = haversine_km(
        latitude[:, None], longitude[:, None], latitude, longitude, radius_km=radius_km
    )
    nodes = Nodes.of(code, ids)
    shared = sharing(names) if exclude_same_country else None
    barred = np.eye(len(names), dtype=bool) & (nodes.count == 1) if shared is None else shared
    n_candidates = nodes.n_candidates(code, shared)
    return {
        "hard": _extreme(nodes, np.where(barred, np.inf, kilometres), n_candidates),
        "easy": _extreme(nodes, np.where(barred, np.inf, -kilometres), n_candidates, sign=-1),
    }


def _extreme(nodes: Nodes, table: Floats, n_candidates: Integers, *, sign: int = 1) -> Extreme:
    """The smallest entries of each row of a table of all nodes."""
    import numpy as np

    best = table.min(axis=1, initial=np.inf)
    rows, columns = np.nonzero((table == best[:, None]) & np.isfinite(table))
    return nodes.choose(rows, columns, sign * best, n_candidates)
