"""The benchmarks there are, by name, and which of them a source belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from culture_conflict.benchmarks.benchmark import Benchmark
from culture_conflict.benchmarks.confused_tourist.asking import CONFUSED_TOURIST
from culture_conflict.benchmarks.culture_mix.asking import CULTURE_MIX
from culture_conflict.benchmarks.signpost.asking import SIGNPOST
from culture_conflict.errors import MissingTableError, RegistryError
from culture_conflict.home import Home
from culture_conflict.models.words import did_you_mean, listed
from culture_conflict.sources.catalog import get_source, list_sources
from culture_conflict.sources.folder.find import find_folders
from culture_conflict.sources.source import Source

__all__ = [
    "BENCHMARKS",
    "all_sources",
    "asked_benchmarks",
    "benchmark_name",
    "benchmark_of",
    "get_benchmark",
    "require_built",
]

BENCHMARKS = ("confused_tourist", "signpost", "culture_mix")


@cache
def asked_benchmarks() -> Mapping[str, Benchmark]:
    """Every benchmark that models can be asked about, in the order of BENCHMARKS."""
    return MappingProxyType({one.name: one for one in (CONFUSED_TOURIST, SIGNPOST, CULTURE_MIX)})


def all_sources(home: Home) -> list[Source]:
    """The enabled sources of every benchmark, in the order of BENCHMARKS."""
    return [one for name in BENCHMARKS for one in list_sources(name, home.sources_folder)]


def get_benchmark(name: str) -> Benchmark:
    """The benchmark of this name.

    Raises:
        RegistryError: there is none.
    """
    if name not in asked_benchmarks():
        raise RegistryError(
            f"There is no benchmark {name!r}. Known are {', '.join(asked_benchmarks())}."
        )
    return asked_benchmarks()[name]


def benchmark_name(home: Home, source: str, benchmark: str | None = None) -> str:
    """The benchmark that a source belongs to: the one named, else the first that has the source.

    A folder is a source of one benchmark; only `sample` is one of several.

    Raises:
        RegistryError: no such benchmark or source.
    """
    if benchmark is not None and benchmark not in BENCHMARKS:
        raise RegistryError(
            f"Benchmark {benchmark!r} is unknown. Known are {', '.join(BENCHMARKS)}."
        )
    if benchmark is None:
        _require_somewhere(home, source)
    named = BENCHMARKS if benchmark is None else (benchmark,)
    for name in named:
        if any(one.name == source for one in list_sources(name, home.sources_folder)):
            return name
    return get_source(named[0], source, home.sources_folder).benchmark


def _require_somewhere(home: Home, source: str) -> None:
    """Whoever named no benchmark is told of the sources of all; a broken folder speaks later."""
    known = {one.name for one in all_sources(home)}
    if source not in known | {one.name for one in find_folders(home.sources_folder)}:
        raise RegistryError(
            f"There is no source named {source!r}{did_you_mean(source, known)}. Known sources: "
            f"{listed(known)}. Choose one of these, or add one of your own: culture-conflict "
            f"sources add FOLDER --name {source}"
        )


def benchmark_of(home: Home, source: str, benchmark: str | None = None) -> Benchmark:
    """The same as something that models can be asked about.

    Raises:
        RegistryError: no such benchmark or source, or nobody can be asked about its pictures.
    """
    return get_benchmark(benchmark_name(home, source, benchmark))


def require_built(home: Home, benchmark: str, source: str) -> None:
    """Refuse a source without pictures to ask about.

    Raises:
        MissingTableError: it names the command that makes them.
        RegistryError: nobody can be asked about the benchmark's pictures.
    """
    if not home.tables.path(get_benchmark(benchmark).variants, benchmark, source).exists():
        raise MissingTableError(
            f"{source} of {benchmark} is not built yet. Build it first: culture-conflict build "
            f"--source {source} --benchmark {benchmark}"
        )
