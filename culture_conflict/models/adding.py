"""Write a row into a home's `models.yaml`; what stands there already is not touched."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from culture_conflict.errors import RegistryError
from culture_conflict.models._rows import read_rows
from culture_conflict.models.registry import load_registry
from culture_conflict.models.settings import ModelSetting
from culture_conflict.yaml_keys import readable

__all__ = ["add_row"]

_ITEM = re.compile(r"^( *)- ", re.MULTILINE)


def add_row(path: Path, fields: Mapping[str, Any]) -> ModelSetting:
    """Append a row and return it as the registry then reads it.

    The new file is read before it takes the place of the old one.

    Raises:
        RegistryError: the file has a row of this key, or would not be usable with the new one.
    """
    with readable(str(path)):
        before = path.read_text(encoding="utf-8") if path.exists() else ""
    rows = read_rows(str(path), before.encode())
    key = str(fields["key"])
    for row in rows:
        if isinstance(row.value, dict) and row.value.get("key") == key:
            raise RegistryError(f"{path}, line {row.line}: `{key}` stands here. Change this row.")
    temporary = path.with_name(f".{path.name}.new")
    try:
        temporary.write_text(_with(before, fields, n_rows=len(rows)), encoding="utf-8")
        setting = load_registry(temporary).get(key)
        temporary.replace(path)
    except RegistryError as error:
        message = str(error).replace(str(temporary), f"{path} with the new row")
        raise RegistryError(f"{message} Nothing was changed.") from None
    finally:
        temporary.unlink(missing_ok=True)
    return setting


def _with(before: str, fields: Mapping[str, Any], *, n_rows: int) -> str:
    """The text with one more row, indented as its first."""
    text = before if before.endswith("\n") or not before else before + "\n"
    if not n_rows:
        kept = "".join(line + "\n" for line in text.splitlines() if line.startswith("#"))
        text = f"{kept}models:\n"
    found = _ITEM.search(text)
    indent = found[1] if found else "  "
    body = yaml.safe_dump(dict(fields), sort_keys=False, allow_unicode=True).splitlines()
    lines = [f"{indent}{'- ' if n == 0 else '  '}{line}" for n, line in enumerate(body)]
    return text + "\n".join(lines) + "\n"
