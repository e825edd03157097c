"""A plan tells what will be asked, kept and left behind, and asks nobody."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from culture_conflict.models.plan import Evaluation
from culture_conflict.models.preview import Preview, preview
from culture_conflict.models.protocol import Answer, Request
from culture_conflict.models.replay.provider import Replay
from culture_conflict.models.settings import ModelSetting
from culture_conflict.showing_evaluations import plan_lines
from culture_conflict_tests.models.asking_kit import FakeProvider, World, echo, number, parse


def look(world: World, variants: pl.DataFrame, provider: Any = None, **changes: Any) -> Preview:
    setting = changes.pop("setting", world.setting)
    words = changes.pop("words", "Name the {}.")
    asked = provider or FakeProvider()
    before = {path: path.read_bytes() for path in world.ledger.rglob("*") if path.is_file()}
    made = preview(
        variants=variants,
        shared=Evaluation(setting, asked, "base", "main", 0, "plan"),
        prompt_text=words.format,
        parse=parse,
        ledger_root=world.ledger,
        **changes,
    )
    assert asked.calls == 0
    assert {path: path.read_bytes() for path in world.ledger.rglob("*") if path.is_file()} == before
    return made


def shown(plan: Preview, *, paid: bool = True) -> str:
    return "\n".join(plan_lines(plan, "fake", "sample", paid=paid))


def test_before_the_first_run_everything_is_to_be_asked(world: World) -> None:
    plan = look(world, world.variants([1, 2, 2]))
    counts = (plan.n_variants, plan.n_requests, plan.n_held, plan.n_to_ask, plan.n_asked_before)
    assert counts == (3, 2, 0, 2, 0)
    assert plan.stale == {}
    assert (plan.estimate.input_tokens, plan.estimate.cost_usd) == (None, None)
    assert "cost               unknown" in shown(plan)
    assert "$" not in shown(plan)
    assert "a program of the package answers" in shown(plan, paid=False)


def test_it_foretells_what_the_run_then_does(world: World) -> None:
    def reply(request: Request, n: int) -> Answer:
        bad = {1: Answer(error="HTTP 500"), 2: Answer("")}
        return bad.get(number(request), echo(request, n))

    world.ask(world.variants(range(6)), FakeProvider(reply))
    variants = world.variants(range(10))
    plan = look(world, variants)
    assert (plan.n_held, plan.n_to_ask, plan.n_asked_before) == (4, 6, 2)
    provider = FakeProvider()
    _, report = world.ask(variants, provider, run_id="later")
    assert (report.n_reused, report.n_asked, provider.calls) == (4, 6, 6)
    assert look(world, variants).n_to_ask == 0
    assert "nothing is asked" in shown(look(world, variants))


def test_cost_and_tokens_follow_the_ledger_or_the_price(world: World) -> None:
    world.ask(world.variants(range(4)), FakeProvider())
    variants = world.variants(range(14))
    plan = look(world, variants)
    assert plan.estimate.input_tokens == 50
    assert plan.estimate.output_tokens is None
    assert plan.estimate.cost_usd == pytest.approx(0.01)
    assert plan.estimate.n_basis == 4
    assert "tokens received    unknown" in shown(plan)
    both = FakeProvider(lambda *_: Answer("x", input_tokens=1000, output_tokens=100))
    world.ask(world.variants([99]), both)
    priced = look(world, variants, price=(2.0, 10.0))
    assert priced.estimate.cost_usd == pytest.approx(10 * (204 * 2.0 + 100 * 10.0) / 1e6)


def test_before_the_first_answer_the_expected_tokens_make_the_estimate(world: World) -> None:
    variants = world.variants(range(10))
    given = {"price": (2.0, 10.0), "expected": lambda prompt: (1000 + len(prompt), 100)}
    plan = look(world, variants, **given)
    sent = 10 * (1000 + len("Name the cuisine."))
    assert (plan.estimate.input_tokens, plan.estimate.output_tokens) == (sent, 1000)
    assert plan.estimate.cost_usd == pytest.approx((sent * 2.0 + 1000 * 10.0) / 1e6)
    assert "assumed" in shown(plan)
    both = FakeProvider(lambda *_: Answer("x", input_tokens=7, output_tokens=3))
    world.ask(variants.head(4), both)
    later = look(world, variants, **given).estimate
    assert (later.input_tokens, later.output_tokens, later.assumed) == (42, 18, False)


@pytest.mark.parametrize(
    ("change", "reasons"),
    [
        ({"words": "Which {}?"}, {"prompt changed": 3}),
        (
            {"provider": FakeProvider(parameters={"temperature": 1, "top_p": 0.5})},
            {"parameters changed (temperature, top_p)": 3},
        ),
        ({"setting": {"revision": "2"}}, {"revision changed (was 1)": 3}),
        ({"pictures": [1, 2, 9]}, {"picture changed or gone": 1}),
        (
            {"words": "Which {}?", "pictures": [1, 2, 9]},
            {"prompt changed": 2, "picture changed or gone, prompt changed": 1},
        ),
    ],
    ids=["prompt", "parameters", "revision", "picture", "both"],
)
def test_stale_answers_are_counted_with_their_reason(
    world: World, change: dict[str, Any], reasons: dict[str, int]
) -> None:
    world.ask(world.variants([1, 2, 3]), FakeProvider())
    world.ask(world.variants([1, 2, 3]), FakeProvider(), evaluation="canary", run_id="nightly")
    setting = world.setting.model_copy(update=change.get("setting", {}))
    plan = look(
        world,
        world.variants(change.get("pictures", [1, 2, 3])),
        change.get("provider"),
        words=change.get("words", "Name the {}."),
        setting=setting,
    )
    assert plan.stale == reasons
    assert all(reason in shown(plan) for reason in reasons)
    assert plan.n_held == 3 - sum(reasons.values())


def test_a_sample_makes_nothing_else_stale(world: World) -> None:
    variants = world.variants(range(12)).with_columns(
        group_id=pl.Series([f"g{n % 4}" for n in range(12)])
    )
    world.ask(variants, FakeProvider())
    plan = look(world, variants, limit=7)
    assert (plan.n_variants, plan.n_in_source, plan.n_held, plan.n_to_ask) == (6, 12, 6, 0)
    assert plan.stale == {}
    assert "a sample (limit 7, seed 0)" in shown(plan)


def test_nobody_is_asked_for_what_was_not_imported(world: World) -> None:
    setting = ModelSetting(key="fake", provider="replay", name="Fake", revision="1")
    plan = look(world, world.variants([1, 2]), Replay({}), setting=setting)
    assert (plan.n_to_ask, plan.n_uncovered) == (0, 2)
    assert "nobody can be asked" in shown(plan)
