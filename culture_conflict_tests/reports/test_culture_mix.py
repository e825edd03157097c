"""CultureMix's panels over rows written by hand, and the diagram of what mixing changes."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import polars as pl
import pytest
from PIL import Image

from culture_conflict.pictures.contact_sheet import MAX_WIDTH
from culture_conflict.pictures.store import PictureStore
from culture_conflict.reports.culture_mix import culture_mix
from culture_conflict.reports.culture_mix_leaderboard import published_mixes
from culture_conflict.reports.culture_mix_plots import plots_of
from culture_conflict.reports.culture_mix_strips import mix_strips
from culture_conflict.reports.culture_mix_tables import mix_tables
from culture_conflict.reports.extras import extras
from culture_conflict.reports.model import Panel
from culture_conflict.reports.page import Section, render
from culture_conflict.reports.plot import MAX_BYTES
from culture_conflict.reports.reading import Frames
from culture_conflict.reports.sankey import COLOURS, Flow, sankey_svg
from culture_conflict.reports.views import View
from culture_conflict_tests.reports.kit import HOSTILE, parsed, sha

Row = dict[str, Any]
VIEW = View("culture_mix", "mixes", "base-v1", "main", "mix", "Mixes", 40, ("model-a", HOSTILE))
ENDS = {"ci_low": 0.1, "ci_high": 0.4}
RATES = ("accuracy_alone", "accuracy_mixed", "to_distractor")


def row(model: str, **more: Any) -> Row:
    head = {
        "origin": "measured",
        "benchmark": "culture_mix",
        "source": "mixes",
        "source_version": "v1",
        "prompt_id": "base-v1",
        "evaluation": "main",
        "model": model,
        "target": "country",
        "rule": "guarded",
        "n": 20,
        "coverage": 1.0,
    }
    return head | ENDS | more


def transition(model: str, subtask: str, counts: tuple[int, int, int, int]) -> Row:
    made = row(model, subtask=subtask, n=sum(counts))
    for move, n in zip(
        ("true_true", "true_false", "false_true", "false_false"), counts, strict=True
    ):
        made |= {f"n_{move}": n, move: n / sum(counts), f"{move}_ci_low": 0, f"{move}_ci_high": 1}
    return made


def frames() -> Frames:
    models = ("model-a", HOSTILE)
    accuracy = [
        row(
            model, subtask=subtask, background_kind="all", accuracy=0.25, n_correct=5, target=target
        )
        for model in models
        for subtask in ("sf", "mf", "sfb", "mfb")
        for target in ("country", "name")
    ]
    printed = {"origin": "published", "source": "published", "prompt_id": "published"}
    confusion = [
        row(model, level=level, subtask="sf", share=0.5, n_answers=10)
        | {"truth_country": truth, "truth_level": "low", "answered_country": answer}
        | {"answered_name": answer, "answered_level": "high"}
        for model in models
        for level, truth, answer in (("country", "PER", "JPN"), ("resource", "low", "high"))
    ]
    placed = [
        row(model, subtask="sfb", cue="background", distance=distance, n_correct=5)
        | {"accuracy": 0.25, "bits": 1.5, "nats": 1.0, "normalised": 0.5}
        | {"n_foods": 4, "n_food_max": 9}
        for model in models
        for distance in ("same_country", "other_continent")
    ]
    shift = [
        row("model-a", subtask="sfb", cue="background", kept=0.5, label_shift=0.5)
        | {"to_distractor": 0.25, "to_continent": 0.0, "to_elsewhere": 0.25}
        | {"to_distractor_ci_low": 0.1, "to_distractor_ci_high": 0.5}
    ]
    foods = [
        row("model-a", group_id=f"food{n}", bits=n / 2, share=n / 3, n_shifted=n, n=3)
        | {"truth_country": "PER"}
        for n in range(3)
    ]
    confidence = [
        row("model-a", subtask="mixed", level="all", label_shift=0.5, n_shifted=3, n_foods=3)
        | {"spearman": 1.0, "spearman_ci_low": None, "spearman_ci_high": None}
    ]
    strips = [
        row("model-a", group_id="f", subtask=subtask, variant_id=subtask, picture=sha(subtask))
        | {"state": "ok", "answer": HOSTILE, "correct_guarded": False, "food_place": 1}
        | {"shift": "shifted", "food_pull": None, "background_pull": "distractor"}
        for subtask in ("mfb", "sf", "sfb", "mf")
    ]
    moves = [transition("model-a", "sfb", (3, 4, 1, 2)), transition(HOSTILE, "mf", (1, 0, 0, 0))]
    board = [
        row(model, target=target, rule=rule, rank=rank, rank_note=None if rank else "because")
        | {"kind": "vlm", "editor": "all", "imported": False, "sample": None, "prompt_note": None}
        | {"n_alone": 4, "n_mixed": 20, "n_compared": 16, "comparable_reason": "why"}
        | {f"{name}_{end}": at for name in RATES for end, at in ENDS.items()}
        | dict(zip(RATES, (0.75, 0.5, 0.25), strict=True))
        for model, rank in zip(models, (None, 1), strict=True)
        for target in ("country", "name")
        for rule in ("guarded", "as_published")
    ]
    board += [one | printed | {"model": "Printed"} for one in board[:2]]
    made = {
        "culture_mix_leaderboard": board,
        "culture_mix_accuracy": [*accuracy, accuracy[0] | printed | {"rule": "as_published"}],
        "culture_mix_transitions": moves,
        "culture_mix_label_shift": shift,
        "culture_mix_confusion": confusion,
        "culture_mix_distance": placed,
        "culture_mix_entropy": placed,
        "culture_mix_confidence": confidence,
        "mix_foods": foods,
        "mix_strips": strips,
    }
    return Frames({name: pl.DataFrame(rows) for name, rows in made.items()})


VARIANTS = pl.DataFrame(
    [
        {"variant_id": subtask, "truth_items": ["Ceviche"], "truth_country": "PER"}
        | {"author": "An author", "licence": "CC0-1.0"}
        for subtask in ("sf", "mf", "sfb", "mfb")
    ]
)


@pytest.fixture(scope="module")
def panels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Panel]:
    store = PictureStore(tmp_path_factory.mktemp("store"))
    return {panel.name: panel for panel in culture_mix(frames(), VIEW, VARIANTS, store)}


def test_there_is_a_panel_for_each_mart_that_has_rows(panels: dict[str, Panel]) -> None:
    assert list(panels) == [
        *("mix-leaderboard", "mix-strips", "mix-accuracy", "mix-moves", "mix-confusion"),
        *("mix-distance", "mix-confidence"),
    ]
    assert not any(panel.missing for panel in panels.values())


def test_the_board_ranks_each_question_and_folds_the_papers_rule(
    panels: dict[str, Panel],
) -> None:
    panel = panels["mix-leaderboard"]
    guarded, literal = panel.tables
    assert guarded.folded is None
    assert guarded.rows.select("target", "model", "_partial").rows() == [
        ("country", HOSTILE, False),
        ("country", "model-a", True),
        ("name", HOSTILE, False),
        ("name", "model-a", True),
    ]
    assert set(guarded.rows["rule"]) == {"guarded"}
    assert set(literal.rows["rule"]) == {"as_published"}
    values = panel.charts[0].spec["data"]["values"]
    assert [(v["model"], v["pictures"], v["value"]) for v in values[:3]] == [
        (HOSTILE, "alone", 75.0),
        (HOSTILE, "mixed", 50.0),
        (HOSTILE, "moved", 25.0),
    ]
    printed = published_mixes(frames()["culture_mix_leaderboard"])
    assert set(printed.tables[0].rows["model"]) == {"Printed"}
    assert "why" in printed.notes[0]


def test_published_rows_stand_in_tables_only(panels: dict[str, Panel]) -> None:
    panel = panels["mix-accuracy"]
    values = panel.charts[0].spec["data"]["values"]
    assert len(values) == 8
    assert {value["value"] for value in values} == {25.0}
    assert panel.tables[1].rows["origin"].to_list() == ["published"]
    assert set(panel.tables[0].rows["origin"]) == {"measured"}


def test_strips_go_from_alone_to_both(panels: dict[str, Panel]) -> None:
    (strip,) = panels["mix-strips"].strips
    assert strip.title == "model-a: Ceviche, Peru"
    words = [picture.caption.partition(" (")[0] for picture in strip.pictures]
    assert words == ["food alone", "beside a food", "before a place", "both"]
    assert all("follows the distractor" in picture.caption for picture in strip.pictures)


def test_strips_say_who_follows_wrongly_and_what_is_no_answer(tmp_path: Path) -> None:
    store = PictureStore(tmp_path)
    drawn = frames()["mix_strips"].with_columns(
        state=pl.when(pl.col("subtask") == "sf").then(None).otherwise("state"),
        correct_guarded=pl.col("subtask") == "sfb",
    )
    (strip,) = mix_strips(drawn, VARIANTS, store, VIEW).strips
    assert [picture.caption for picture in strip.pictures] == [
        "food alone (not counted):",
        "beside a food (wrong, follows the distractor):",
        "before a place (right):",
        "both (wrong, follows the distractor):",
    ]


def test_countries_have_their_names(panels: dict[str, Panel]) -> None:
    countries, levels = panels["mix-confusion"].charts
    assert {value["truth"] for value in countries.spec["data"]["values"]} == {"Peru"}
    assert {value["truth"] for value in levels.spec["data"]["values"]} == {"low"}
    offered = [chart.spec["params"][0] for chart in (countries, levels)]
    assert [one["value"] for one in offered] == ["model-a, food alone"] * 2
    assert offered[0]["bind"]["options"] == offered[1]["bind"]["options"]


def test_controls_show_one_rule_and_fold_the_rest() -> None:
    rows = [
        row("model-a", rule=rule, cue="agnostic", level=level, accuracy=0.5, n_correct=10)
        for rule in ("guarded", "as_published")
        for level in ("all", "apple")
    ]
    (panel,) = mix_tables(Frames({"culture_mix_controls": pl.DataFrame(rows)}), VIEW)
    shown, folded = panel.tables
    assert shown.rows.select("rule", "level").rows() == [("guarded", "all")]
    assert (folded.rows.height, folded.folded is None) == (4, False)
    assert "n = 20 answers" in panel.scope


def test_what_only_another_benchmark_has_is_left_out() -> None:
    held = Frames({"confused_tourist_correlation": pl.DataFrame([row("model-a")])})
    names = [panel.name for panel in extras(held, VIEW)]
    assert names == ["absent"]
    here = replace(VIEW, benchmark="confused_tourist")
    assert "confused-tourist-correlation" in [panel.name for panel in extras(held, here)]


def test_curves_have_a_field_per_distractor(panels: dict[str, Panel]) -> None:
    accuracy, entropy = panels["mix-distance"].charts
    assert {v["panel"] for v in accuracy.spec["data"]["values"]} == {"before a place: background"}
    assert {v["value"] for v in entropy.spec["data"]["values"]} == {1.5}


def test_sure_dishes_do_not_stretch_the_axis(panels: dict[str, Panel]) -> None:
    encoding = panels["mix-confidence"].charts[0].spec["encoding"]
    assert encoding["x"]["scale"]["domain"] == [0, pytest.approx(1.05)]


def test_a_diagram_is_as_thick_as_its_counts() -> None:
    flows = [Flow(True, True, 3), Flow(True, False, 4), Flow(False, True, 1), Flow(False, False, 2)]
    root = ET.fromstring(sankey_svg(flows, "alone", "<after> & more"))
    name = "{http://www.w3.org/2000/svg}"
    heights: dict[str, list[float]] = {}
    for rect in root.iter(f"{name}rect"):
        heights.setdefault(rect.attrib["fill"], []).append(float(rect.attrib["height"]))
    thick = {colour: found[0] for colour, found in heights.items()}
    assert all(len(set(found)) == 1 and len(found) == 2 for found in heights.values())
    unit = thick[COLOURS[True, True]] / 3
    expected = {COLOURS[flow.before, flow.after]: flow.n * unit for flow in flows}
    assert thick == pytest.approx(expected, abs=0.02)
    words = [text.text for text in root.iter(f"{name}text")]
    assert {"70 %", "30 %", "40 %", "60 %", "<after> & more"} <= set(words)


def test_charts_and_diagram_are_small_pictures_too() -> None:
    made = plots_of(frames(), VIEW)
    (diagram,) = set(made) - {
        *("Targets and answers", "The same by resource level"),
        *("Accuracy by distance", "Entropy by distance", "Entropy against shift"),
    }
    assert diagram == "model-a: alone → before a place (n = 10)"
    for title, png in made.items():
        shown = Image.open(BytesIO(png)).convert("RGB")
        assert shown.getpixel((1, 1)) == (255, 255, 255), title
        assert 320 <= shown.width <= MAX_WIDTH, title
        assert len(shown.getcolors(1_000_000) or []) > 20, title
        assert len(png) <= MAX_BYTES
    assert plots_of(Frames({}), VIEW) == {}
    assert plots_of(frames(), replace(VIEW, source="elsewhere")) == {}


def test_nothing_from_tables_is_markup(panels: dict[str, Panel]) -> None:
    section = Section("mixes", "Mixes", "", list(panels.values()))
    html = render([section], [], "window.vegaEmbed = null;")
    page = parsed(html)
    assert not [found for tag, found in page.elements if "onerror" in found]
    assert len(re.findall("<svg viewBox", html)) == 2
    assert {tag for tag, _ in page.elements} >= {"svg", "path", "rect"}
