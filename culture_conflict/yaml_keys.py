"""YAML that people write: each key once, and what can't be read told by file and line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import yaml
from yaml.constructor import BaseConstructor

from culture_conflict.errors import RegistryError

__all__ = ["UniqueKeys", "readable"]

# What PyYAML's own readers of numbers, dates and switches let through.
_NO_VALUE = (ValueError, LookupError, AttributeError, TypeError, ArithmeticError)


class UniqueKeys(BaseConstructor):
    """To be put before a loader class; PyYAML itself silently keeps the last of two keys.

    Raises:
        yaml.MarkedYAMLError: a mapping names a key twice, or a value can't be what its tag or form
            says, e.g. `2026-13-45`.
    """

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """A mapping whose keys were all written once."""
        seen: set[str] = set()
        for key, _ in node.value:
            name = str(key.value)
            if name in seen:
                raise yaml.MarkedYAMLError(None, None, f"`{name}` stands twice", key.start_mark)
            seen.add(name)
        return super().construct_mapping(node, deep=deep)

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        """A value; what can't be one is told with its place."""
        try:
            return super().construct_object(node, deep=deep)
        except _NO_VALUE as error:
            what = "a value can't be read as the number, date or switch it is written as"
            raise yaml.MarkedYAMLError(None, None, what, node.start_mark) from error


@contextmanager
def readable(file: str) -> Iterator[None]:
    """Around reading a YAML file: whatever is wrong becomes one message.

    The message never repeats a line of the file, which may hold a secret, and neither does a
    traceback.

    Raises:
        RegistryError: it names the file and, where it is known, the line.
    """
    try:
        yield
    except OSError as error:
        raise RegistryError(
            f"{file} can't be read ({error.strerror or error}): expected a text file. "
            f"Mend it or its permissions, or take it away."
        ) from error
    except (yaml.YAMLError, UnicodeError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        raise RegistryError(
            f"{file}{line}: this is no YAML: {_what(error)}. Mend this place."
        ) from None


def _what(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeError):
        return "it is not UTF-8 text"
    return str(getattr(error, "problem", None) or " ".join(str(error).split())[:200])
