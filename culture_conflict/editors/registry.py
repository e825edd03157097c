"""Which editors there are: the built-in one, and the rows of the user's `editors.yaml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from culture_conflict.errors import RegistryError
from culture_conflict.yaml_keys import UniqueKeys, readable

__all__ = ["KINDS", "LOCAL", "EditorRow", "Scalar", "enabled_editors", "load_editors"]

Scalar = str | int | float | bool | None

KINDS = ("qwen", "flux", "api")
_SLUG = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_OWN = ("key", "kind", "enabled", "single_food")


@dataclass(frozen=True)
class EditorRow:
    """An editor as configured; what `parameters` may hold is the kind's business.

    `single_food`: it also puts CultureMix's dishes on white, which nobody pays for otherwise.
    """

    key: str
    kind: str
    enabled: bool
    parameters: Mapping[str, Scalar]
    single_food: bool = False


# How pictures are named that no editor made: joined, cut out, stacked, not edited at all.
_BUILT_IN = {"composed", "cutout", "stacking", "none"}
LOCAL = EditorRow("local", "local", enabled=True, parameters={})


def load_editors(file: Path) -> tuple[EditorRow, ...]:
    """The built-in editor and the rows of `file`, in its order; without the file the built-in one.

    Raises:
        RegistryError: the file is no YAML or a row can't be used; it names file and row.
    """
    if not file.exists():
        return (LOCAL,)
    rows = [LOCAL]
    for number, value in enumerate(_listed(file), start=1):
        row = _row(f"{file}, row {number}", value)
        if row.key in {one.key for one in rows} | _BUILT_IN:
            _refuse(f"{file}, row {number}", f"key `{row.key}` is taken", "Give each its own.")
        rows.append(row)
    return tuple(rows)


def enabled_editors(file: Path) -> list[str]:
    """The keys that have partitions.

    Raises:
        RegistryError: as `load_editors`.
    """
    return [row.key for row in load_editors(file) if row.enabled]


def _listed(file: Path) -> Iterable[Any]:
    import yaml

    class Loader(UniqueKeys, yaml.SafeLoader):
        pass

    with readable(str(file)), file.open("rb") as opened:
        document = yaml.load(opened, Loader)  # noqa: S506 - a safe loader
    rows = document.get("editors") if isinstance(document, dict) else None
    if not isinstance(rows, list):
        _refuse(str(file), "expected a list under `editors`", "Write `editors:` and rows below it.")
    return rows


def _row(where: str, value: Any) -> EditorRow:
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        _refuse(where, "expected a mapping of names to values", "Write `- key: ...`.")
    key, kind, enabled, single_food = (value.get(name) for name in _OWN)
    if not isinstance(key, str) or not _SLUG.fullmatch(key):
        _refuse(where, f"`key: {key!r}` is no slug", "Use lower-case letters, digits, `-` and `.`.")
    if kind not in KINDS:
        _refuse(where, f"`kind: {kind!r}` is unknown", f"Known: {', '.join(KINDS)}.")
    for name, said in (("enabled", enabled), ("single_food", single_food)):
        if said is not None and not isinstance(said, bool):
            _refuse(where, f"`{name}: {said!r}`", "Write true or false.")
    rest = {name: one for name, one in value.items() if name not in _OWN}
    for name, one in rest.items():
        if one is not None and not isinstance(one, str | int | float):
            _refuse(where, f"`{name}` is no single value", "Write a text, a number or true/false.")
    return EditorRow(key, str(kind), enabled is not False, rest, single_food is True)


def _refuse(where: str, what: str, remedy: str) -> NoReturn:
    raise RegistryError(f"{where}: {what}. {remedy}")
