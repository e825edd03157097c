"""The baseline of the benchmark `scoring`: the same scores and the main marts in pandas."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd

from culture_conflict.benchmarks.confused_tourist.matching import (
    contained,
    country_names,
    same_item,
)

_ASKED = ["model", "prompt_id", "evaluation", "repeat"]
_CELL = ["perturb_method", "pair_method", "difficulty", "perturb_context"]
_RULES = ("as_published", "guarded")


def score(predictions: pd.DataFrame, variants: pd.DataFrame) -> pd.DataFrame:
    """Two rows per answer, as `confused_tourist.scoring.score`."""
    wanted = ["variant_id", "picture", "reference_variant", "category", "truth_items"]
    wanted += ["truth_country", "distractor_country"]
    variants = variants[wanted].assign(truth_items=variants["truth_items"].map("\x1f".join))
    rows = predictions.merge(variants, on=["variant_id", "picture"])
    answered = ["state", "item_answer", "country_answer", "country"]
    kept = [*answered, "category", "truth_items", "truth_country"]
    names = {name: f"reference_{name}" for name in kept} | {"variant_id": "reference_variant"}
    reference = rows[["variant_id", *_ASKED, *kept]].rename(columns=names)
    rows = rows.merge(reference, on=["reference_variant", *_ASKED], how="left")
    country, item = rows.copy(), rows.copy()
    for prefix in ("", "reference_"):
        _country(country, prefix)
        _item(item, prefix)
    country["target"], item["target"] = "country", "item"
    country["answer"], item["answer"] = country["country_answer"], item["item_answer"]
    made = pd.concat([country, item], ignore_index=True)
    judged = [
        f"{p}{v}_{r}" for p in ("", "reference_") for v in ("correct", "distracted") for r in _RULES
    ]
    return made[["variant_id", *_ASKED, "target", "state", "answer", "reference_state", *judged]]


def _country(rows: pd.DataFrame, prefix: str) -> None:
    answer, state = rows[f"{prefix}country_answer"], rows[f"{prefix}state"]
    truth, distractor = rows[f"{prefix}truth_country"], rows["distractor_country"]
    country = rows[f"{prefix}country"]

    def names(text: str, code: str) -> bool:
        return contained(text, country_names(code))

    right = _verdicts([answer, truth], names)
    follows = _verdicts([answer, distractor], names)
    right_guarded = (state == "ok") & (country == truth)
    follows_guarded = (state == "ok") & (country == distractor)
    shown, known = distractor.notna(), state.notna()
    counts = state.isin(["ok", "hedged"]) & answer.notna()
    rows[f"{prefix}correct_as_published"] = right.where(known)
    rows[f"{prefix}correct_guarded"] = right_guarded.where(known)
    published = (follows & ~right).where(shown & known & (state != "error"))
    rows[f"{prefix}distracted_as_published"] = published
    rows[f"{prefix}distracted_guarded"] = (follows_guarded & ~right_guarded).where(shown & counts)


def _item(rows: pd.DataFrame, prefix: str) -> None:
    answer, state = rows[f"{prefix}item_answer"], rows[f"{prefix}state"]
    truths, category = rows[f"{prefix}truth_items"], rows[f"{prefix}category"]
    published = _verdicts([answer, truths], lambda a, t: contained(a, t.split("\x1f")))
    same = _verdicts([answer, truths, category], lambda a, t, c: same_item(a, t.split("\x1f"), c))
    rows[f"{prefix}correct_as_published"] = published.where(state.notna())
    rows[f"{prefix}correct_guarded"] = (same & state.isin(["ok", "hedged"])).where(state.notna())
    for rule in _RULES:
        rows[f"{prefix}distracted_{rule}"] = None


def _verdicts(columns: list[pd.Series[Any]], verdict: Callable[..., bool]) -> pd.Series[bool]:
    """Each different combination is judged once, as ours does."""
    frame = pd.concat(columns, axis=1, keys=range(len(columns)))
    different = frame.drop_duplicates().dropna()
    different = different.assign(verdict=[verdict(*row) for row in different.to_numpy()])
    merged = frame.merge(different, on=list(range(len(columns))), how="left")
    judged = merged["verdict"].fillna(False).astype(bool)
    return judged.set_axis(frame.index)


def marts(tables: Path) -> dict[str, pd.DataFrame]:
    """Accuracy, distraction and leaderboard: three of the marts, without their tests."""
    variants = pd.read_parquet(tables / "variants")
    names = [*_CELL, "category", "variant_id"]
    scores = pd.read_parquet(tables / "scores").merge(variants[names], on="variant_id")
    scores = scores[scores["state"] != "error"]
    accuracy = _both(scores, ["target"], lambda frame, rule: frame[f"correct_{rule}"])
    asked = scores[scores["target"] == "country"]
    distraction = _both(asked, [], _distracted)
    stacked = scores[scores["perturb_method"] == "stacked"]
    board = stacked.groupby(["model", "target"])["correct_guarded"].mean().reset_index()
    board["rank"] = board.groupby("target")["correct_guarded"].rank(ascending=False)
    return {"accuracy": accuracy, "distraction": distraction, "leaderboard": board}


def _distracted(frame: pd.DataFrame, rule: str) -> pd.Series[Any]:
    return frame[f"distracted_{rule}"].where(~frame[f"correct_{rule}"].astype(bool)).astype(float)


def _both(
    scores: pd.DataFrame, keys: list[str], value: Callable[[pd.DataFrame, str], pd.Series[Any]]
) -> pd.DataFrame:
    """Rate, numerator and denominator by cell, by category and over all, under both rules."""
    parts = []
    for rule in _RULES:
        valued = scores.assign(value=value(scores, rule))
        for category in ([], ["category"]):
            grouped = valued.groupby(["model", *keys, *_CELL, *category])["value"]
            parts.append(grouped.agg(["mean", "sum", "count"]).reset_index().assign(rule=rule))
    return pd.concat(parts, ignore_index=True)
