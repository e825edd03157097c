"""What the locks pin, what of it is known not to work together, and what runs import of it."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PINNED = re.compile(r"^([A-Za-z0-9_.-]+)==([^\s;]+)(?: ; .*)? \\$")
HASHED = re.compile(r"^    --hash=sha256:[0-9a-f]{64}(?: \\)?$")


@dataclass(frozen=True)
class Clash:
    """A package that breaks as soon as it is used beside another from some version on."""

    package: str
    other: str
    since: str

    def __str__(self) -> str:
        return f"{self.other}<{self.since} or without {self.package}"

    def is_in(self, pins: Mapping[str, str]) -> bool:
        other = pins.get(canonicalize_name(self.other))
        there = canonicalize_name(self.package) in pins
        return there and other is not None and Version(other) >= Version(self.since)


# Resolvers let these pass: the package names no upper bound of the other.
CLASHES = (Clash("country_converter", "pandas", "3"),)  # "NA" of Namibia is read as not a string


def pins(lock: Path) -> dict[str, str]:
    """Version of each package of a lock, by its canonical name."""
    return pins_of(line.removesuffix("\\") for line in lock.read_text("utf-8").splitlines())


def pins_of(lines: Iterable[str]) -> dict[str, str]:
    found = (re.match(r"([A-Za-z0-9_.-]+)==([^\s;]+)", line) for line in lines)
    return {canonicalize_name(each[1]): each[2] for each in found if each}


def clashes(pinned: Mapping[str, str]) -> list[Clash]:
    return [clash for clash in CLASHES if clash.is_in(pinned)]


@cache
def imported() -> frozenset[str]:
    """The modules that the package imports anywhere, at its start or in the middle of a run."""
    files = (ROOT / "culture_conflict").rglob("*.py")
    return frozenset(name for path in files for name in _imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name.partition(".")[0] for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]


def unmet(package: str, pinned: Mapping[str, str]) -> list[str]:
    """What an installed package asks for and a lock's versions do not give."""
    wanted = [Requirement(text) for text in requires(package) or ()]
    plain = [each for each in wanted if each.marker is None or each.marker.evaluate({"extra": ""})]
    return [
        str(each)
        for each in plain
        if not each.specifier.contains(pinned.get(canonicalize_name(each.name), "0"), True)
    ]


def told_of_packages(packages: list[str]) -> dict[str, str]:
    """What becomes of a set of pins: of a lock with them, and of runs."""
    found = clashes(pins_of(packages))
    in_a_run = "and" if {clash.package for clash in CLASHES} & imported() else "not"
    return {
        "startup_check": f"{'fails' if found else 'passes'} in CI, {in_a_run} in a run",
        "works_with": "; ".join(map(str, found)) or "as it is",
    }


def bound_of_dbt() -> str:
    """dbt-core's upper bound, and the pair of versions of the locks, if they fit together."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    (dbt,) = (r for r in map(Requirement, declared["dependencies"]) if r.name == "dbt-core")
    upper = next(str(each) for each in dbt.specifier if each.operator == "<")
    (pair,) = {(p["dbt-core"], p["dbt-duckdb"]) for p in map(pins, LOCKS) if "dbt-core" in p}
    lacking = unmet("dbt-duckdb", pins(ROOT / "requirements" / "core.txt"))
    fits = "does not install" if lacking else "installs"
    return f"dbt-core{upper} ({pair[0]} {fits} with dbt-duckdb {pair[1]})"
