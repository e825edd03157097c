"""Mirrored pictures: the target stands on the right, is asked about there, and is scored there."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from PIL import Image

from culture_conflict.benchmarks.culture_mix.answered import answers
from culture_conflict.benchmarks.culture_mix.asking import CULTURE_MIX
from culture_conflict.benchmarks.culture_mix.controls import control_tallies
from culture_conflict.benchmarks.culture_mix.mixing import alone, beside, mixed_table
from culture_conflict.benchmarks.culture_mix.plan import dishes_of, plan_foods
from culture_conflict.benchmarks.culture_mix.scoring import score
from culture_conflict.benchmarks.culture_mix.variants import mixed_variants
from culture_conflict.home import Home
from culture_conflict.models.engine import evaluate
from culture_conflict.models.ledger import ledger_folder
from culture_conflict.models.past import past_evaluations
from culture_conflict.models.protocol import Answer, Request
from culture_conflict.models.segments import read_segment, segment_paths
from culture_conflict.models.settings import ModelSetting
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict_tests.benchmarks_culture_mix.kitchen import FOODS, SETTINGS, kitchen

SETTING = ModelSetting(
    key="two-eyes", name="Two eyes", provider="reference-prior", model="eyes", revision="1"
)
CODES = {"JPN": "Japan", "MYS": "Malaysia", "ITA": "Italy", "MEX": "Mexico"}
Say = Callable[[tuple[str, str], tuple[str, str], str], str]


class TwoEyes:
    """Knows every dish of the kitchen by its colour, on the left and on the right."""

    batch_size, in_flight, calls = 8, 1, 0
    parameters: Mapping[str, str | int | float | bool | None] = {}

    def __init__(self, say: Say) -> None:
        self._say = say

    async def ask(self, requests: Sequence[Request]) -> Sequence[Answer]:
        return [Answer(self._one(request), finish_reason="stop") for request in requests]

    def _one(self, request: Request) -> str:
        seen = Image.open(io.BytesIO(request.picture)).convert("RGB")
        half = seen.width // 2
        left, right = (seen.crop((at, 0, at + half, seen.height)) for at in (0, half))
        return self._say(_dish(left), _dish(right), request.prompt)

    async def close(self) -> None:
        """Nothing is held open."""


def _dish(half: Image.Image) -> tuple[str, str]:
    """Name and country: the dish of number n has rims of green 60 + 30 n."""
    pixels = np.asarray(half, dtype=np.int16).reshape(-1, 3)
    rim = pixels[(pixels[:, 0] > 180) & (pixels[:, 2] < 70)]
    name = list(FOODS)[round((float(np.median(rim[:, 1])) - 60) / 30)]
    return name.title(), CODES[FOODS[name]]


def always_left(left: tuple[str, str], _: tuple[str, str], __: str) -> str:
    return " / ".join(left)


def both_sides(left: tuple[str, str], right: tuple[str, str], _: str) -> str:
    return f"Left: {', '.join(left)}\nRight: {', '.join(right)}"


def as_asked(left: tuple[str, str], right: tuple[str, str], prompt: str) -> str:
    return " / ".join(right if "right side" in prompt else left)


@pytest.fixture
def shown(home: Home) -> tuple[pl.DataFrame, pl.DataFrame]:
    """VARIANTS and MIXED_IMAGES of pairs and their mirrored pictures."""
    made = kitchen(home.pictures)
    dishes = dishes_of(made.items, made.single_food)
    foods = list(plan_foods(dishes, made.food_pairs, SETTINGS, "composed"))
    wanted = [one for one in foods if one.control in {None, "flip"}]
    single = alone(dishes, made.single_food)
    table = mixed_table([single, beside(wanted, home.pictures).rows])
    two = table.filter(subtask="mf")
    home.tables.write(MIXED_IMAGES, two, "culture_mix", "tiny")
    variants = mixed_variants(made.items, table)
    return variants.filter(pl.col("variant_id").is_in(two["variant_id"].to_list())), two


def _asked(home: Home, variants: pl.DataFrame, say: Say) -> pl.DataFrame:
    base = CULTURE_MIX.prompts.load()
    made, _ = evaluate(
        variants=CULTURE_MIX.ready(home, variants),
        setting=SETTING,
        provider=TwoEyes(say),
        prompt_text=base.render,
        prompt_id=base.prompt_id,
        parse=CULTURE_MIX.parsers(CULTURE_MIX.library(home)),
        pictures=home.pictures,
        ledger_root=home.ledger,
        run_id="run",
        parser="test",
    )
    return made


def _rates(home: Home, shown: tuple[pl.DataFrame, pl.DataFrame], say: Say) -> dict[str, float]:
    """Accuracy of pairs and of mirrored pictures, and how many of these keep their label."""
    variants, two = shown
    made = _asked(home, variants, say)
    rows = answers(made, score(made, variants, two), variants, two).filter(target="country")
    pairs = rows.filter(pl.col("control").is_null())["correct_guarded"].mean()
    told = {"pairs": pairs if isinstance(pairs, float) else float("nan")}
    for frame in control_tallies(rows):
        mine = frame.filter(cue="flip", level="all", rule="guarded")
        if mine.height:
            metric = mine["metric"][0]
            told[metric] = mine["hits"].sum() / mine["of"].sum()
    return told


def test_who_always_names_the_left_dish_names_the_other_dish_of_a_mirrored_picture(
    home: Home, shown: tuple[pl.DataFrame, pl.DataFrame]
) -> None:
    told = _rates(home, shown, always_left)
    assert told["pairs"] == 1.0
    same = shown[1].filter(control="flip", food_distance="same_country").height
    flips = shown[1].filter(control="flip").height
    assert told["accuracy"] == told["same_label"] == same / flips < 1


@pytest.mark.parametrize("say", [both_sides, as_asked])
def test_who_names_both_dishes_or_the_asked_one_is_right_of_both_pictures(
    home: Home, shown: tuple[pl.DataFrame, pl.DataFrame], say: Say
) -> None:
    told = _rates(home, shown, say)
    assert told["pairs"] == told["accuracy"] == told["same_label"] == 1.0


def test_answers_from_the_ledger_are_read_as_they_were_asked(
    home: Home, shown: tuple[pl.DataFrame, pl.DataFrame]
) -> None:
    variants, _ = shown
    first = _asked(home, variants, both_sides)
    again = _asked(home, variants, always_left)
    assert again.select("variant_id", "country").equals(first.select("variant_id", "country"))
    folder = ledger_folder(home.ledger, "culture_mix", SETTING.key, "tiny")
    entries = [entry for path in segment_paths(Path(folder)) for entry in read_segment(path)]
    (past,) = past_evaluations([entry for entry in entries if hasattr(entry, "asked_at")])
    read = past.answers(
        CULTURE_MIX.ready(home, variants), CULTURE_MIX.parsers(CULTURE_MIX.library(home))
    )
    assert dict(read.select("variant_id", "country").rows()) == dict(
        first.select("variant_id", "country").rows()
    )
