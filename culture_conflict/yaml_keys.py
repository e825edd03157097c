"""YAML whose mappings name each key once; PyYAML itself silently keeps the last."""

from __future__ import annotations

from typing import Any

import yaml
from yaml.constructor import BaseConstructor

__all__ = ["UniqueKeys"]


class UniqueKeys(BaseConstructor):
    """To be put before a loader class.

    Raises:
        yaml.MarkedYAMLError: a mapping names a key twice.
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
