"""A plan and a comparison of evaluations as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from culture_conflict.models.differences import Compared, Difference
from culture_conflict.models.preview import Estimate, Preview

__all__ = ["comparison_lines", "plan_lines"]

_SHOWN = 5
_CHARACTERS = 48
_OTHERWISE = ("latitude", "longitude", "country", "conflict", "trusts", "language")


def plan_lines(plan: Preview, model: str, source: str, *, paid: bool) -> Iterator[str]:
    """What an evaluation would do; `paid` where somebody is asked who may take money for it."""
    sample = plan.sample
    yield f"Plan for {model} on {source}; nothing was asked."
    yield f"variants         {plan.n_variants:>9,}{_of_a_sample(plan)}"
    yield f"requests         {plan.n_requests:>9,}   the same picture and words are asked once"
    yield f"in the ledger    {plan.n_held:>9,}"
    before = f"   {plan.n_asked_before:,} of them came to nothing before" * bool(
        plan.n_asked_before
    )
    yield f"calls to make    {plan.n_to_ask:>9,}{before}"
    if plan.n_to_ask:
        yield "                            and one more for each that comes back empty or failed"
    if plan.n_uncovered:
        yield f"not imported     {plan.n_uncovered:>9,}   they count as errors; nobody can be asked"
    kept = "   kept in the ledger, used no more" * bool(plan.stale)
    yield f"stale answers    {sum(plan.stale.values()):>9,}{kept}"
    yield from (f"  {count:>9,}  {reason}" for reason, count in plan.stale.items())
    if plan.n_beside:
        yield f"other prompts    {plan.n_beside:>9,}   answers to them stand beside and stay in use"
    yield from _cost(plan.estimate, plan.n_to_ask, paid=paid)
    if sample.limit is not None:
        yield "A sample is never ranked, and takes the place of a whole evaluation until the next."


def _of_a_sample(plan: Preview) -> str:
    if plan.sample.limit is None:
        return ""
    return (
        f"   of {plan.n_in_source:,}: a sample (limit {plan.sample.limit}, seed {plan.sample.seed})"
    )


def _cost(estimate: Estimate, n: int, *, paid: bool) -> Iterator[str]:
    if not n:
        yield "tokens, cost          none   nothing is asked"
        return
    if not paid:
        yield "tokens, cost          none   a program of the package answers"
        return
    basis = f"   by {estimate.n_basis:,} answers in the ledger" if estimate.n_basis else ""
    basis = "   assumed; the first answers will tell" if estimate.assumed else basis
    yield f"tokens sent      {_number(estimate.input_tokens)}{basis}"
    yield f"tokens received  {_number(estimate.output_tokens)}{basis}"
    cost = "unknown" if estimate.cost_usd is None else f"${estimate.cost_usd:,.2f}"
    yield f"cost             {cost:>9}"


def _number(value: int | None) -> str:
    return f"{'unknown':>9}" if value is None else f"{value:>9,}"


def comparison_lines(
    a: str, b: str, causes: Sequence[Difference], answers: Compared, names: Mapping[str, str]
) -> Iterator[str]:
    """Causes first, then how many answers differ, then a few; `names` of variants by their id."""
    yield f"A: {a}"
    yield f"B: {b}"
    yield "What made them differs in:" if causes else "What made them is the same in all recorded."
    width = max((len(each.what) for each in causes), default=0)
    for each in causes:
        yield f"  {each.what:<{width}}  A {_cut(each.a)}   B {_cut(each.b)}"
    yield from _counts(answers)
    for row in answers.differing.head(_SHOWN).iter_rows(named=True):
        read = [
            f"{side.upper()} {row[f'{side}_state']}: {_cut(_said(row, side))}"
            for side in ("a", "b")
        ]
        yield f"  {names.get(row['variant_id'], row['variant_id'])}  {'   '.join(read)}"
    if (more := answers.n_read - _SHOWN) > 0:
        yield f"  ... and {more:,} more"


def _counts(answers: Compared) -> Iterator[str]:
    if not answers.n_common:
        yield "They have no variant in common, so that no answer can be compared."
        return
    yield (
        f"Of {answers.n_common:,} variants in both, {answers.n_read:,} answers were read "
        f"differently, {answers.n_worded:,} only worded differently; {answers.n_pictures:,} have "
        "another picture."
    )
    if answers.n_only_a or answers.n_only_b:
        yield f"Only in A: {answers.n_only_a:,} variants. Only in B: {answers.n_only_b:,}."


def _said(row: Mapping[str, object], side: str) -> str:
    """Item and country, or what else was read where the benchmark asks for something else."""
    named = [name for name in ("item_answer", "country_answer") if f"{side}_item_answer" in row]
    said = [row[f"{side}_{name}"] for name in named or _OTHERWISE]
    return " / ".join("-" if value is None else str(value) for value in said if named or value)


def _cut(text: str) -> str:
    return text if len(text) <= _CHARACTERS else f"{text[: _CHARACTERS - 1]}…"
