"""The row that says what made an evaluation's answers, and how far they reach."""

from __future__ import annotations

import json
from typing import Any

import polars as pl
import pytest

from culture_conflict.models.keys import sha256_of
from culture_conflict.models.progress import Report
from culture_conflict.models.protocol import Answer, Request
from culture_conflict.models.sampling import SampleError
from culture_conflict.tables.evaluations import EVALUATIONS
from culture_conflict_tests.models.asking_kit import FakeProvider, World, echo, number


def row(report: Report) -> dict[str, Any]:
    return EVALUATIONS.validate(report.evaluations).row(0, named=True)


def test_it_says_what_made_the_answers(world: World) -> None:
    _, report = world.ask(world.variants([1, 2, 2]), FakeProvider(), parser="mine-1")
    told = row(report)
    assert (told["model"], told["prompt_id"], told["evaluation"], told["repeat"]) == (
        "fake",
        "base",
        "main",
        0,
    )
    assert json.loads(told["prompts"]) == {"cuisine": sha256_of("Name the cuisine.")}
    assert json.loads(told["parameters"]) == {"temperature": 0}
    assert [*json.loads(told["versions"])] == ["culture_conflict", "python"]
    assert (told["provider"], told["model_revision"]) == ("reference-prior", "1")
    assert (told["parser"], told["source_version"], told["editor"]) == ("mine-1", "1", "none")
    assert (told["n_variants"], told["n_rows"], told["n_ok"], told["coverage"]) == (3, 3, 3, 1.0)
    assert (told["n_requests"], told["n_attempts"], told["n_costs"]) == (2, 2, 2)
    assert (told["input_tokens"], told["output_tokens"]) == (10, None)
    assert told["cost_usd"] == pytest.approx(0.002)
    assert (told["imported"], told["imported_from"], told["imported_at"]) == (False, [], None)
    assert told["first_asked_at"] <= told["last_asked_at"]
    assert (told["sample_limit"], told["sample_seed"]) == (None, None)


def test_answers_from_the_ledger_tell_the_same(world: World) -> None:
    variants = world.variants(range(4))
    _, first = world.ask(variants, FakeProvider())
    _, second = world.ask(variants, FakeProvider(), run_id="later")
    assert second.calls == 0
    assert second.evaluations.equals(first.evaluations)


def test_a_fault_lowers_the_coverage_and_counts_its_attempts(world: World) -> None:
    def reply(request: Request, n: int) -> Answer:
        return Answer(error="HTTP 500") if number(request) == 0 else echo(request, n)

    told = row(world.ask(world.variants(range(4)), FakeProvider(reply))[1])
    assert (told["n_ok"], told["n_error"], told["coverage"]) == (3, 1, 0.75)
    assert (told["n_requests"], told["n_attempts"], told["n_costs"]) == (4, 5, 3)


def test_the_picture_set_changes_with_a_picture_and_not_with_the_order(world: World) -> None:
    variants = world.variants([1, 2, 3])
    pictures = row(world.ask(variants, FakeProvider())[1])["pictures"]
    assert row(world.ask(variants.reverse(), FakeProvider())[1])["pictures"] == pictures
    assert row(world.ask(world.variants([1, 2, 4]), FakeProvider())[1])["pictures"] != pictures


def groups(world: World) -> pl.DataFrame:
    """Twelve variants of four groups."""
    group = pl.Series([f"g{n % 4}" for n in range(12)])
    return world.variants(range(12)).with_columns(group_id=group)


def test_a_sample_asks_for_whole_groups_and_a_full_run_reuses_its_answers(world: World) -> None:
    variants, provider = groups(world), FakeProvider()
    made, report = world.ask(variants, provider, limit=7, seed=5)
    assert provider.calls == made.height == 6
    chosen = variants.filter(pl.col("variant_id").is_in(made["variant_id"].implode()))
    assert chosen["group_id"].n_unique() == 2
    assert chosen["variant_id"].to_list() == made["variant_id"].to_list()
    told = row(report)
    assert (told["sample_limit"], told["sample_seed"]) == (7, 5)
    assert (told["n_variants"], told["n_rows"], told["coverage"]) == (12, 6, 0.5)
    assert (report.coverage, report.n_variants, report.n_in_source) == (0.5, 6, 12)
    assert report.n_stale == 0
    whole = FakeProvider()
    made, report = world.ask(variants, whole, run_id="whole")
    assert (whole.calls, report.n_reused, made.height) == (6, 6, 12)
    assert row(report)["sample_limit"] is None
    assert report.coverage == 1


def test_a_limit_that_is_too_small_asks_nothing(world: World) -> None:
    provider = FakeProvider()
    with pytest.raises(SampleError, match="Give a limit of 3 or more"):
        world.ask(groups(world), provider, limit=2)
    assert provider.calls == 0
