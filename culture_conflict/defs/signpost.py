"""SIGNPOST as assets: scenes, texts, pictures → answers → scores, judgements."""

import polars as pl

from culture_conflict.benchmarks.signpost.asking import SIGNPOST
from culture_conflict.benchmarks.signpost.judging import judge_answers
from culture_conflict.benchmarks.signpost.scoring import score
from culture_conflict.benchmarks.told import told_rates, wla_by_variant
from culture_conflict.defs.asking import Told, answers_asset, scores_asset
from culture_conflict.defs.partitions import MODEL_BY_SCENES
from culture_conflict.defs.previews import counts
from culture_conflict.defs.signpost_pictures import PICTURES
from culture_conflict.defs.signpost_texts import BUILDING

__all__ = ["ASSETS", "BENCHMARK"]

BENCHMARK = SIGNPOST.name


def _told(scores: pl.DataFrame, _: pl.DataFrame, variants: pl.DataFrame) -> Told:
    means = wla_by_variant(scores, variants)
    metadata = {f"wla_{variant}": mean for variant, mean in means.items()}
    said = f"{scores.height} rows; WLA (all prompts): {told_rates(means)}"
    return said, metadata | {"states": counts(scores, "state")}


def _told_judgements(judgements: pl.DataFrame, *_: pl.DataFrame) -> Told:
    tasks = counts(judgements, "task")
    said = ", ".join(f"{count} {task}" for task, count in tasks.items())
    metadata = {"tasks": tasks, "conflicts": int(judgements["conflict"].sum())}
    return said or "no prompt asked for any", metadata


ASSETS = [
    *BUILDING,
    *PICTURES,
    answers_asset(SIGNPOST, MODEL_BY_SCENES, "street scenes"),
    scores_asset(
        SIGNPOST,
        MODEL_BY_SCENES,
        score,
        _told,
        "How far each answer lies from the scene and from the trap (eqs. 1-4).",
    ),
    scores_asset(
        SIGNPOST,
        MODEL_BY_SCENES,
        judge_answers,
        _told_judgements,
        "What answers to prompts for conflict, country and language say; none to the base prompt.",
        name="judgements",
    ),
]
