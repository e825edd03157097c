"""The report about street scenes: shown where somebody was asked, each number from its mart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from culture_conflict.benchmarks.signpost.scoring import score
from culture_conflict.home import Home
from culture_conflict.reports.extras import extras
from culture_conflict.reports.numbers import show
from culture_conflict.reports.reading import Frames
from culture_conflict.reports.signpost_errors import errors
from culture_conflict.reports.signpost_judged import judged, judged_averages
from culture_conflict.reports.signpost_map import guesses, scene_map
from culture_conflict.reports.signpost_naming import naming
from culture_conflict.reports.signpost_panels import shift, wla
from culture_conflict.reports.signpost_sections import signpost_sections
from culture_conflict.reports.signpost_sensitivity import sensitivity
from culture_conflict.reports.signpost_sets import boards, published_boards
from culture_conflict.reports.signpost_views import signpost_views
from culture_conflict.statistics.comparisons import compare_models
from culture_conflict.statistics.signpost_effects import text_effects
from culture_conflict.statistics.signpost_guesses import read_guesses
from culture_conflict.tables._tests import TEXTS
from culture_conflict.tables.signpost_predictions import SIGNPOST_PREDICTIONS
from culture_conflict.tables.signpost_scores import SIGNPOST_SCORES
from culture_conflict.tables.signpost_variants import SIGNPOST_VARIANTS
from culture_conflict_tests.benchmarks_signpost.small_scenes import (
    predictions_of,
    said,
    scene,
    variants_of,
)
from culture_conflict_tests.statistics.small_streets import registered, scored, streets

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
        | {key: SETTING[key] for key in ("source", "model", "prompt_id", "evaluation", "editor")}
        for name, n in (("up to 25 km", 1), ("no place", 3))
    ]
    cross = SETTING | {"prompt_id": "country-v1", "task": "country", "n": 4}
    cross |= {"source_set": "none"}
    for name in ("conflict_recall", "text_dominance"):
        for kind in (name, f"{name}_original"):
            cross |= _drawn(kind, 0.5 if name == "text_dominance" else None) | {f"{kind}_n": 4}
    of_set = {"source": "all", "source_set": "both", "n_sources": 2, "not_covered": None}
    cross = [cross, cross | of_set | _drawn("text_dominance", 0.25)]
    named = SETTING | {"prompt_id": "language-v1", "task": "language", "n": 4}
    naming = [
        named | {"variant": variant, "native_n": 4, "injected_n": 0}
        | _drawn("native", 0.75) | _drawn("injected", None)
        for variant in ("adversarial", "original")
    ]  # fmt: skip
    sources = [{"benchmark": "signpost", "source": "s", "kind": "folder", "title": "Streets"}]
    return Frames(
        {
            "sources": pl.DataFrame(sources),
            "signpost_wla": pl.DataFrame([*accuracy, published]),
            "signpost_shift": pl.DataFrame([shifts]),
            "signpost_errors": pl.DataFrame(classes),
            "signpost_cross_task": pl.DataFrame(cross),
            "signpost_naming": pl.DataFrame(naming),
        }
    )


def test_nothing_is_shown_where_nobody_was_asked(tmp_path: Path, frames: Frames) -> None:
    assert list(signpost_sections(Frames({}), Home(tmp_path))) == []
    nobody = frames["signpost_wla"].filter(origin="published")
    empty = Frames(dict(frames.by_name) | {"signpost_wla": nobody})
    assert list(signpost_sections(empty, Home(tmp_path))) == []
    assert boards(Frames({})) == []
    assert published_boards(Frames({})) == []


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


def test_each_editors_pictures_have_their_own_bar(frames: Frames) -> None:
    mine = frames["signpost_errors"]
    other = mine.filter(pl.col("class") == "no place").with_columns(editor=pl.lit("flux"))
    more = Frames(dict(frames.by_name) | {"signpost_errors": pl.concat([mine, other])})
    bars = errors(more, signpost_views(more)[0]).charts[0].spec["data"]["values"]
    assert {(v["who"], v["class"], v["value"]) for v in bars} == {
        ("m, qwen, adversarial", "up to 25 km", 25.0),
        ("m, qwen, adversarial", "no place", 75.0),
        ("m, flux, adversarial", "no place", 100.0),
    }


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
    assert {v["value"] for v in values} == {50.0}
    (averages,) = judged_averages(frames, "both", "scope")
    assert [table.rows["text_dominance"].to_list() for table in averages.tables] == [[0.25]]
    assert list(judged_averages(frames, "another", "scope")) == []


def test_names_have_a_line_for_what_is_known_and_none_for_what_is_not(frames: Frames) -> None:
    (view,) = signpost_views(frames)
    (panel,) = naming(frames, view)
    (chart,) = panel.charts
    assert chart.title == "The language that is named"
    values = chart.spec["data"]["values"]
    assert {(v["line"], v["column"], v["shown"]) for v in values} == {
        ("m: the native text's language", "original", "75.0"),
        ("m: the native text's language", "adversarial", "75.0"),
    }
    without = Frames({name: f for name, f in frames.by_name.items() if name != "signpost_naming"})
    assert list(naming(without, view)) == []


def test_models_are_compared_in_words_that_fit_what_is_measured(frames: Frames) -> None:
    shown, models = streets("s", 12), ["one", "two"]
    asked = read_guesses(shown, scored(shown, models), registered(models), is_sample=False)
    made = {"model_comparison": compare_models(asked, {"base-v1"}), "prompt_effect": None}
    made["conflict_effect"] = text_effects(asked)
    held = {
        name: frame.with_columns(is_real=pl.col("p_holm") < 0.05)
        for name, frame in made.items()
        if frame is not None
    }
    (view,) = signpost_views(frames)
    compared, effects, absent = extras(Frames(dict(frames.by_name) | held), view)
    assert "prompt_effect" in str(absent.missing)
    assert "paired by scene" in compared.about
    assert "no share of answers: more is better" in compared.about
    (table,) = compared.tables
    titles = {column.name: column.title for column in table.columns}
    assert titles["value_a"] == "value a (% or WLA)"
    assert titles["coverage"] == "coverage (%)"
    values = {v["what"]: v for v in compared.charts[0].spec["data"]["values"]}
    assert set(values) == {
        "two · wla · originals",
        *(f"two · wla · generative · {cue} · qwen" for cue in ("blank", *TEXTS)),
        "two · at_trap · generative · adversarial_text · qwen",
    }
    row = held["model_comparison"].filter(metric="wla", cue="none").row(0, named=True)
    found = values["two · wla · originals"]
    assert found["value"] == 100 * row["delta"]
    assert found["shown"] == show(row["delta"], "points")
    assert [
        column.title for column in effects.tables[0].columns if column.name == "value_with"
    ] == ["value with (% or WLA)"]


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


def test_the_order_of_models_stands_beside_what_is_printed() -> None:
    shared = {"origin": "published", "source": "all", "tier": "all", "score": None}
    shared |= {"prompt_id": "published", "editor": "qwen"}
    tau = shared | dict.fromkeys(("printed_kendall_tau", "printed_spearman_rho"))
    tau |= {"model": "all", "n_models": 20, "kendall_tau": 0.979, "spearman_rho": 0.9}
    order = [
        tau | {"varied": "measures", "setting": "r and tfr", "printed_spearman_rho": -0.9},
        tau | {"varied": "exponent_c", "setting": "0.50"},
        tau | {"varied": "exponent_c", "setting": "0.30"},
    ]
    swept = shared | {"model": "m", "varied": "radius_km", "score": 0.25}
    scores = [swept | {"setting": km} for km in ("500", "10")]
    panel = sensitivity(pl.DataFrame([*order, *scores]), "scope", name="n", title="t")
    table, by_model = panel.tables
    assert table.rows.select("what", "to").rows() == [
        ("exponent of C", "0.30"),
        ("exponent of C", "0.50"),
        ("two measures against each other", "R and TFR"),
    ]
    assert "printed_spearman_rho" in {column.name for column in table.columns}
    assert not {"source", "tier"} & {column.name for column in by_model.columns}
    (chart,) = panel.charts
    assert [(v["x"], v["shown"]) for v in chart.spec["data"]["values"]] == [
        (10.0, "25.0"),
        (500.0, "25.0"),
    ]
    again = [one | {"prompt_id": "probing-v1"} for one in scores]
    told = sensitivity(pl.DataFrame([*order, *scores, *again]), "scope", name="n", title="t")
    lines = {v["model"] for v in told.charts[0].spec["data"]["values"]}
    assert lines == {"m, published", "m, probing-v1"}
    assert "prompt_id" in {column.name for column in told.tables[1].columns}
