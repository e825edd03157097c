"""YAML in which every value is the text that was written: NO is Norway, never false."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from culture_conflict.yaml_keys import UniqueKeys

__all__ = ["Document", "Place", "load_texts"]

Place = tuple[str | int, ...]


@dataclass(frozen=True)
class Document:
    """What a file holds (mappings, lists, texts), and the line (from 1) where each part stands."""

    value: Any
    lines: Mapping[Place, int]

    def line(self, path: Place) -> int:
        """The line of a part, or of the nearest part around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


class _Loader(UniqueKeys, yaml.BaseLoader):
    """Every scalar stays a text, and each is written out: aliases make a tree of any size."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            what = "an alias (`*name`) stands here; write the value out"
            event = self.peek_event()  # type: ignore[no-untyped-call]
            raise yaml.MarkedYAMLError(None, None, what, event.start_mark)
        return super().compose_node(parent, index)


def load_texts(data: bytes) -> Document:
    """Read a document; numbers, dates, true, no and null stay the texts they are.

    Raises:
        yaml.YAMLError: the text is no YAML, a mapping names a key twice, or there is an alias.
    """
    loader = _Loader(data)
    try:
        root = loader.get_single_node()
        value = None if root is None else loader.construct_document(root)
    finally:
        loader.dispose()
    return Document(value, dict(_lines(root, ())) if root is not None else {})


def _lines(node: yaml.Node, path: Place) -> Iterator[tuple[Place, int]]:
    if len(path) > 4:  # deeper than any setting
        return
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield (*path, str(key.value)), key.start_mark.line + 1
            yield from _lines(value, (*path, str(key.value)))
    elif isinstance(node, yaml.SequenceNode):
        for n, value in enumerate(node.value):
            yield (*path, n), value.start_mark.line + 1
            yield from _lines(value, (*path, n))
