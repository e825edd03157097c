"""YAML rows with their line numbers; a key written twice is an error, a date is a text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import yaml

from culture_conflict.yaml_keys import UniqueKeys

__all__ = ["Row", "load_document"]

_DATE = "tag:yaml.org,2002:timestamp"
_FLOAT = "tag:yaml.org,2002:float"


@dataclass(frozen=True)
class Row:
    """A list entry as written: its value, and the line (from 1) where it and its keys stand."""

    value: Any
    line: int
    lines: dict[str, int]


class _Loader(UniqueKeys, yaml.SafeLoader):
    yaml_implicit_resolvers = {  # noqa: RUF012 - read by PyYAML as a class attribute
        letter: [(tag, pattern) for tag, pattern in resolvers if tag != _DATE]
        for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


# YAML 1.1 reads 1e-3 as a text.
_Loader.add_implicit_resolver(
    _FLOAT, re.compile(r"^[-+]?[0-9]+(?:\.[0-9]*)?[eE][-+]?[0-9]+$"), list("-+0123456789")
)


def load_document(data: bytes, list_key: str) -> tuple[Any, list[Row]]:
    """The whole document, and the entries of the list under `list_key` with their lines.

    Raises:
        yaml.YAMLError: the text is no YAML, or a mapping names a key twice.
    """
    loader = _Loader(data)
    try:
        root = loader.get_single_node()
        document = None if root is None else loader.construct_document(root)
    finally:
        loader.dispose()
    nodes = _list_under(root, list_key)
    values = document[list_key] if nodes and isinstance(document, dict) else []
    return document, [_row(node, value) for node, value in zip(nodes, values, strict=True)]


def _list_under(root: yaml.Node | None, list_key: str) -> list[yaml.Node]:
    if isinstance(root, yaml.MappingNode):
        for key, value in root.value:
            if key.value == list_key and isinstance(value, yaml.SequenceNode):
                return list(value.value)
    return []


def _row(node: yaml.Node, value: Any) -> Row:
    pairs = node.value if isinstance(node, yaml.MappingNode) else []
    lines = {str(key.value): key.start_mark.line + 1 for key, _ in pairs}
    return Row(value, node.start_mark.line + 1, lines)
