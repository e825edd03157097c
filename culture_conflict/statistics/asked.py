"""One source's pictures and the answers to them as arrays: settings by variants."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Flags = NDArray[np.bool_]
    Numbers = NDArray[np.float64]

__all__ = ["IMPORTED", "Asked", "Cell", "Setting", "numbered", "on_grid", "settle"]

IMPORTED = "replay"
_SOURCE = ("benchmark", "source")
_WHO = ("model", "kind", "provider", "prompt_id")


@dataclass(frozen=True)
class Setting:
    """Who was asked, and with which prompt; of imported answers the prompt is mere hearsay."""

    model: str
    kind: str
    provider: str
    prompt_id: str

    @property
    def imported(self) -> bool:
        """Whether the answers were made elsewhere."""
        return self.provider == IMPORTED


@dataclass(frozen=True)
class Cell:
    """One number that settings are compared in: `key` names it, over `pictures` (variants,).

    `answered` (settings, variants) says where a setting has what the number takes; `parts` gives
    a setting's numerator and denominator of each picture, both (variants,).
    """

    key: dict[str, str]
    pictures: Flags
    answered: Flags
    parts: Callable[[int], tuple[Numbers, Numbers]]


@dataclass(frozen=True)
class Asked(ABC):
    """All first answers to one source's current variants within one evaluation.

    `variants` has a row per picture in force; `group` (variants,) numbers their groups from 0 in
    the order of group_id, groups without a variant in force included; `reference` (variants,) is
    the place of the picture that each is set against, -1 where it has none; `answered` (settings,
    variants) is false where there is no answer or an error.
    """

    benchmark: str
    source: str
    source_version: str
    is_sample: bool
    evaluation: str
    variants: pl.DataFrame
    settings: tuple[Setting, ...]
    n_groups: int
    group: NDArray[np.intp]
    reference: NDArray[np.intp]
    answered: Flags

    @property
    def name(self) -> str:
        """What seeds the draws and flips of this source's groups."""
        return f"{self.benchmark}|{self.source}"

    @property
    def key(self) -> dict[str, Any]:
        """The columns that every row of a test of this source begins with."""
        names = ("benchmark", "source", "source_version", "is_sample", "evaluation")
        return {name: getattr(self, name) for name in names}

    @property
    def paired(self) -> Flags:
        """Settings by variants: where the picture and its reference were both answered."""
        both = self.answered & self.answered[:, self.reference]
        found: Flags = both & (self.reference >= 0)
        return found

    def where(self, chosen: pl.Expr) -> Flags:
        """Which of the variants an expression is true of, (variants,)."""
        found: Flags = self.variants.select(chosen.fill_null(False)).to_series().to_numpy()
        return found

    def per_group(self, pictures: Flags, values: NDArray[np.generic]) -> Numbers:
        """Sums of the values (variants,) over the chosen pictures of each group (groups,)."""
        import numpy as np

        sums = np.bincount(self.group[pictures], values[pictures], minlength=self.n_groups)
        return sums.astype(np.float64)

    @abstractmethod
    def cells(self) -> Iterator[Cell]:
        """Every number that two settings of this source can be compared in."""


def numbered(variants: pl.DataFrame) -> pl.DataFrame:
    """The variants with `group`, their group's number within the source, and `n_groups`."""
    return variants.with_columns(
        pl.col("group_id").rank("dense").over(_SOURCE).cast(pl.Int64).alias("group") - 1,
        pl.col("group_id").n_unique().over(_SOURCE).alias("n_groups"),
    )


def settle(
    variants: pl.DataFrame, rows: pl.DataFrame, *, is_sample: bool
) -> tuple[dict[str, Any], pl.DataFrame]:
    """The fields of Asked but `answered`, and the rows with `who` and `at`, their place in arrays.

    `variants` are one source's in force, of `numbered`; `rows` the answers to them in one
    evaluation, each with model, kind, provider and prompt_id.
    """
    variants = variants.sort("group_id", "variant_id").with_row_index("at")
    settings = rows.select(_WHO).unique().sort("model", "prompt_id")
    placed = rows.join(variants.select("variant_id", "at"), on="variant_id").join(
        settings.with_row_index("who"), on=_WHO
    )
    place = variants.select(pl.col("variant_id").alias("reference_variant"), reference="at")
    reference = variants.join(place, on="reference_variant", how="left", maintain_order="left")
    return {
        "benchmark": variants["benchmark"][0],
        "source": variants["source"][0],
        "source_version": variants["source_version"][0],
        "is_sample": is_sample,
        "evaluation": rows["evaluation"][0],
        "variants": variants,
        "settings": tuple(Setting(*row) for row in settings.iter_rows()),
        "n_groups": variants["n_groups"][0],
        "group": variants["group"].to_numpy(),
        "reference": reference["reference"].cast(pl.Int64).fill_null(-1).to_numpy(),
    }, placed


def on_grid(of: Mapping[str, Any], placed: pl.DataFrame, value: pl.Expr) -> Numbers:
    """Settings by variants of rows that `settle` placed; 0 where there is no row or no value."""
    import numpy as np

    grid = np.zeros((len(of["settings"]), of["variants"].height))
    known = placed.select("who", "at", value=value.cast(pl.Float64)).drop_nulls("value")
    grid[known["who"].to_numpy(), known["at"].to_numpy()] = known["value"].to_numpy()
    return grid
