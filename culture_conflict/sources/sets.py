"""Named source sets: what a macro average is taken over (ruling 19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

import polars as pl

from culture_conflict.errors import RegistryError
from culture_conflict.models.settings import is_slug
from culture_conflict.sources.folder.texts import Document, Place, load_texts
from culture_conflict.tables.source_sets import SOURCE_SETS
from culture_conflict.yaml_keys import readable

__all__ = ["SourceSet", "load_source_sets", "named_sets", "source_sets_table"]

_PACKAGED = "source_sets.yaml"
_FIELDS = {"benchmark", "sources"}


@dataclass(frozen=True)
class SourceSet:
    """Sources of one benchmark that are averaged, each weighing the same."""

    name: str
    benchmark: str
    sources: tuple[str, ...]


def load_source_sets(user_file: Path | None) -> dict[str, SourceSet]:
    """The packaged sets, and those of `user_file` where it exists, by name.

    A source that does not exist yet is no error: the set's averages are NULL until it does.

    Raises:
        RegistryError: a file is no YAML or a set can't be used; it names file, line and set.
    """
    packaged = files("culture_conflict.sources").joinpath(_PACKAGED).read_bytes()
    sets = {one.name: one for one in _read("source_sets.yaml of the package", packaged)}
    if user_file is not None and user_file.exists():
        with readable(str(user_file)):
            data = user_file.read_bytes()
        for one in _read(str(user_file), data):
            if one.name in sets:
                raise RegistryError(
                    f"{user_file}: source set `{one.name}` comes with the package and always means "
                    f"{', '.join(sets[one.name].sources)}. Give yours another name."
                )
            sets[one.name] = one
    return sets


def source_sets_table(sets: Iterable[SourceSet]) -> pl.DataFrame:
    """One row per set and source, as SOURCE_SETS."""
    rows: list[dict[str, object]] = [
        {"benchmark": one.benchmark, "source_set": one.name, "source": source}
        for one in sets
        for source in one.sources
    ]
    return SOURCE_SETS.validate(SOURCE_SETS.frame(rows))


def named_sets(source_sets: pl.DataFrame, benchmark: str) -> dict[str, list[str]]:
    """SOURCE_SETS to the sources of each set of one benchmark."""
    mine = source_sets.filter(benchmark=benchmark)
    return {
        str(name[0]): rows["source"].to_list()
        for name, rows in mine.group_by(["source_set"], maintain_order=True)
    }


def _read(file: str, data: bytes) -> Iterator[SourceSet]:
    with readable(file):
        document = load_texts(data)
    if document.value in (None, ""):
        return
    if not isinstance(document.value, Mapping):
        _refuse(file, document, (), "expected sets by name", "Write `my_set: {...}`.")
    for name, value in document.value.items():
        yield _set(file, document, name, value)


def _set(file: str, document: Document, name: str, value: Any) -> SourceSet:
    if not is_slug(name):
        _refuse(file, document, (name,), f"{name[:80]!r} can't be a set's name", "Use a-z and 0-9.")
    if not isinstance(value, Mapping) or set(value) != _FIELDS:
        what = f"set `{name}`: expected the fields benchmark and sources"
        _refuse(file, document, (name,), what, "Write these two and nothing else.")
    benchmark, sources = value["benchmark"], value["sources"]
    names = sources if isinstance(sources, list) else []
    good = names and all(isinstance(one, str) and is_slug(one) for one in (*names, benchmark))
    if not good or len(set(names)) < len(names):
        what = f"set `{name}`: expected a benchmark and a list of sources, each named once"
        _refuse(file, document, (name, "sources"), what, "`sources list` shows the names.")
    if "sample" in names and len(names) > 1:
        what = f"set `{name}`: the sample is illustrations, never averaged with other sources"
        _refuse(file, document, (name, "sources"), what, "Take it out.")
    return SourceSet(name, benchmark, tuple(names))


def _refuse(file: str, document: Document, place: Place, what: str, remedy: str) -> NoReturn:
    raise RegistryError(f"{file}, line {document.line(place)}: {what}. {remedy}")
