"""Why two evaluations differ, whether both stand in tables or one only in the ledger."""

from __future__ import annotations

import json
from typing import Any

from culture_conflict.models.differences import compare_answers, differences
from culture_conflict.models.ledger import Ledger
from culture_conflict.models.past import Past, past_evaluations
from culture_conflict.models.protocol import Answer, Request
from culture_conflict.showing_evaluations import comparison_lines
from culture_conflict_tests.models.asking_kit import FakeProvider, World, echo, number, parse


def peru(request: Request, n: int) -> Answer:
    """Another country for picture 1, other words for picture 2."""
    if number(request) == 2:
        return Answer(json.dumps({"country": "Japan", "name": "dish 2", "sure": True}))
    dish = {"name": "dish 1", "country": "Peru"}
    return Answer(json.dumps(dish)) if number(request) == 1 else echo(request, n)


def facts(world: World, numbers: list[int], provider: FakeProvider, **changes: Any) -> Any:
    made, report = world.ask(world.variants(numbers), provider, **changes)
    return report.evaluations.row(0, named=True), made


def test_what_made_them_is_told_by_name(world: World) -> None:
    one, _ = facts(world, [1, 2], FakeProvider(), parser="p-1")
    other = world.setting.model_copy(update={"revision": "2"})
    two, _ = facts(
        world,
        [1, 9],
        FakeProvider(parameters={"temperature": 1, "top_p": 0.5}),
        setting=other,
        prompt_text=lambda category: f"Which {category}?",
        parser="p-2",
        run_id="later",
    )
    told = {each.what: (each.a, each.b) for each in differences(one, two)}
    assert set(told) == {
        "revision",
        "pictures",
        "parser",
        "prompt words cuisine",
        "parameter temperature",
        "parameter top_p",
    }
    assert told["revision"] == ("1", "2")
    assert told["parameter top_p"] == ("-", "0.5")
    assert differences(one, one) == []


def test_answers_that_were_read_differently_are_told_from_other_words(world: World) -> None:
    _, one = facts(world, [1, 2, 3, 4], FakeProvider())
    _, two = facts(world, [1, 2, 9], FakeProvider(peru), evaluation="again", run_id="later")
    found = compare_answers(one, two)
    assert (found.n_common, found.n_only_a, found.n_only_b) == (3, 1, 0)
    assert (found.n_read, found.n_worded, found.n_pictures) == (2, 1, 1)
    assert found.differing["variant_id"].to_list() == ["v0", "v2"]
    text = "\n".join(comparison_lines("x", "y", [], found, {"v0": "sushi/original"}))
    assert "What made them is the same in all recorded." in text
    assert "sushi/original  A ok: dish 1 / Japan   B ok: dish 1 / Peru" in text
    assert "2 answers were read differently, 1 only worded differently; 1 have another" in text
    assert "Only in A: 1 variants. Only in B: 0." in text


def pasts(world: World) -> list[Past]:
    held = Ledger(world.ledger, "confused_tourist", "fake", "sample").read()
    return past_evaluations([*held.answers.values()])


def test_the_ledger_tells_what_a_changed_prompt_has_replaced(world: World) -> None:
    variants = world.variants([1, 2, 3])
    before, report = world.ask(variants, FakeProvider(), run_id="first")
    world.ask(world.variants([1, 2, 3, 4]), FakeProvider(), run_id="first-continued")
    now, report_now = world.ask(
        variants, FakeProvider(peru), run_id="second", prompt_text=lambda _: "Which?"
    )
    first, second = pasts(world)
    assert (first.runs, second.runs) == (["first", "first-continued"], ["second"])
    assert first.key != second.key
    assert first.describe().startswith(f"{first.key}: 4 answers, prompt base, evaluation main")
    answers = first.answers(variants, parse)
    columns = ["variant_id", "picture", "state", "answer", "country"]
    assert answers.select(columns).equals(before.select(columns))
    told = differences(
        first.facts(answers, variants, "unnamed"), report_now.evaluations.row(0, named=True)
    )
    assert {each.what for each in told} == {"prompt words cuisine"}
    assert compare_answers(answers, now).n_read == 1
    same = differences(
        first.facts(answers, variants, "unnamed"), report.evaluations.row(0, named=True)
    )
    assert same == []
