"""Tables that were made from each other's older state are refused, never joined by half."""

from __future__ import annotations

import polars as pl

from culture_conflict.errors import InvalidTableError

__all__ = ["require_known"]


def require_known(table: str, named: pl.Series, known: pl.Series) -> None:
    """Refuse a table that names rows which another table no longer has; nulls name nothing.

    Raises:
        InvalidTableError: `named`, a column of `table`, holds values that are not in `known`.
    """
    if absent := sorted(set(named.drop_nulls()) - set(known)):
        raise InvalidTableError(
            f"table {table}: {len(absent)} values of {named.name} (first: {absent[0]}) are not in "
            f"the rows it was made from. Materialize {table} again."
        )
