"""Which answer belongs to which variant: joined on named columns, never guessed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from culture_conflict.errors import AnswersError
from culture_conflict.models.replay.files import REJECT, ROW
from culture_conflict.models.words import did_you_mean, listed

__all__ = ["Matched", "match_answers"]

_REASON = "reason"


@dataclass(frozen=True)
class Matched:
    """What became of each line of the file and of each variant.

    `entries`: one row per variant with an answer, `variant_id` beside the file's columns and `row`.
    `unmatched`: lines whose key no variant has. `duplicates`: lines whose key is not one line and
    one variant, with the `reason`; none of them is taken. `rejects`: lines that can't be read or
    have no key, with the `reason`. `missing`: `variant_id` and key of the variants without an
    answer.
    """

    entries: pl.DataFrame
    unmatched: pl.DataFrame
    duplicates: pl.DataFrame
    rejects: pl.DataFrame
    missing: pl.DataFrame

    def describe(self) -> str:
        """The counts in one line."""
        return (
            f"{self.entries.height} answers joined, {self.unmatched.height} lines without a "
            f"variant, {self.duplicates.height} lines with a key that is not unique, "
            f"{self.rejects.height} lines not usable, {self.missing.height} variants without an "
            "answer"
        )


def match_answers(variants: pl.DataFrame, answers: pl.DataFrame, key: Sequence[str]) -> Matched:
    """Join what `read_answers` gave with VARIANTS on columns that both have (compared as text).

    Raises:
        AnswersError: a key column is none of the variants' or was not read from the file.
    """
    _require(variants, answers, key)
    usable, rejects = _usable(answers, key)
    of_variants = variants.select("variant_id", *_as_text(key))
    lines = pl.len().over(key).alias("_lines")
    counted = of_variants.group_by(key).agg(pl.len().alias("_variants"))
    joined = usable.with_columns(lines).join(counted, on=key, how="left", maintain_order="left")
    known = joined.filter(pl.col("_variants").is_not_null())
    single = (pl.col("_lines") == 1) & (pl.col("_variants") == 1)
    entries = known.filter(single).drop("_lines", "_variants")
    entries = entries.join(of_variants, on=key, how="left", maintain_order="left")
    return Matched(
        entries=entries,
        unmatched=joined.filter(pl.col("_variants").is_null()).drop("_lines", "_variants"),
        duplicates=_with_reason(known.filter(~single)),
        rejects=rejects,
        missing=of_variants.join(entries.select("variant_id"), on="variant_id", how="anti"),
    )


def _usable(answers: pl.DataFrame, key: Sequence[str]) -> tuple[pl.DataFrame, pl.DataFrame]:
    no_key = pl.any_horizontal(pl.col(name).is_null() | (pl.col(name) == "") for name in key)
    without = pl.when(no_key).then(pl.lit(f"has no {' and '.join(key)}"))
    marked = answers.with_columns(pl.coalesce(pl.col(REJECT), without).alias(_REASON))
    good = marked.filter(pl.col(_REASON).is_null()).drop(_REASON, REJECT)
    return good, marked.filter(pl.col(_REASON).is_not_null()).select(ROW, _REASON)


def _with_reason(lines: pl.DataFrame) -> pl.DataFrame:
    several = pl.format("{} variants have this key", "_variants")
    answered = pl.format("{} lines have this key", "_lines")
    reason = pl.when(pl.col("_variants") > 1).then(several).otherwise(answered)
    return lines.with_columns(reason.alias(_REASON)).drop("_lines", "_variants")


def _as_text(key: Sequence[str]) -> list[pl.Expr]:
    return [pl.col(name).cast(pl.String) for name in key if name != "variant_id"]


def _require(variants: pl.DataFrame, answers: pl.DataFrame, key: Sequence[str]) -> None:
    if not key:
        raise AnswersError("No key was named. Name at least one column, e.g. `external_id`.")
    plain = [name for name, dtype in variants.schema.items() if not dtype.is_nested()]
    for name in key:
        if name not in plain:
            raise AnswersError(
                f"Variants have no column `{name}`{did_you_mean(name, plain)} to join on. "
                f"Columns: {listed(plain)}."
            )
        if name not in answers.columns:
            raise AnswersError(f"Key `{name}` was not read from the file. Add it to `columns`.")
