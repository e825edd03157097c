"""Scores of CultureMix against cases worked by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from culture_conflict.benchmarks.culture_mix.scoring import score
from culture_conflict.places.normalize import resolve_country
from culture_conflict.tables.mix_scores import MIX_SCORES
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict_tests.benchmarks_culture_mix.kit import Row, answer, golden, picture, tables


def scored(pictures: list[tuple[Row, Row]], answers: list[Row], target: str) -> dict[str, Row]:
    variants, mixed = tables(pictures)
    made = MIX_SCORES.validate(score(PREDICTIONS.frame(answers), variants, mixed))
    assert made.height == 2 * len(answers)
    return {row["variant_id"]: row for row in made.filter(target=target).to_dicts()}


def code(name: str) -> str:
    found = resolve_country(name)
    assert found
    return found


def said(variant_id: str, country: str) -> Row:
    if not country:
        return answer(variant_id, state="unparsed")
    return answer(variant_id, said=country, country=code(country))


def test_label_shift_of_worked_cases() -> None:
    rows = golden("label_shift_rows")
    pictures, answers = [], []
    for row in rows:
        item, gold = row["item"], code(row["gold_country"])
        food2 = ("Other dish", code(row["distractor_country"]))
        pictures += [
            picture(f"{item}-sf", item, country=gold),
            picture(f"{item}-mf", item, "mf", country=gold, food2=food2),
        ]
        answers += [said(f"{item}-sf", row["sf_prediction"])]
        answers += [said(f"{item}-mf", row["mixed_prediction"])]
    made = scored(pictures, answers, "country")
    category = {
        "kept": ("kept", None),
        "to_distractor_country": ("shifted", "distractor"),
        "to_distractor_continent": ("shifted", "continent"),
        "other": ("shifted", "elsewhere"),
        "unparsed": ("unparsed", None),
    }
    for row in rows:
        got = made[f"{row['item']}-mf"]
        assert (got["shift"], got["food_pull"]) == category[row["category"]], row
        assert made[f"{row['item']}-sf"]["shift"] is None
    counts = Counter(made[f"{row['item']}-mf"]["shift"] for row in rows)
    parsed = counts["kept"] + counts["shifted"]
    expected = {row["metric"]: float(row["expected"]) for row in golden("label_shift_expected")}
    assert counts["shifted"] / parsed == pytest.approx(expected["label_shift_parsed_only"])
    assert (len(rows) - counts["kept"]) / len(rows) == expected["label_shift_all"]


def test_food_and_background_pull_apart() -> None:
    shown = {"country": "JPN", "food2": ("Pizza", "ITA"), "background": "PER"}
    pictures = [picture("sf", "a"), picture("mfb", "a", "mfb", **shown)]
    pulls = {}
    for country in ("Italy", "Peru", "France", "Chile", "Kenya"):
        made = scored(pictures, [said("sf", "Japan"), said("mfb", country)], "country")["mfb"]
        pulls[country] = (made["food_pull"], made["background_pull"])
    assert pulls == {
        "Italy": ("distractor", "elsewhere"),
        "Peru": ("elsewhere", "distractor"),
        "France": ("continent", "elsewhere"),
        "Chile": ("elsewhere", "continent"),
        "Kenya": ("elsewhere", "elsewhere"),
    }


def test_augmented_copies_are_compared_and_never_the_baseline() -> None:
    pictures = [
        picture("copy", "a", augmentation=1),
        picture("sf", "a"),
        picture("lonely-copy", "b", augmentation=1),
    ]
    answers = [said("copy", "Japan"), said("sf", "Peru"), said("lonely-copy", "Japan")]
    made = scored(pictures, answers, "country")
    assert [made[v]["shift"] for v in ("copy", "sf", "lonely-copy")] == [
        "shifted",
        None,
        "no_baseline",
    ]
    assert made["copy"]["food_pull"] is made["copy"]["background_pull"] is None


def test_a_baseline_of_another_model_or_prompt_is_none() -> None:
    pictures = [picture("sf", "a"), picture("mf", "a", "mf", food2=("Pizza", "ITA"))]
    answers = [
        said("sf", "Japan"),
        said("mf", "Italy") | {"model": "other"},
        said("mf", "Italy") | {"prompt_id": "other-v1"},
    ]
    variants, mixed = tables(pictures)
    made = score(PREDICTIONS.frame(answers), variants, mixed).filter(target="country")
    assert set(made.filter(variant_id="mf")["shift"]) == {"no_baseline"}


def test_both_rules_of_the_country() -> None:
    pictures = [picture("v", "a", country="USA", others=("CAN",))]
    cases = {
        "exact": (answer("v", said="America", country="USA"), True, True),
        "another truth": (answer("v", said="Canada", country="CAN"), True, True),
        "in a sentence": (answer("v", said="from the USA, I think", country="USA"), False, True),
        "wrong": (answer("v", said="Peru", country="PER"), False, False),
        "hedged": (answer("v", state="hedged", said="USA or Peru", country="USA"), False, False),
        "silent": (answer("v", state="refused"), False, False),
    }
    for name, (row, published, guarded) in cases.items():
        made = scored(pictures, [row], "country")["v"]
        assert made["correct_as_published"] is published, name
        assert made["correct_guarded"] is guarded, name


def test_both_rules_of_the_name() -> None:
    pictures = [picture("v", "a", name="Gołąbki", aliases=("cabbage rolls",))]
    cases = {
        "golabki": (True, True),
        "cabbage roll": (False, True),
        "Golabky": (False, True),
        "pizza": (False, False),
    }
    for item, (published, guarded) in cases.items():
        made = scored(pictures, [answer("v", item=item)], "name")["v"]
        assert (made["correct_as_published"], made["correct_guarded"]) == (published, guarded), item
    refused = scored(pictures, [answer("v", state="refused", item="golabki")], "name")["v"]
    assert (refused["correct_as_published"], refused["correct_guarded"]) == (True, False)


def test_the_label_of_a_name_is_a_dish_of_the_source() -> None:
    pictures = [
        picture("sf", "a", name="Laksa"),
        picture("mf", "a", "mf", name="Laksa", food2=("Pho bo", "VNM")),
    ]
    rows = [answer("sf", item="laksa soup"), answer("mf", item="the Pho bo")]
    made = scored(pictures, rows, "name")
    assert (made["sf"]["label"], made["mf"]["label"]) == ("laksa", "pho bo")
    assert (made["mf"]["shift"], made["mf"]["food_pull"]) == ("shifted", "distractor")


def test_a_dish_said_by_another_of_its_names_keeps_its_label() -> None:
    egg = {"name": "Shakshouka", "aliases": ("Tomato eggs",)}
    pictures = [
        picture("sf", "a", **egg),
        picture("mf", "a", "mf", **egg, food2=("Tomato egg drop", "CHN")),
    ]
    rows = [answer("sf", item="Shakshouka"), answer("mf", item="Tomato eggs")]
    made = scored(pictures, rows, "name")["mf"]
    assert made["correct_guarded"] is True
    assert (made["label"], made["shift"], made["food_pull"]) == ("shakshouka", "kept", None)


def test_a_right_answer_is_the_pictures_own_dish_before_a_nearer_name() -> None:
    pictures = [
        picture("sf", "a", name="Laksa lemak"),
        picture("mf", "a", "mf", name="Laksa lemak", food2=("Laksa", "SGP")),
    ]
    rows = [answer("sf", item="Laksa lemak"), answer("mf", item="laksa")]
    made = scored(pictures, rows, "name")["mf"]
    assert made["correct_guarded"] is True
    assert (made["label"], made["shift"]) == ("laksa lemak", "kept")


def test_a_distractor_said_by_another_of_its_names_is_the_distractor() -> None:
    pictures = [
        picture("sf", "a", name="Laksa"),
        picture("mf", "a", "mf", name="Laksa", food2=("Shakshouka", "TUN")),
        picture("other-sf", "b", name="Shakshouka", aliases=("Tomato eggs",)),
    ]
    rows = [answer("sf", item="Laksa"), answer("mf", item="Tomato eggs")]
    made = scored(pictures, rows, "name")["mf"]
    assert (made["label"], made["food_pull"]) == ("shakshouka", "distractor")


def test_labels_do_not_depend_on_which_pictures_were_asked_about() -> None:
    pictures = [picture("sf", "a", name="Laksa"), picture("other-sf", "b", name="Pho bo")]
    one, both = (
        scored(pictures, [answer(name, item="the Pho bo") for name in asked], "name")
        for asked in (("sf",), ("sf", "other-sf"))
    )
    assert one["sf"]["label"] == both["sf"]["label"] == "pho bo"


def test_hedged_countries_are_a_label_and_errors_are_no_part_of_a_shift() -> None:
    pictures = [picture("sf", "a"), picture("mf", "a", "mf", food2=("Pizza", "ITA"))]
    hedged = answer("mf", state="hedged", said="Italy or France")
    made = scored(pictures, [said("sf", "Japan"), hedged], "country")["mf"]
    assert (made["label"], made["shift"]) == ("italy or france", "shifted")
    assert made["food_pull"] == "elsewhere"
    made = scored(pictures, [said("sf", "Japan"), answer("mf", state="error")], "country")["mf"]
    assert (made["label"], made["shift"]) == (None, None)


def test_stale_answers_are_left_out() -> None:
    variants, mixed = tables([picture("sf", "a")])
    stale = said("sf", "Japan") | {"picture": "0" * 64}
    assert score(PREDICTIONS.frame([stale]), variants, mixed).is_empty()
    assert score(PREDICTIONS.empty(), variants, mixed).schema == MIX_SCORES.schema


def test_a_row_order_that_polars_would_change_is_kept() -> None:
    pictures = [picture(f"v{n}", "a", augmentation=n) for n in range(50)]
    answers = [said(f"v{n}", "Japan") for n in reversed(range(50))]
    variants, mixed = tables(pictures)
    made = score(PREDICTIONS.frame(answers), variants, mixed)
    assert made["variant_id"].to_list() == 2 * [row["variant_id"] for row in answers]
