"""The baselines of the benchmark `signpost`: averages row by row, and in NumPy arrays."""

from __future__ import annotations

import math
from collections import defaultdict
from pathlib import Path

import numpy as np
import polars as pl

from culture_conflict.places.distance import EARTH_RADIUS_KM, haversine_km

_VARIANTS = ("original", "blank", "similar", "random", "adversarial")
_PLACE = ("latitude", "longitude")


def _read(root: Path, table: str, *parts: str) -> pl.DataFrame:
    path = root.joinpath(table, "signpost", *parts)
    return pl.read_parquet(path.with_name(f"{path.name}.parquet"))


def _models(root: Path) -> list[str]:
    return sorted(path.name for path in (root / "signpost_predictions" / "signpost").iterdir())


def averages_by_rows(root: Path, sources: list[str]) -> dict[str, list[float]]:
    """A plain script: five WLA, TBS and TFR of each model, row by row, then over sources."""
    parts: dict[str, list[list[float]]] = defaultdict(list)
    for source in sources:
        scenes = {
            row["variant_id"]: row for row in _read(root, "signpost_variants", source).to_dicts()
        }
        for model in _models(root):
            rows = _read(root, "signpost_predictions", model, source).to_dicts()
            parts[model].append(_by_rows(rows, scenes))
    return {m: [sum(v) / len(v) for v in zip(*found, strict=True)] for m, found in parts.items()}


def _by_rows(rows: list[dict], scenes: dict[str, dict]) -> list[float]:
    wla, errors, near = defaultdict(list), {}, []
    for row in rows:
        scene = scenes[row["variant_id"]]
        variant, key = scene["variant"], scene["group_id"]
        if row["state"] != "ok":
            wla[variant].append(0.0)
            if variant == "adversarial" and scene["trap_latitude"] is not None:
                near.append(0)
            continue
        error = _km(row, scene, "")
        wla[variant].append(math.exp(-0.005 * error))
        errors[variant, key] = error
        if variant == "adversarial" and scene["trap_latitude"] is not None:
            near.append(int(_km(row, scene, "trap_") < 50))
    shifts = [
        error - errors["blank", key]
        for (variant, key), error in errors.items()
        if variant == "adversarial" and ("blank", key) in errors
    ]
    means = [sum(wla[v]) / len(wla[v]) for v in _VARIANTS]
    return [*means, sum(shifts) / len(shifts), sum(near) / len(near)]


def _km(row: dict, scene: dict, to: str) -> float:
    phi1, phi2 = math.radians(row["latitude"]), math.radians(scene[f"{to}latitude"])
    half = math.radians(scene[f"{to}longitude"] - row["longitude"]) / 2
    h = math.sin((phi2 - phi1) / 2) ** 2 + math.cos(phi1) * math.cos(phi2) * math.sin(half) ** 2
    return 2 * EARTH_RADIUS_KM * math.asin(math.sqrt(min(1.0, h)))


def averages_by_arrays(root: Path, sources: list[str]) -> dict[str, list[float]]:
    """The same in NumPy, on rows in the order of the scenes: no join, no check."""
    parts: dict[str, list[list[float]]] = defaultdict(list)
    for source in sources:
        scenes = _read(root, "signpost_variants", source)
        truth = [scenes[name].to_numpy().reshape(-1, 5) for name in _PLACE]
        trap = [scenes[f"trap_{name}"].to_numpy().reshape(-1, 5)[:, 4] for name in _PLACE]
        for model in _models(root):
            made = _read(root, "signpost_predictions", model, source)
            said = [made[name].to_numpy().reshape(-1, 5) for name in _PLACE]
            error = haversine_km(*said, *truth)
            wla = np.nan_to_num(np.exp(-0.005 * error)).mean(axis=0)
            shift = np.nanmean(error[:, 4] - error[:, 1])
            has_trap = ~np.isnan(trap[0])
            near = haversine_km(said[0][:, 4], said[1][:, 4], *trap)[has_trap] < 50
            parts[model].append([*wla.tolist(), float(shift), float(near.mean())])
    return {m: [sum(v) / len(v) for v in zip(*found, strict=True)] for m, found in parts.items()}
