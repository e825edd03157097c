"""No money is spent that was not allowed, and what is unknown is never taken for nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from culture_conflict.errors import ProviderError
from culture_conflict.models.api.account import Account
from culture_conflict.models.api.answers import cost_of
from culture_conflict.models.api.budget import Budget, expected_tokens
from culture_conflict.models.api.prices import price_of
from culture_conflict.models.limits import Price
from culture_conflict.models.protocol import Answer
from culture_conflict.models.registry import load_registry
from culture_conflict_tests.models.api.kit import row

PROMPT = "x" * 400


def budget(root: Path, **fields: Any) -> Budget:
    setting = row("https://h/v1", **fields)
    return Budget(setting, price_of(setting), Account(root, setting.limits))


def test_an_estimate_is_made_before_anything_is_asked(tmp_path: Path) -> None:
    # 1,300 tokens in at $1 and 100 out at $2 per million.
    assert budget(tmp_path).expected(PROMPT) == pytest.approx(0.0015)
    said = budget(tmp_path).require(1000, PROMPT)
    assert said == "1,000 requests, about $1.50 (limit $25.00; today $0.00 of $50.00 spent)"


def test_thinking_is_expected_where_a_model_thinks() -> None:
    by_key = {each.key: expected_tokens(each, PROMPT)[1] for each in load_registry(None)}
    assert by_key["gpt-5-minimal"] < by_key["gpt-5-low"] < by_key["gpt-5-high"]
    assert by_key["gemini-2.5-flash-no-thinking"] < by_key["gemini-2.5-pro-dynamic"]


def test_more_than_the_limit_is_refused_by_number(tmp_path: Path) -> None:
    with pytest.raises(ProviderError, match=r"20,000 requests .* \$30.00, more than the \$25.00"):
        budget(tmp_path).require(20_000, PROMPT)
    Account(tmp_path, row("https://h/v1").limits).spend(49.5)
    with pytest.raises(ProviderError, match=r"\$1.50, more than the \$0.50 left for today"):
        budget(tmp_path).require(1000, PROMPT)


def test_an_unknown_price_is_refused_unless_the_row_says_so(tmp_path: Path) -> None:
    with pytest.raises(ProviderError, match=r"the limit of \$25.00 can't be kept. Add `price:"):
        budget(tmp_path, price=None).require(1, PROMPT)
    assert "no spending limit" in budget(tmp_path, price="unknown").require(10**6, PROMPT)
    free = budget(tmp_path, price={"input": 0.0, "output": 0.0})
    assert free.require(10**9, PROMPT).endswith("free of charge")


def test_a_run_stops_at_its_limit_requests_in_flight_counted(tmp_path: Path) -> None:
    kept = budget(tmp_path, max_cost_usd=0.004)
    with kept.one(PROMPT) as first, kept.one(PROMPT) as second:
        with pytest.raises(ProviderError, match="max_cost_usd"), kept.one(PROMPT):
            pass
        first.settle(Answer("a", cost_usd=0.0001))
        second.settle(None)
    assert kept.spent == pytest.approx(0.0001)
    assert kept.account.spent_today() == pytest.approx(0.0001)
    with kept.one(PROMPT) as third:
        third.settle(Answer("a", cost_usd=None))
    assert kept.spent == pytest.approx(0.0016)


def test_what_is_broken_off_counts_as_expected(tmp_path: Path) -> None:
    kept = budget(tmp_path)
    with pytest.raises(KeyboardInterrupt), kept.one(PROMPT):
        raise KeyboardInterrupt
    assert kept.account.spent_today() == pytest.approx(0.0015)


def test_the_days_limit_holds_across_runs(tmp_path: Path) -> None:
    Account(tmp_path, row("https://h/v1").limits).spend(50.0)
    with pytest.raises(ProviderError, match="max_cost_usd_per_day"), budget(tmp_path).one(PROMPT):
        pass


def test_an_unknown_cost_is_unknown() -> None:
    price = Price(input=1.0, output=2.0)
    assert cost_of(10**6, 10**6, price) == 3
    assert cost_of(10, 10, None) is None
    assert cost_of(None, 10, price) is None
    assert cost_of(10, None, price) is None
