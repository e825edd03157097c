"""Scores follow the rulings, state by state, and join only what is current."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl
import pytest

from culture_conflict.benchmarks.confused_tourist.scoring import score
from culture_conflict.tables._columns import STATES
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.tables.scores import SCORES
from culture_conflict.tables.variants import VARIANTS

PICTURES = {"original": "a" * 64, "flag": "b" * 64, "grey": "c" * 64}
SHARED = {"benchmark": "confused_tourist", "source": "sample", "source_version": "1"}


def variants(**changed: object) -> pl.DataFrame:
    """One dish of Nigeria: its original, a flag of Niger stacked on it, and a grey patch."""
    rows = [variant(name, **changed) for name in PICTURES]
    return VARIANTS.validate(VARIANTS.frame(rows))


def variant(name: str, **changed: object) -> dict[str, object]:
    stacked = name != "original"
    return {
        **SHARED,
        **dict.fromkeys(VARIANTS.schema),
        **SHARED,
        **dict.fromkeys(("external_id", "group_id", "editor", "recipe", "licence"), "x"),
        "variant_id": name,
        "variant": name,
        "reference_variant": "original" if stacked else None,
        "category": "cuisine",
        "truth_items": ["Jollof rice", "Benachin"],
        "truth_country": "NGA",
        "other_countries": [],
        "distractor_country": "NER" if name == "flag" else None,
        "perturb_method": "stacked" if stacked else "none",
        "pair_method": "geo" if name == "flag" else "none",
        "difficulty": "hard" if name == "flag" else "none",
        "perturb_context": {"flag": "flag", "grey": "grey_patch"}.get(name, "none"),
        "picture": PICTURES[name],
        "width": 10,
        "height": 10,
        "review": "not_needed",
        "medium": "photograph",
        **changed,
    }


def prediction(name: str, state: str = "ok", **fields: object) -> dict[str, object]:
    return {
        **dict.fromkeys(PREDICTIONS.schema),
        "variant_id": name,
        "benchmark": "confused_tourist",
        "source": "sample",
        "picture": PICTURES[name],
        "picture_sent": PICTURES[name],
        "model": "m",
        "prompt_id": "base-v1",
        "evaluation": "main",
        "repeat": 0,
        "request_key": "d" * 64,
        "state": state,
        "attempts": 1,
        "parameters": "{}",
        "model_revision": "1",
        "latency_s": 0.1,
        "asked_at": "2026-01-01T00:00:00Z",
        **fields,
    }


def predictions(*rows: Mapping[str, object]) -> pl.DataFrame:
    return PREDICTIONS.validate(PREDICTIONS.frame([dict(row) for row in rows]))


def scored(*rows: Mapping[str, object], name: str = "flag", target: str = "country") -> dict:
    table = SCORES.validate(score(predictions(*rows), variants()))
    return table.row(
        by_predicate=(pl.col("variant_id") == name) & (pl.col("target") == target), named=True
    )


NIGER = {"country_answer": "Niger", "country": "NER"}
NIGERIA = {"country_answer": "Nigeria", "country": "NGA"}
PERU = {"country_answer": "Peru", "country": "PER"}


@pytest.mark.parametrize(
    ("fields", "correct", "distracted"),
    [
        (NIGERIA, (True, True), (False, False)),
        (NIGER, (True, False), (False, True)),  # eq. 5 finds Niger in Nigeria
        ({"country_answer": "Naija, Niger", "country": "NER"}, (False, False), (False, True)),
        ({"country_answer": "Nigerien", "country": "NER"}, (False, False), (False, True)),
        (PERU, (False, False), (False, False)),
        ({"country_answer": "Republic of the Nig"}, (False, False), (True, False)),
        ({"country_answer": "Westeros"}, (False, False), (False, False)),
        ({}, (False, False), (False, None)),  # only the item was named
    ],
)
def test_country_question(
    fields: dict[str, str], correct: tuple[bool, bool], distracted: tuple[bool, bool | None]
) -> None:
    row = scored(prediction("flag", item_answer="x", **fields))
    assert (row["correct_as_published"], row["correct_guarded"]) == correct
    assert (row["distracted_as_published"], row["distracted_guarded"]) == distracted
    assert (row["answer"], row["answer_country"]) == (
        fields.get("country_answer"),
        fields.get("country"),
    )


@pytest.mark.parametrize("state", STATES)
def test_which_states_are_part_of_the_distraction_likelihood(state: str) -> None:
    answered = state in {"ok", "hedged"}
    fields = PERU if answered else {}
    row = scored(prediction("flag", state, **fields))
    assert row["distracted_as_published"] is (None if state == "error" else False)
    assert row["distracted_guarded"] is (False if answered else None)
    assert row["correct_guarded"] is False


@pytest.mark.parametrize("state", sorted(set(STATES) - {"ok"}))
def test_no_other_state_is_right_or_distracted_whatever_was_parsed(state: str) -> None:
    right = scored(prediction("flag", state, item_answer="Benachin", **NIGERIA))
    assert right["correct_guarded"] is False
    follows = scored(prediction("flag", state, **NIGER))
    assert follows["distracted_guarded"] is (False if state == "hedged" else None)


def test_a_hedged_country_is_wrong_but_the_item_beside_it_may_be_right() -> None:
    hedged = {"country_answer": "Nigeria", "item_answer": "Jollof rice"}
    row = scored(prediction("flag", "hedged", **hedged))
    assert (row["correct_as_published"], row["correct_guarded"]) == (True, False)
    assert row["distracted_guarded"] is False
    item = scored(prediction("flag", "hedged", **hedged), target="item")
    assert (item["correct_as_published"], item["correct_guarded"]) == (True, True)


@pytest.mark.parametrize(
    ("answer", "correct"),
    [
        ("Jollof rice", (True, True)),
        ("JOLLOF RICE", (True, True)),
        ("Benachin", (True, True)),
        ("rice", (True, False)),
        ("Jollof", (True, True)),
        ("Nigerian jollof rice", (False, True)),
        ("Bénachin", (False, True)),
        ("Paella", (False, False)),
        (None, (False, False)),
    ],
)
def test_item_question(answer: str | None, correct: tuple[bool, bool]) -> None:
    row = scored(prediction("flag", item_answer=answer, **NIGER), target="item")
    assert (row["correct_as_published"], row["correct_guarded"]) == correct
    assert row["answer"] == answer
    assert row["answer_country"] is None
    assert row["distracted_as_published"] is None
    assert row["distracted_guarded"] is None


@pytest.mark.parametrize("name", ["original", "grey"])
def test_without_a_distractor_nobody_is_distracted(name: str) -> None:
    row = scored(prediction(name, **NIGER), name=name)
    assert row["distracted_as_published"] is None
    assert row["distracted_guarded"] is None


@pytest.mark.parametrize(
    ("fields", "correct", "distracted"),
    [
        (NIGERIA, (True, True), (False, False)),
        (NIGER, (True, False), (False, True)),
        (PERU, (False, False), (False, False)),
        ({"country_answer": "Republic of the Nig"}, (False, False), (True, False)),
    ],
)
def test_the_references_answer_against_this_distractor(
    fields: dict[str, str], correct: tuple[bool, bool], distracted: tuple[bool, bool]
) -> None:
    rows = [prediction("original", **fields), prediction("flag", **PERU)]
    row = scored(*rows)
    assert row["reference_state"] == "ok"
    assert (row["reference_correct_as_published"], row["reference_correct_guarded"]) == correct
    assert (
        row["reference_distracted_as_published"],
        row["reference_distracted_guarded"],
    ) == distracted
    itself = scored(*rows, name="original")
    assert {itself[name] for name in itself if name.startswith("reference_")} == {None}


def test_the_reference_is_judged_by_its_own_truths() -> None:
    changed = variants().with_columns(
        truth_items=pl.when(variant_id="original")
        .then(pl.lit(["Ceebu jen"], pl.List(pl.String)))
        .otherwise("truth_items"),
        truth_country=pl.when(variant_id="original").then(pl.lit("SEN")).otherwise("truth_country"),
    )
    senegal = {"item_answer": "Ceebu jen", "country_answer": "Senegal", "country": "SEN"}
    rows = predictions(prediction("original", **senegal), prediction("flag", **senegal))
    table = score(rows, changed).filter(variant_id="flag")
    assert table["reference_correct_guarded"].to_list() == [True, True]
    assert table["correct_guarded"].to_list() == [False, False]


@pytest.mark.parametrize(
    "other", [{"model": "n"}, {"prompt_id": "own-v1"}, {"evaluation": "pilot"}, {"repeat": 1}]
)
def test_another_askings_answer_is_no_reference(other: dict[str, object]) -> None:
    row = scored(prediction("original", **NIGERIA, **other), prediction("flag", **PERU))
    assert {row[name] for name in row if name.startswith("reference_")} == {None}


def test_a_reference_without_an_answer_keeps_its_state() -> None:
    row = scored(prediction("original", "refused"), prediction("flag", **NIGER))
    assert row["reference_state"] == "refused"
    assert row["reference_correct_guarded"] is False
    assert row["reference_distracted_guarded"] is None
    assert row["reference_distracted_as_published"] is False


def test_stale_and_unknown_pictures_are_left_out() -> None:
    stale = prediction("flag", **NIGER) | {"picture": "e" * 64}
    assert score(predictions(stale), variants()).is_empty()
    gone = prediction("flag", **NIGER) | {"variant_id": "gone"}
    assert score(predictions(gone), variants()).is_empty()
    rows = predictions(prediction("flag", **NIGER), prediction("original", **NIGER))
    kept = score(rows, variants(picture="e" * 64).filter(variant_id="flag"))
    assert kept.is_empty()


def test_two_rows_per_answer_and_the_declared_schema() -> None:
    table = score(predictions(*(prediction(name, **NIGER) for name in PICTURES)), variants())
    assert SCORES.validate(table).height == 6
    assert sorted(table["target"].to_list()) == ["country"] * 3 + ["item"] * 3
    empty = score(PREDICTIONS.empty(), VARIANTS.empty())
    assert SCORES.validate(empty).is_empty()


def test_no_truth_is_never_right() -> None:
    rows = predictions(prediction("flag", item_answer="Jollof rice", **NIGER))
    table = score(rows, variants(truth_items=[])).filter(target="item")
    assert table["correct_as_published"].to_list() == [False]
    assert table["correct_guarded"].to_list() == [False]


@pytest.mark.parametrize(
    ("fields", "correct", "distracted"),
    [
        ({"country_answer": "Senegal", "country": "SEN"}, (True, True), (False, False)),
        (NIGERIA, (True, True), (False, False)),
        (NIGER, (True, False), (False, True)),
        (PERU, (False, False), (False, False)),
    ],
)
def test_any_of_several_countries_is_right(
    fields: dict[str, str], correct: tuple[bool, bool], distracted: tuple[bool, bool]
) -> None:
    several = variants().with_columns(other_countries=pl.lit(["SEN", "GMB"], pl.List(pl.String)))
    rows = predictions(prediction("original", **fields), prediction("flag", **fields))
    found = score(rows, several).filter(variant_id="flag", target="country").row(0, named=True)
    rules = ("as_published", "guarded")
    assert tuple(found[f"correct_{rule}"] for rule in rules) == correct
    assert tuple(found[f"reference_correct_{rule}"] for rule in rules) == correct
    assert tuple(found[f"distracted_{rule}"] for rule in rules) == distracted
