"""Each answer's distances to the scene and the trap, and its weighted accuracy (eqs. 1-4)."""

from __future__ import annotations

from typing import Literal

import polars as pl

from culture_conflict.places.distance import EARTH_RADIUS_KM, haversine_km
from culture_conflict.tables.signpost_scores import SIGNPOST_SCORES

__all__ = ["ALPHA", "PLACED", "Unanswered", "score"]

Unanswered = Literal["wrong", "drop"]

ALPHA = 0.005
PLACED = ("coordinates", "probing", "defence")  # tasks that ask for coordinates
_ASKED = ("model", "prompt_id", "evaluation", "repeat")
_OF_VARIANT = (
    "variant_id",
    "picture",
    "group_id",
    "variant",
    "reference_variant",
    "truth_latitude",
    "truth_longitude",
    "trap_latitude",
    "trap_longitude",
    "other_traps",
)
_PAIRED = ("state", "error_km", "trap_km")


def score(
    predictions: pl.DataFrame,
    variants: pl.DataFrame,
    *,
    radius_km: float = EARTH_RADIUS_KM,
    unanswered: Unanswered = "wrong",
) -> pl.DataFrame:
    """SIGNPOST_PREDICTIONS and SIGNPOST_VARIANTS to SIGNPOST_SCORES: one row per current answer.

    An answer to a picture the variant no longer has is stale and left out. Only the state `ok`
    has distances. `wla` is 0 in every other state but `error`, where it is null and the answer is
    not counted (ruling 8); `unanswered="drop"` counts the state `ok` alone. TBS and TDR are made
    of complete pairs whichever is chosen: `blank_*` and `original_*` are the distances of the
    answers (same model, prompt, evaluation and repeat) to the group's Blank by the same editor
    and to its Original; null without such an answer, `blank_*` on Blank and Original too.
    `any_trap_km` goes to the nearest of the trap and the group's other hits (ruling 18, `any`).
    Distances are on a sphere (ruling 12). Answers to prompts that ask for no coordinates are left
    out; `judgements` counts them.
    """
    wanted = variants.rename({"latitude": "truth_latitude", "longitude": "truth_longitude"}).select(
        _OF_VARIANT
    )
    asked = pl.col("task").fill_null("coordinates").is_in(PLACED)
    current = predictions.filter(asked).join(
        wanted, on=["variant_id", "picture"], how="inner", maintain_order="left"
    )
    placed = _placed(current, radius_km)
    counted = pl.col("state") == "ok" if unanswered == "drop" else pl.col("state") != "error"
    named = (-ALPHA * pl.col("error_km")).exp().fill_null(0.0)
    rows = placed.with_columns(
        answer_latitude="latitude",
        answer_longitude="longitude",
        counted=counted,
        wla=pl.when(counted).then(named),
        radius_km=pl.lit(radius_km),
        unanswered=pl.lit(unanswered),
    )
    paired = _join(rows, "reference_variant", "variant_id", "blank")
    paired = _join(paired, "group_id", "group_id", "original")
    return paired.select(SIGNPOST_SCORES.schema.names()).cast(SIGNPOST_SCORES.schema)


def _placed(current: pl.DataFrame, radius_km: float) -> pl.DataFrame:
    """Adds error_km and trap_km, null where no place is named or there is no trap."""
    said = pl.col("state") == "ok"
    places = current.with_columns(pl.when(said).then(c).alias(c) for c in ("latitude", "longitude"))
    return current.with_columns(
        pl.Series(f"{name}_km", _distances(places, to, radius_km)).fill_nan(None)
        for name, to in (("error", "truth"), ("trap", "trap"))
    ).with_columns(_any_trap(places, radius_km))


def _any_trap(places: pl.DataFrame, radius_km: float) -> pl.Expr:
    """The nearest of the trap and each other hit; null where there is no trap or no place."""
    most = max(places["other_traps"].list.len().drop_nulls().to_list(), default=0) // 2
    further = []
    for n in range(most):
        degrees = zip(("latitude", "longitude"), (2 * n, 2 * n + 1), strict=True)
        at = (
            pl.col("other_traps").list.get(i, null_on_oob=True).alias(f"other_{a}")
            for a, i in degrees
        )
        further.append(_distances(places.with_columns(at), "other", radius_km).fill_nan(None))
    return pl.min_horizontal("trap_km", *further).alias("any_trap_km")


def _distances(places: pl.DataFrame, to: str, radius_km: float) -> pl.Series:
    columns = ("latitude", "longitude", f"{to}_latitude", f"{to}_longitude")
    arrays = [places[name].cast(pl.Float64).fill_null(float("nan")).to_numpy() for name in columns]
    return pl.Series(haversine_km(*arrays, radius_km=radius_km))


def _join(rows: pl.DataFrame, left: str, right: str, variant: str) -> pl.DataFrame:
    """Adds `{variant}_state` and distances of the answers to pictures of that variant."""
    others = rows.filter(pl.col("variant") == variant).select(
        pl.col(right).alias(left),
        *_ASKED,
        "source",
        *(pl.col(name).alias(f"{variant}_{name}") for name in _PAIRED),
    )
    keys = [left, *_ASKED, "source"]
    return rows.join(others, on=keys, how="left", maintain_order="left", validate="m:1")
