"""EVALUATION_DRIFT of one night, from its answers and those of the night before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.benchmarks.confused_tourist.scoring import score
from culture_conflict.places.normalize import normalize
from culture_conflict.statistics.drift import ANSWERS, Drifted, Nights, Verdict, drifts
from culture_conflict.tables.evaluation_drift import DRIFT_METRICS, EVALUATION_DRIFT
from culture_conflict.tables.predictions import PREDICTIONS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["drift_table"]

_ID = ("variant_id", "picture", "prompt_id")
_TOLD = {"model_revision": "revision", "served_model": "served model", "parameters": "parameters"}
_FIRST = "no earlier night to compare with"
_NONE_COMMON = "no picture was answered on both nights"


def drift_table(
    night: pl.DataFrame, earlier: pl.DataFrame | None, variants: pl.DataFrame
) -> pl.DataFrame:
    """A row per metric for CANARY_PREDICTIONS of one day and model; `earlier` is the night before.

    Only pictures count that `variants` still hold, not rejected, and that were answered every
    time on both nights; where the nights asked a different number of times, the smaller one.
    Without an earlier night the rows hold no test and say so. An empty night has no rows.
    """
    variants = variants.filter(pl.col("review") != "rejected")
    current = night.join(variants.select("variant_id", "picture"), on=["variant_id", "picture"])
    if current.is_empty():
        return EVALUATION_DRIFT.empty()
    tests = {} if earlier is None else _tests(current, earlier, variants)
    alone = {} if tests else _tests(current, current, variants)
    repeats = min(frame["repeat"].n_unique() for frame in (current, earlier) if frame is not None)
    shared = _shared(current, earlier, variants, repeats)
    rows = [
        shared | (_row(tests[metric], shared) if tests else _untested(metric, alone, shared))
        for metric in DRIFT_METRICS
    ]
    return EVALUATION_DRIFT.frame(
        [{name: row[name] for name in EVALUATION_DRIFT.schema} for row in rows]
    )


def _tests(
    current: pl.DataFrame, before: pl.DataFrame, variants: pl.DataFrame
) -> dict[str, Drifted]:
    """The tests by metric; none where no picture is common to both."""
    repeats = min(frame["repeat"].n_unique() for frame in (current, before))
    groups = variants.select("variant_id", "group_id")
    rows = _common(current, before, repeats).join(groups, on="variant_id", maintain_order="left")
    if rows.is_empty():
        return {}
    name = "|".join(str(variants[column][0]) for column in ("benchmark", "source"))
    found = drifts([_nights(rows, variants, repeats)], name=name)[0]
    return {one.metric: one for one in found}


def _common(current: pl.DataFrame, before: pl.DataFrame, repeats: int) -> pl.DataFrame:
    """Both nights' answers (night 0 is this one) to the pictures that were always answered."""
    both = pl.concat(
        [
            current.with_columns(night=pl.lit(0)),
            before.select(current.columns).with_columns(night=pl.lit(1)),
        ]
    ).filter(pl.col("repeat") < repeats)
    answered = (pl.col("state") != "error").sum().over(_ID) == 2 * repeats
    return both.filter(answered).sort(*_ID, "night", "repeat")


def _nights(rows: pl.DataFrame, variants: pl.DataFrame, repeats: int) -> Nights:
    import numpy as np

    group = rows["group_id"].rank("dense").to_numpy().astype(np.intp) - 1

    def shaped(values: NDArray[np.generic]) -> NDArray[np.generic]:
        """Rows to (2, repeats, pictures)."""
        return values.reshape(-1, 2, repeats).transpose(1, 2, 0)

    answers = shaped(_identity(rows).rank("dense").to_numpy().astype(np.int64))
    verdicts = {
        metric: Verdict(*(shaped(column.to_numpy()).astype(np.bool_) for column in columns))
        for metric, columns in _verdicts(rows, variants)
    }
    return Nights(int(group.max()) + 1, group[:: 2 * repeats], answers.astype(np.int64), verdicts)


