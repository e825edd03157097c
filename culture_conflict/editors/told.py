"""What gates said about edited pictures: in numbers, and in the few words under a picture."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

from culture_conflict.editors.gates import Gate, Report

__all__ = ["nearest_gate", "read_report", "verdict_counts"]


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
