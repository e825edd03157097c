"""What an evaluation would ask, reuse and leave behind, before anything is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from culture_conflict.models.differences import changed_parameters
from culture_conflict.models.entry import Entry
from culture_conflict.models.judging import came_to_nothing, judge
from culture_conflict.models.keys import sha256_of
from culture_conflict.models.ledger import Held, Ledger
from culture_conflict.models.plan import Evaluation, Plan
from culture_conflict.models.protocol import Parser
from culture_conflict.models.sampling import Sample, draw_sample

__all__ = ["Estimate", "Preview", "preview"]

_PER_PRICE = 1e6


@dataclass(frozen=True)
class Estimate:
    """Tokens and US dollars of the calls to make; None is unknown, which is never 0.

    They are means of the `n_basis` answers of the ledger that told them, times the calls; where
    there is none, what a request of this provider is expected to take (`assumed`).
    """

    input_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None
    n_basis: int
    assumed: bool = False


@dataclass(frozen=True)
class Preview:
    """Counts of one evaluation to come.

    `n_variants` of `n_in_source` are asked about with `n_requests` distinct requests: `n_held` are
    answered in the ledger, `n_to_ask` are to be asked (`n_asked_before` of them came to nothing
    before), `n_uncovered` are variants without an imported answer. `stale` counts answers of the
    ledger that no request of the whole source would use, by the reasons why; `n_beside` are those
    to other prompts of the library, which stay in use.
    """

    n_variants: int
    n_in_source: int
    n_requests: int
    n_held: int
    n_to_ask: int
    n_asked_before: int
    n_uncovered: int
    stale: Mapping[str, int]
    n_beside: int
    estimate: Estimate
    sample: Sample = field(compare=False, repr=False)


def preview(
    *,
    variants: pl.DataFrame,
    shared: Evaluation,
    prompt_text: Callable[[str], str],
    parse: Parser,
    ledger_root: Path,
    limit: int | None = None,
    seed: int = 0,
    price: tuple[float, float] | None = None,
    expected: Callable[[str], tuple[int, int]] | None = None,
    beside: Collection[str] = (),
) -> Preview:
    """Look at the ledger without the lease, and ask nobody.

    `price` is US dollars per million tokens sent and received, where it is known; without it the
    costs that answers told stand for it. `expected` gives the tokens sent and received that are
    expected for a prompt; it counts before the first answer. `beside` are the `prompt_id` of all
    prompts that may be asked.

    Raises:
        SampleError: the limit is below the pictures of one item.
    """
    sample = draw_sample(variants, limit, seed)
    plan, whole = (shared.plan(some, prompt_text) for some in (sample.variants, variants))
    ledger = Ledger(
        ledger_root, variants["benchmark"][0], shared.setting.key, variants["source"][0]
    )
    held = ledger.read(
        lambda entry: (
            not came_to_nothing(entry, judge(entry, parse, whole.categories.get(entry.key)))
        )
    )
    missing = [key for key in plan.wanted if key not in held.answers]
    to_ask = [] if shared.imported else missing
    others = set(beside) - {shared.prompt_id}
    unused = _unused(held, shared, whole)
    return Preview(
        n_variants=sample.variants.height,
        n_in_source=variants.height,
        n_requests=len(plan.wanted),
        n_held=len(plan.wanted) - len(missing),
        n_to_ask=len(to_ask),
        n_asked_before=sum(key in held.attempts for key in to_ask),
        n_uncovered=len(missing) if shared.imported else 0,
        stale=_stale([one for one in unused if one.prompt_id not in others], shared, whole),
        n_beside=sum(one.prompt_id in others for one in unused),
        estimate=_estimate(
            [*held.answers.values()],
            len(to_ask),
            price,
            [] if expected is None else [expected(plan.wanted[key].prompt) for key in to_ask],
        ),
        sample=sample,
    )


def _unused(held: Held, shared: Evaluation, whole: Plan) -> list[Entry]:
    return [
        entry
        for key, entry in held.answers.items()
        if key not in whole.wanted
        and (entry.evaluation, entry.repeat) == (shared.name, shared.repeat)
    ]


def _stale(unused: Sequence[Entry], shared: Evaluation, whole: Plan) -> dict[str, int]:
    prompts: dict[str, set[str]] = {}
    for wanted in whole.wanted.values():
        prompts.setdefault(wanted.picture, set()).add(sha256_of(wanted.prompt))
    reasons = Counter(_why(entry, shared, prompts) for entry in unused)
    return dict(reasons.most_common())


def _why(entry: Entry, shared: Evaluation, prompts: Mapping[str, Collection[str]]) -> str:
    """Each thing that differs from what would be asked now, in one line."""
    found = []
    every = {sha for shas in prompts.values() for sha in shas}
    if entry.picture_sent not in prompts:
        found.append("picture changed or gone")
    if not shared.imported and entry.prompt_sha256 not in prompts.get(entry.picture_sent, every):
        found.append("prompt changed")
    if names := changed_parameters(entry.parameters, shared.parameters):
        found.append(f"parameters changed ({', '.join(names)})")
    if entry.model_revision != shared.setting.revision:
        found.append(f"revision changed (was {entry.model_revision})")
    if entry.provider != shared.setting.provider:
        found.append(f"provider changed (was {entry.provider})")
    return ", ".join(found) or "no variant has it any more"


def _estimate(
    entries: Sequence[Entry],
    n: int,
    price: tuple[float, float] | None,
    expected: Sequence[tuple[int, int]],
) -> Estimate:
    basis = [entry for entry in entries if entry.input_tokens is not None]
    sent = _mean([entry.input_tokens for entry in entries])
    received = _mean([entry.output_tokens for entry in entries])
    each = _mean([entry.cost_usd for entry in entries])
    assumed = sent is None and received is None and bool(expected)
    if assumed:
        sent, received = (_mean([one[k] for one in expected]) for k in (0, 1))
    if price is not None and sent is not None and received is not None:
        each = (sent * price[0] + received * price[1]) / _PER_PRICE
    return Estimate(
        input_tokens=None if sent is None else round(sent * n),
        output_tokens=None if received is None else round(received * n),
        cost_usd=None if each is None else each * n,
        n_basis=len(basis),
        assumed=assumed,
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