def _identity(rows: pl.DataFrame) -> pl.Series:
    """What an answer says, as a text: its state, its country, and the item's words."""
    items = rows["item_answer"]
    words = {item: normalize(item, fold=True) for item in items.unique().drop_nulls()}
    item = items.replace_strict(words, default=None, return_dtype=pl.String)
    countries = pl.coalesce("country", "country_answer").fill_null("")
    return rows.select(
        pl.concat_str(pl.col("state"), countries, item.fill_null(""), separator="\t").alias("said")
    ).to_series()


def _verdicts(
    rows: pl.DataFrame, variants: pl.DataFrame
) -> Iterator[tuple[str, tuple[pl.Series, pl.Series]]]:
    """Hits and what they are among, in the order of the rows, by metric."""
    scored = [
        score(part.select(PREDICTIONS.schema.names()), variants).with_columns(night=night)
        for (night,), part in rows.group_by("night")
    ]
    keys = ["variant_id", "prompt_id", "night", "repeat"]
    scores = pl.concat(scored).with_columns(pl.col("night").cast(rows.schema["night"]))
    for target in ("country", "item"):
        of = rows.select(keys).join(
            scores.filter(target=target), on=keys, how="left", maintain_order="left"
        )
        hit, distracted = of["correct_guarded"].fill_null(False), of["distracted_guarded"]
        yield f"accuracy_{target}", (hit, pl.repeat(True, of.height, eager=True))
        if target == "country":
            among = ~hit & distracted.is_not_null()
            yield "distraction", (distracted.fill_null(False), among)


def _shared(
    current: pl.DataFrame, earlier: pl.DataFrame | None, variants: pl.DataFrame, repeats: int
) -> dict[str, object]:
    first = current.row(0, named=True)
    names = ("benchmark", "source", "model", "prompt_id", "evaluation", "day")
    return {name: first[name] for name in names} | {
        "source_version": variants["source_version"][0],
        "editor": "all",
        "previous": None if earlier is None else earlier["day"][0],
        "n_asked": current["variant_id"].n_unique(),
        "repeats": repeats,
        "changed": "" if earlier is None else "; ".join(_differences(current, earlier)),
    }


def _differences(current: pl.DataFrame, earlier: pl.DataFrame) -> Iterator[str]:
    """What else could have made the answers differ."""
    for column, told in _TOLD.items():
        now, then = (
            ", ".join(frame[column].drop_nulls().unique().sort().to_list()) or "unknown"
            for frame in (current, earlier)
        )
        if now != then:
            yield f"{told}: {then} before, {now} now"


def _untested(
    metric: str, alone: dict[str, Drifted], shared: dict[str, object]
) -> dict[str, object]:
    """The night by itself: it was compared with itself only to have its rates."""
    numbers = ("value", "previous_value", "delta", "ci_low", "ci_high", "p", "p_holm", "flip_rate")
    row: dict[str, object] = {"metric": metric, **dict.fromkeys(numbers)}
    row |= {"n": 0, "n_groups": 0, "n_tests": 0, "coverage": 0.0}
    row["reason"] = _FIRST if shared["previous"] is None else _NONE_COMMON
    if alone:
        row["flip_rate"] = alone[metric].flip_rate
        row["value"] = None if metric == ANSWERS else alone[metric].test.value_a
    return row


def _row(found: Drifted, shared: dict[str, object]) -> dict[str, object]:
    test = found.test
    return {
        "metric": found.metric,
        "value": test.value_a,
        "previous_value": test.value_b,
        "delta": test.delta,
        "ci_low": test.ci_low,
        "ci_high": test.ci_high,
        "p": test.p,
        "p_holm": found.p_holm,
        "n_tests": found.n_tests,
        "n": found.n_pictures,
        "n_groups": test.n_groups,
        "coverage": found.n_pictures / int(str(shared["n_asked"])),
        "flip_rate": found.flip_rate,
        "reason": test.reason,
    }
