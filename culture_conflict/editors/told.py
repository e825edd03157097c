"""What gates said about edited pictures: in numbers, and in the few words under a picture."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from culture_conflict.editors.gates import Gate, Report

__all__ = ["nearest_gate", "paid_for", "read_report", "verdict_counts"]


def read_report(gates: str) -> Report:
    """The report whose `to_json` this is."""
    found = json.loads(gates)["gates"]
    return Report(tuple(Gate(name, **numbers) for name, numbers in found.items()))


def verdict_counts(gates: Iterable[str | None]) -> dict[str, int]:
    """How often each gate passed, failed or was skipped; null where nothing was judged."""
    reports = (read_report(text) for text in gates if text is not None)
    counted = Counter(f"{gate.name} {gate.verdict}" for each in reports for gate in each.gates)
    return dict(sorted(counted.items()))


def nearest_gate(gates: str) -> str:
    """The gate that failed worst or came nearest to its limit, with its number and that limit."""
    report = read_report(gates)
    if not report.gates:
        return "not judged"
    gate = max(report.gates, key=lambda each: each.share)
    if gate.value is None or not gate.limit:
        return f"{gate.name} {gate.verdict}"
    sign = ">" if gate.verdict == "fail" else "<="
    return f"{gate.name} {gate.value:.3g} {sign} {gate.limit:.3g}"


def paid_for(records: Iterable[str | None]) -> dict[str, float]:
    """`cost_usd`: US dollars that the outputs behind these pictures cost; empty where none told it.

    `records` are EDITED_IMAGES' or ATTEMPTS' (JSON). An edit behind several pictures was paid for
    once. What was refused or lost left no picture: the ledger of edits has it.
    """
    told = [cost for text in set(records) if text is not None for cost in _costs(json.loads(text))]
    return {"cost_usd": round(sum(dict(told).values()), 6)} if told else {}


def _costs(record: Any) -> Iterator[tuple[str, float]]:
    """Every edit in a record, however deep, with its cost."""
    inner: Iterable[Any] = record if isinstance(record, list) else ()
    if isinstance(record, dict):
        inner = record.values()
        if (cost := (record.get("notes") or {}).get("cost_usd")) is not None:
            yield json.dumps(record, sort_keys=True), cost
    for one in inner:
        yield from _costs(one)
