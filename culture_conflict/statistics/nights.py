"""EVALUATION_DRIFT of one night, from its answers and those of the night before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.benchmarks.confused_tourist.scoring import score
from culture_conflict.places.normalize import normalize
from culture_conflict.statistics.drift import Drifted, Nights, Verdict, drifts
from culture_conflict.tables.evaluation_drift import DRIFT_METRICS, EVALUATION_DRIFT
from culture_conflict.tables.predictions import PREDICTIONS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["drift_table"]

_ID = ("variant_id", "picture", "prompt_id")
_TOLD = {"model_revision": "revision", "served_model": "served model", "parameters": "parameters"}
_FIRST = "no earlier night to compare with"


def drift_table(
    night: pl.DataFrame, earlier: pl.DataFrame | None, variants: pl.DataFrame
) -> pl.DataFrame:
    """A row per metric for CANARY_PREDICTIONS of one day and model; `earlier` is the night before.

    Only pictures count that `variants` still hold and that were answered every time on both
    nights; where the nights asked a different number of times, the smaller one. Without an
    earlier night the rows hold no test and say so. An empty night has no rows.
    """
    current = night.join(variants.select("variant_id", "picture"), on=["variant_id", "picture"])
    if current.is_empty():
        return EVALUATION_DRIFT.empty()
    before = current.clear() if earlier is None else earlier
    repeats = min((frame["repeat"].n_unique() for frame in (current, before)), default=0)
    common = _common(current, before, repeats)
    placed = common.join(
        variants.select("variant_id", "group_id"), on="variant_id", maintain_order="left"
    )
    name = "|".join(str(variants[column][0]) for column in ("benchmark", "source"))
    found = drifts([_nights(placed, variants, repeats)], name=name)[0] if placed.height else []
    tests = {one.metric: one for one in found}
    shared = _shared(current, earlier, variants, repeats)
    rows = [shared | _row(metric, tests.get(metric), shared) for metric in DRIFT_METRICS]
    return EVALUATION_DRIFT.frame(
        [{name: row[name] for name in EVALUATION_DRIFT.schema} for row in rows]
    )


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


def _row(metric: str, found: Drifted | None, shared: dict[str, object]) -> dict[str, object]:
    if found is None:
        reason = _FIRST if shared["previous"] is None else "no picture was answered on both nights"
        numbers = ("value", "previous_value", "delta", "ci_low", "ci_high", "p", "p_holm")
        none = dict.fromkeys((*numbers, "flip_rate"))
        counts = {"n": 0, "n_groups": 0, "n_tests": 0, "coverage": 0.0}
        return {"metric": metric, **none, **counts, "reason": reason}
    test, asked = found.test, shared["n_asked"]
    return {
        "metric": metric,
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
        "coverage": found.n_pictures / int(str(asked)),
        "flip_rate": found.flip_rate,
        "reason": test.reason,
    }
