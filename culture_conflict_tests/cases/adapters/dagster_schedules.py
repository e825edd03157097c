"""Field cases of schedules: days on which the clocks change."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

from culture_conflict.defs.schedules import ticks_on
from culture_conflict.nights.settings import NightSettings


def ticks(given: Any) -> list[datetime]:
    settings = NightSettings(cron=given["cron"], time_zone=given["tz"])
    return ticks_on(settings, date.fromisoformat(given["date"]))


def hour(tick: datetime) -> str:
    return f"{tick.hour:02}:00-{tick.hour + 1:02}:00"


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "runs_on_that_day": lambda given: len(ticks(given)),
        "at": lambda given: ", ".join(hour(tick) for tick in ticks(given)),
    }
