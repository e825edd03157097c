"""What a reference model knows beforehand: named pictures under one record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

__all__ = ["Example", "Flag", "Gallery", "Texts"]


class Example(NamedTuple):
    """A training picture: the item's name, its country's name, the encoded picture."""

    name: str
    country: str
    picture: bytes


class Flag(NamedTuple):
    """A flag: the country's name, and the drawing with its transparency (PNG)."""

    country: str
    picture: bytes


class Texts(NamedTuple):
    """Who reads the writing in a picture's bytes, the most telling text first, and who that is.

    `record` becomes part of each answer's key. `read` raises PictureError where it can't, and
    several threads may call it.
    """

    record: str
    read: Callable[[bytes], Sequence[str]]


Entry = TypeVar("Entry", Example, Flag)


@dataclass(frozen=True)
class Gallery(Generic[Entry]):
    """Entries that are read when first needed, and the record that says which they are.

    `record` becomes part of each answer's key: it has to change whenever the entries do, e.g.
    `sample 1.2.0, training half`. Answers in hand need only the record.
    """

    record: str
    load: Callable[[], Sequence[Entry]]
