"""One way to write a number, everywhere in the report."""

from __future__ import annotations

from culture_conflict.reports.model import Kind

__all__ = ["NOTHING", "percent", "show", "show_interval"]

NOTHING = "\N{EN DASH}"


def percent(fraction: float | None) -> float | None:
    """A fraction in per cent, for charts; None stays None."""
    return None if fraction is None else 100 * fraction


def show(value: object, kind: Kind) -> str:
    """A value as the report writes it: one decimal for per cent, a dash for nothing."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float | int):
        return _number(value, kind)
    return str(value)


def show_interval(low: float | None, high: float | None, kind: Kind = "rate") -> str:
    """An interval in square brackets, or a dash where it was not drawn."""
    if low is None or high is None:
        return NOTHING
    return f"[{show(low, kind)}, {show(high, kind)}]"


def _number(value: float, kind: Kind) -> str:
    match kind:
        case "rate":
            text = f"{100 * value:.1f}"
        case "points":
            text = f"{100 * value:+.1f}"
        case "p":
            text = f"{value:.3f}" if value >= 0.001 else "< 0.001"
        case "km":
            text = f"{value:,.0f}" if abs(value) >= 10 else f"{value:,.1f}"
        case "count" | "text":
            text = f"{value:,.0f}" if float(value).is_integer() else f"{value:,.3f}"
        case _:
            text = f"{value:,.3f}"
    return "0.0" if text in {"-0.0", "+0.0"} else text.replace("-", "\N{MINUS SIGN}")
