"""When a night is and what it asks: `nights.yaml` of the home."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, NoReturn
from zoneinfo import ZoneInfo

from culture_conflict.errors import RegistryError
from culture_conflict.models.settings import is_slug
from culture_conflict.models.words import did_you_mean, listed
from culture_conflict.sources.folder.texts import Document, load_texts
from culture_conflict.yaml_keys import readable

__all__ = ["NightSettings", "evaluation_of", "load_night_settings"]

_CRON = re.compile(r"[0-9*/,\-A-Za-z#?]+(\s+[0-9*/,\-A-Za-z#?]+){4}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_RANGES = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))
_MOST = 1_000_000
_SECRET = {"webhook"}  # somebody may have written the address here


@dataclass(frozen=True)
class NightSettings:
    """What every night has in common.

    `cron` is read in `time_zone` (IANA); `since` is the first day that has a partition. `sample`
    is at most how many pictures of `source` are asked about, `repeats` how often each per night.
    `webhook` names the environment variable that holds the address to be told of failures and
    changes. The schedule is off unless `enabled`, or switched on in the UI.
    """

    enabled: bool = False
    cron: str = "0 3 * * *"
    time_zone: str = "UTC"
    since: str = "2026-11-01"
    source: str = "sample"
    sample: int = 400
    seed: int = 0
    repeats: int = 2
    webhook: str = "CULTURE_CONFLICT_WEBHOOK"


def evaluation_of(day: str) -> str:
    """The name of a night's evaluation: part of each answer's key, so that a night asks anew."""
    return f"canary-{day}"


def load_night_settings(file: Path) -> NightSettings:
    """The settings of the file, or the defaults where it does not exist.

    Raises:
        RegistryError: the file can't be used; it names file, line, field and what was expected.
    """
    if not file.exists():
        return NightSettings()
    with readable(str(file)):
        document = load_texts(file.read_bytes())
    if document.value in (None, ""):
        return NightSettings()
    if not isinstance(document.value, Mapping):
        _refuse(file, document, "", "expected fields and values", "Write `cron: 0 3 * * *`.")
    return NightSettings(
        **{name: _value(file, document, name, text) for name, text in document.value.items()}
    )


def _value(file: Path, document: Document, name: str, text: Any) -> Any:
    if name not in _READ:
        what = f"`{name}` is no setting{did_you_mean(name, _READ)}"
        _refuse(file, document, name, what, f"Known: {listed(_READ)}.")
    expected, read = _READ[name]
    value = read(text) if isinstance(text, str) else None
    if value is None:
        shown = "what stands there" if name in _SECRET else repr(text)[:80]
        _refuse(file, document, name, f"`{name}`: {shown} is not {expected}", "Mend this line.")
    return value


def _refuse(file: Path, document: Document, name: str, what: str, remedy: str) -> NoReturn:
    raise RegistryError(f"{file}, line {document.line((name,))}: {what}. {remedy}")


def _flag(text: str) -> bool | None:
    return {"true": True, "false": False}.get(text)


def _cron(text: str) -> str | None:
    """Five fields with numbers in their ranges; names and combinations are told by the schedule."""
    if not _CRON.fullmatch(text):
        return None
    fields = zip(text.split(), _RANGES, strict=True)
    return text if all(_in_range(field, *bounds) for field, bounds in fields) else None


def _in_range(field: str, low: int, high: int) -> bool:
    numbers = re.findall(r"(/?)([0-9]+)", field)
    return all((1 if step else low) <= int(number[-9:]) <= high for step, number in numbers)


def _zone(text: str) -> str | None:
    try:
        ZoneInfo(text)
    except (KeyError, ValueError, OSError):
        return None
    return text


def _day(text: str) -> str | None:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return None


def _slug(text: str) -> str | None:
    return text if is_slug(text) else None


def _variable(text: str) -> str | None:
    return text if _VARIABLE.fullmatch(text) else None


def _count(text: str) -> int | None:
    known = text.isascii() and text.isdecimal() and len(text) <= len(str(_MOST))
    return int(text) if known and 0 < int(text) <= _MOST else None


def _whole(text: str) -> int | None:
    return 0 if text == "0" else _count(text)


_READ: Mapping[str, tuple[str, Any]] = {
    "enabled": ("true or false", _flag),
    "cron": ("a cron line of five fields, e.g. `0 3 * * *`", _cron),
    "time_zone": ("a time zone of the IANA database, e.g. Europe/Berlin", _zone),
    "since": ("a day, e.g. 2026-11-30", _day),
    "source": ("a source's name", _slug),
    "sample": ("a number of pictures from 1 up", _count),
    "seed": ("a whole number from 0 up", _whole),
    "repeats": ("a number of times from 1 up", _count),
    "webhook": ("the name of an environment variable, never the address itself", _variable),
}
