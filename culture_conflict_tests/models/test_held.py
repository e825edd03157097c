"""Answers to other prompts come from the ledger, stand beside the new ones, and are not asked."""

from __future__ import annotations

from typing import Any

import polars as pl

from culture_conflict.models.held import held_predictions
from culture_conflict.models.protocol import Answer
from culture_conflict.tables.evaluations import EVALUATIONS
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict_tests.models.asking_kit import FakeProvider, World, echo, number, parse


def words(name: str) -> Any:
    return lambda category: f"{name}: {category}?"


PROMPTS = {"one-v1": words("one"), "two-v1": words("two"), "three-v1": words("three")}


def asked(world: World, variants: pl.DataFrame, name: str, **changes: Any) -> pl.DataFrame:
    provider = changes.pop("provider", FakeProvider())
    made, _ = world.ask(
        variants, provider, prompt_id=name, prompt_text=PROMPTS[name], run_id=name, **changes
    )
    return made


def held(world: World, variants: pl.DataFrame, **changes: Any) -> dict[str, Any]:
    arguments: dict[str, Any] = {
        "setting": world.setting,
        "provider": FakeProvider(),
        "prompts": PROMPTS,
        "parse": parse,
        "parser": "p",
        "ledger_root": world.ledger,
        "run_id": "later",
    }
    found = held_predictions(variants=variants, **(arguments | changes))
    return {made["prompt_id"][0]: (made, evaluations) for made, evaluations in found}


def test_each_prompt_ever_asked_is_there_as_it_was_and_nobody_is_asked(world: World) -> None:
    variants = world.variants(range(6))
    first, second = asked(world, variants, "one-v1"), asked(world, variants, "two-v1")
    provider = FakeProvider()
    found = held(world, variants, provider=provider)
    assert list(found) == ["one-v1", "two-v1"]
    assert found["one-v1"][0].equals(first)
    assert found["two-v1"][0].equals(second)
    assert provider.calls == 0
    for made, evaluations in found.values():
        assert PREDICTIONS.broken(made) == {}
        assert EVALUATIONS.broken(evaluations) == {}


def test_a_variant_that_was_never_asked_has_no_row_and_lowers_coverage(world: World) -> None:
    variants = world.variants(range(6))
    asked(world, variants.head(2), "one-v1")
    made, evaluations = held(world, variants)["one-v1"]
    assert made["variant_id"].to_list() == ["v0", "v1"]
    row = evaluations.row(0, named=True)
    assert (row["n_rows"], row["n_variants"], row["coverage"]) == (2, 6, 2 / 6)


def test_a_request_that_only_failed_is_an_error_and_a_later_answer_takes_its_place(
    world: World,
) -> None:
    variants = world.variants(range(3))

    def failing(request: Any, n: int) -> Answer:
        return Answer(error="no route") if number(request) == 1 else echo(request, n)

    asked(world, variants, "one-v1", provider=FakeProvider(failing))
    made, _ = held(world, variants)["one-v1"]
    assert made["state"].to_list() == ["ok", "error", "ok"]
    asked(world, variants, "one-v1")
    made, _ = held(world, variants)["one-v1"]
    assert made["state"].to_list() == ["ok", "ok", "ok"]


def test_other_parameters_revisions_and_evaluations_are_other_settings(world: World) -> None:
    variants = world.variants(range(2))
    asked(world, variants, "one-v1", evaluation="canary")
    asked(world, variants, "two-v1", provider=FakeProvider(parameters={"temperature": 1}))
    newer = world.setting.model_copy(update={"revision": "2"})
    asked(world, variants, "three-v1", setting=newer)
    assert held(world, variants) == {}
    assert list(held(world, variants, setting=newer)) == ["three-v1"]


def test_two_prompts_of_the_same_words_give_no_row_twice(world: World) -> None:
    variants = world.variants(range(2))
    asked(world, variants, "one-v1")
    same = {"one-v1": PROMPTS["one-v1"], "copy-v1": PROMPTS["one-v1"]}
    assert list(held(world, variants, prompts=same)) == ["one-v1"]
    more = world.variants(range(3))
    world.ask(more, FakeProvider(), prompt_id="copy-v1", prompt_text=PROMPTS["one-v1"])
    found = held(world, more, prompts=same)
    ids = {name: made["variant_id"].to_list() for name, (made, _) in found.items()}
    assert ids == {"copy-v1": ["v2"], "one-v1": ["v0", "v1"]}


def test_an_empty_ledger_holds_nothing(world: World) -> None:
    assert held(world, world.variants(range(2))) == {}
