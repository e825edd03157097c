"""Ask one model about one source's variants, or take the answers from the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.errors import InvalidTableError
from culture_conflict.locks import exclusive
from culture_conflict.models.asking import Asking, Received, Wanted
from culture_conflict.models.entry import Entry
from culture_conflict.models.interrupting import run_interruptible
from culture_conflict.models.judging import came_to_nothing, judge
from culture_conflict.models.ledger import Held, Ledger
from culture_conflict.models.plan import Evaluation, Plan
from culture_conflict.models.progress import Progress, Report, Tracker
from culture_conflict.models.protocol import Parsed, Parser, Provider, Retrying
from culture_conflict.models.record import Outcome, evaluations_table
from culture_conflict.models.results import predictions_table
from culture_conflict.models.sampling import draw_sample
from culture_conflict.models.settings import ModelSetting
from culture_conflict.models.uncovered import uncovered_entries
from culture_conflict.tables.predictions import PREDICTIONS

if TYPE_CHECKING:
    from culture_conflict.pictures.store import PictureStore

__all__ = ["Progress", "Report", "evaluate"]

LEASE = ".lease"


def evaluate(
    *,
    variants: pl.DataFrame,
    setting: ModelSetting,
    provider: Provider,
    prompt_text: Callable[[str], str],
    prompt_id: str,
    parse: Parser,
    pictures: PictureStore,
    ledger_root: Path,
    run_id: str,
    evaluation: str = "main",
    repeat: int = 0,
    progress: Callable[[Progress], None] | None = None,
    wait_s: float = 10.0,
    limit: int | None = None,
    seed: int = 0,
    parser: str = "unnamed",
) -> tuple[pl.DataFrame, Report]:
    """The PREDICTIONS of all variants given (VARIANTS of one source), in their order.

    With a `limit` only those of `sampling.draw_sample`. `parser` names what `parse` is.

    Only what the ledger can't answer is asked: a request is known by the picture's bytes, the
    prompt's text, the provider, revision, effective parameters, evaluation and repeat. Faults and
    `empty` answers (ruling 7) are asked again: those of earlier calls now, those of this one once
    more at its end, each time of asking counted in `attempts`. A variant whose request failed has
    state `error` and says why. Imported answers are taken from the ledger and keep the prompt_id
    they came with; nobody is asked for one that is missing. `prompt_text` maps a category to the
    prompt. The provider is closed at the end. Runs an event loop of its own: where one runs
    already, call it in a thread (`await asyncio.to_thread(...)`).

    Raises:
        BusyError: another process asks the same model about the same source, for over `wait_s`.
        ProviderError: the provider failed as a whole; what came before is kept.
        HomeError: the ledger can't be written.
        InvalidTableError: the variants are not those of one benchmark and source.
        SampleError: the limit is below the pictures of one item.
    """
    if variants.is_empty():
        return PREDICTIONS.empty(), Report(0, 0, 0, 0, 0, {}, 0.0, None)
    benchmark, source = _one(variants, "benchmark"), _one(variants, "source")
    shared = Evaluation(setting, provider, prompt_id, evaluation, repeat, run_id)
    sample = draw_sample(variants, limit, seed)
    plan = shared.plan(sample.variants, prompt_text)
    run = _Run(shared, plan, parse, calls_before=provider.calls)
    ledger = Ledger(ledger_root, benchmark, setting.key, source, run_id)
    asking = f"Asking {setting.key} about {source}"
    with exclusive(ledger.folder / LEASE, what=asking, wait_s=wait_s), ledger:
        run.take(ledger.read(run.accepts))
        run.ask(pictures, ledger, progress)
    outcome = run.outcome(parser)
    made = predictions_table(sample.variants, outcome.entries, outcome.parsed)
    evaluations = evaluations_table(variants, sample, shared, plan, outcome)
    report = replace(run.report(variants), evaluations=evaluations)
    return made, report


class _Run:
    """One call of `evaluate`: what it holds, what it asks, what it makes of both."""

    def __init__(self, shared: Evaluation, plan: Plan, parse: Parser, *, calls_before: int) -> None:
        self._shared, self._plan, self._parse = shared, plan, parse
        self._calls_before = calls_before
        self._entries: dict[str, Entry] = {}
        self._parsed: dict[str, Parsed] = {}
        self._held = Held()
        self._unsent: set[str] = set()
        self._n_asked = self._n_asked_again = self._n_uncovered = 0

    def accepts(self, entry: Entry) -> bool:
        """Whether a line of the ledger is an answer; its parse is kept for the table."""
        parsed = self._judge(entry)
        if came_to_nothing(entry, parsed):
            return False
        self._parsed[entry.key] = parsed
        return True

    def _judge(self, entry: Entry) -> Parsed:
        return judge(entry, self._parse, self._plan.categories.get(entry.key))

    def take(self, held: Held) -> None:
        """Answer what the ledger can."""
        self._held = held
        self._entries = {k: held.answers[k] for k in self._plan.wanted if k in held.answers}
        self._n_reused = len(self._entries)

    def ask(
        self, pictures: PictureStore, ledger: Ledger, progress: Callable[[Progress], None] | None
    ) -> None:
        """Ask the rest, then once more for what came to nothing (ruling 7).

        `truncated` is not asked again here: only a provider knows whether its row allows a larger
        budget.
        """
        missing = [wanted for k, wanted in self._plan.wanted.items() if k not in self._entries]
        if self._shared.imported:
            self._n_uncovered, missing = len(missing), []
            self._entries |= uncovered_entries(self._shared, self._plan, self._entries)
        self._n_asked = len(missing)
        self._tracker = Tracker(len(missing), self._n_reused, progress, self._n_uncovered)
        asking = Asking(
            missing,
            self._shared.provider,
            pictures,
            keep=lambda received: self._keep(received, ledger),
            again=lambda: self._again(missing),
        )
        run_interruptible(asking.run())

    def _keep(self, received: Received, ledger: Ledger) -> None:
        key = received.wanted.key
        self._held.attempts[key] += 1
        entry = self._shared.entry(received, self._held.attempts[key])
        ledger.append(entry)
        self._take_newer(entry)
        if not received.sent:
            self._unsent.add(key)
        self._tracker.add(entry)

    def _again(self, asked: Sequence[Wanted]) -> list[Wanted]:
        if isinstance(self._shared.provider, Retrying):
            return []
        failed = [wanted for wanted in asked if self._came_to_nothing(wanted.key)]
        self._n_asked_again = len(failed)
        faults = sum(self._entries[wanted.key].error is not None for wanted in failed)
        self._tracker.more(len(failed), faults)
        return failed

    def _came_to_nothing(self, key: str) -> bool:
        """Whether a request was sent in vain; a picture that can't be read will not be sent now."""
        entry = self._entries[key]
        return key not in self._unsent and came_to_nothing(entry, self._judge(entry))

    def _take_newer(self, entry: Entry) -> None:
        """The newer entry, unless it is a fault in the place of an answer, if an empty one."""
        before = self._entries.get(entry.key)
        if before is not None and before.error is None and entry.error is not None:
            entry = replace(before, attempts=entry.attempts)
        self._entries[entry.key] = entry

    def outcome(self, parser: str) -> Outcome:
        """Entries and parses in the variants' order, each distinct answer parsed once."""
        for key, entry in self._entries.items():
            if key not in self._parsed:
                self._parsed[key] = self._judge(entry)
        keys = self._plan.keys
        parsed = [self._parsed[key] for key in keys]
        return Outcome([self._entries[key] for key in keys], parsed, parser)

    def report(self, variants: pl.DataFrame) -> Report:
        """The counts, of all variants of the source; `outcome` comes first."""
        current = set(variants["picture"])
        answers, keys = self._held.answers.values(), self._plan.keys
        return Report(
            n_variants=len(keys),
            n_asked=self._n_asked,
            n_reused=self._n_reused,
            n_stale=sum(entry.picture_sent not in current for entry in answers),
            calls=self._shared.provider.calls - self._calls_before,
            states=dict(Counter(self._parsed[key].state for key in keys).most_common()),
            seconds=self._tracker.seconds,
            cost_usd=self._tracker.cost_usd,
            n_torn=self._held.n_torn,
            damaged=tuple(damage.describe() for damage in self._held.damaged),
            n_asked_again=self._n_asked_again,
            n_uncovered=self._n_uncovered,
            n_in_source=variants.height,
        )


def _one(variants: pl.DataFrame, column: str) -> str:
    values = variants[column].unique().sort().to_list()
    if len(values) != 1:
        raise InvalidTableError(
            f"variants: expected one {column}, got {', '.join(map(str, values))}. "
            f"Evaluate each {column} by itself."
        )
    return str(values[0])
