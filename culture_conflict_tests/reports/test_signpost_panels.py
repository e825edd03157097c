"""The report about street scenes: shown where somebody was asked, each number from its mart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from culture_conflict.benchmarks.signpost.scoring import score
from culture_conflict.home import Home
from culture_conflict.reports.reading import Frames
from culture_conflict.reports.signpost_errors import errors
from culture_conflict.reports.signpost_judged import judged
from culture_conflict.reports.signpost_map import guesses, scene_map
from culture_conflict.reports.signpost_panels import shift, wla
from culture_conflict.reports.signpost_sections import signpost_sections
from culture_conflict.reports.signpost_sets import boards, published_board
from culture_conflict.reports.signpost_views import signpost_views
from culture_conflict.tables.signpost_predictions import SIGNPOST_PREDICTIONS
from culture_conflict.tables.signpost_scores import SIGNPOST_SCORES
from culture_conflict.tables.signpost_variants import SIGNPOST_VARIANTS
from culture_conflict_tests.benchmarks_signpost.small_scenes import (
    predictions_of,
    said,
    scene,
    variants_of,
)

SETTING = {"origin": "measured", "source": "s", "model": "m", "prompt_id": "base-v1",
           "evaluation": "main", "editor": "qwen", "unanswered": "wrong"}  # fmt: skip
ENDS = {"ci_low": 0.1, "ci_high": 0.9}


def _drawn(name: str, value: float | None) -> dict[str, Any]:
    return {name: value} | {f"{name}_{end}": at for end, at in ENDS.items()}


@pytest.fixture
def frames() -> Frames:
    accuracy = [
        SETTING
        | _drawn("wla", wla)
        | {
            "variant": variant,
            "editor": "none" if variant == "original" else "qwen",
            "n": 9,
            "n_asked": 10,
            "n_variants": 10,
            "n_placed": 9,
            "coverage": 0.9,
            "median_km": 12.3,
            "acc_25": 0.5,
            "acc_200": 0.6,
            "acc_750": 0.7,
            "over_2500": 0.1,
        }
        for variant, wla in (("adversarial", 0.25), ("original", 0.75))
    ]
    published = accuracy[0] | {"origin": "published", "source": "yfcc4k", "model": "Grok-4"}
    traps = {"tfr": 0.4, "tfr_blank": 0.0, "tfr_original": None}
    shifts = SETTING | {f"{name}_n": 5 for name in traps}
    for name, value in traps.items():
        shifts |= _drawn(name, value)
    classes = [
        {"benchmark": "signpost", "variant": "adversarial", "class": name, "n": n}
        | {key: SETTING[key] for key in ("source", "model", "prompt_id", "evaluation")}
        for name, n in (("up to 25 km", 1), ("no place", 3))
    ]
    cross = SETTING | {"prompt_id": "country-v1", "task": "country", "n": 4}
    for name in ("conflict_recall", "text_dominance", "trap_country"):
        for kind in (name, f"{name}_original"):
            cross |= _drawn(kind, 0.5 if name == "text_dominance" else None) | {f"{kind}_n": 4}
    sources = [{"benchmark": "signpost", "source": "s", "kind": "folder", "title": "Streets"}]
    return Frames(
        {
            "sources": pl.DataFrame(sources),
            "signpost_wla": pl.DataFrame([*accuracy, published]),
            "signpost_shift": pl.DataFrame([shifts]),
            "signpost_errors": pl.DataFrame(classes),
            "signpost_cross_task": pl.DataFrame([cross]),
        }
    )


def test_nothing_is_shown_where_nobody_was_asked(tmp_path: Path, frames: Frames) -> None:
    assert list(signpost_sections(Frames({}), Home(tmp_path))) == []
    nobody = frames["signpost_wla"].filter(origin="published")
    empty = Frames(dict(frames.by_name) | {"signpost_wla": nobody})
    assert list(signpost_sections(empty, Home(tmp_path))) == []
    assert boards(Frames({})) == []
    assert published_board(Frames({})) is None


def test_accuracy_and_errors_are_those_of_the_marts(frames: Frames) -> None:
    (view,) = signpost_views(frames)
    assert (view.source, view.prompt_id, view.models) == ("s", "base-v1", ("m",))
    panel = wla(frames, view)
    shown = panel.charts[0].spec["data"]["values"]
    assert {(v["column"], v["shown"], v["interval"]) for v in shown} == {
        ("original", "75.0", "[10.0, 90.0]"),
        ("adversarial", "25.0", "[10.0, 90.0]"),
    }
    assert {v["who"] for v in shown} == {"m"}
    bars = errors(frames, view).charts[0].spec["data"]["values"]
    assert {(v["class"], v["value"]) for v in bars} == {("up to 25 km", 25.0), ("no place", 75.0)}


def test_the_trap_rate_stands_beside_blank_and_a_missing_rate_is_no_zero(frames: Frames) -> None:
    (view,) = signpost_views(frames)
    values = shift(frames, view).charts[0].spec["data"]["values"]
    assert {(v["kind"], v["value"]) for v in values} == {("Adversarial", 40.0), ("Blank", 0.0)}


def test_judgements_have_a_panel_only_where_they_were_asked(frames: Frames) -> None:
    (view,) = signpost_views(frames)
    (panel,) = judged(frames, view)
    assert panel.name == "signpost-cross-task"
    values = panel.charts[0].spec["data"]["values"]
    assert {v["what"] for v in values} == {"text trusted"}
    assert {v["kind"] for v in values} == {"Adversarial", "Original"}


def test_a_map_has_scene_trap_and_every_guess(home_with_scenes: Home, frames: Frames) -> None:
    (view,) = signpost_views(frames)
    rows = guesses(home_with_scenes, view)
    assert rows["scene"].unique(maintain_order=True).to_list() == ["drawn", "kept"]
    panel = scene_map(rows, view)
    points = panel.charts[0].spec["layer"][1]["data"]["values"]
    mine = [point for point in points if point["scene"] == "drawn"]
    assert {(p["kind"], p["lat"], p["lon"]) for p in mine} == {
        ("the scene", 10.0, 0.0),
        ("where the text points", 50.0, 90.0),
        ("guess, Adversarial", 50.0, 90.0),
        ("guess, Original", 11.0, 0.0),
        ("guess, Blank", 11.0, 0.0),
    }
    assert scene_map(pl.DataFrame(), view).missing
    variants = home_with_scenes.tables.read(SIGNPOST_VARIANTS, "signpost", "s")
    built = variants.with_columns(pl.concat_str("external_id", "variant", separator="/"))
    home_with_scenes.tables.write(SIGNPOST_VARIANTS, built, "signpost", "s")
    assert guesses(home_with_scenes, view).equals(rows)
    assert guesses(Home(home_with_scenes.root / "elsewhere"), view).is_empty()


@pytest.fixture
def home_with_scenes(tmp_path: Path) -> Home:
    made = Home(tmp_path)
    trap = (50.0, 90.0)
    scenes = variants_of(
        [*scene("s", "kept", (20.0, 0.0), trap), *scene("s", "drawn", (10.0, 0.0), trap),
         *scene("s", "without", (30.0, 0.0), None)]
    )  # fmt: skip
    rows = [
        said(one, trap if one["variant_id"] == "s-drawn-adversarial" else (11.0, 0.0))
        for one in scenes.iter_rows(named=True)
    ]
    answers = predictions_of(rows)
    made.tables.write(SIGNPOST_VARIANTS, scenes, "signpost", "s")
    made.tables.write(SIGNPOST_PREDICTIONS, answers, "signpost", "m", "s")
    made.tables.write(SIGNPOST_SCORES, score(answers, scenes), "signpost", "m", "s")
    return made
