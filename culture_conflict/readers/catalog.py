"""Readers by name, made when they are first needed."""

from __future__ import annotations

from culture_conflict.readers.protocol import Reader, ReaderError, ReaderSettings

__all__ = ["READERS", "make_reader"]

READERS = ("rapidocr", "easyocr", "easyocr-zh")


def make_reader(name: str, settings: ReaderSettings) -> Reader:
    """The reader of this name.

    Raises:
        ReaderError: there is none of this name, or it isn't installed.
    """
    if name == "rapidocr":
        from culture_conflict.readers.rapid import RapidReader

        return RapidReader(settings)
    if name in READERS:
        from culture_conflict.readers.easy import EasyReader

        return EasyReader(name, settings)
    raise ReaderError(f"reader {name!r} is unknown. Known are {', '.join(READERS)}.")
