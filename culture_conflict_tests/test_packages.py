"""What is locked can be installed from a package index alone and works together."""

from __future__ import annotations

from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from culture_conflict_tests.packages_in_cases import (
    CLASHES,
    HASHED,
    LOCKS,
    PINNED,
    ROOT,
    clashes,
    imported,
    pins,
    pins_of,
    unmet,
)

CORE = ROOT / "requirements" / "core.txt"


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_a_lock_holds_versions_with_hashes_and_nothing_else(lock: Path) -> None:
    lines = lock.read_text("utf-8").splitlines()
    assert [line for line in lines if not PINNED.match(line) and not HASHED.match(line)] == []
    after = [lines[n + 1] for n, line in enumerate(lines) if PINNED.match(line)]
    assert all(map(HASHED.match, after))
    assert after


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_no_lock_holds_packages_that_break_each_other(lock: Path) -> None:
    assert clashes(pins(lock)) == []


def test_a_clash_is_seen_whatever_the_spelling_and_only_from_its_version_on() -> None:
    both = ["country-converter==1.3.2", "pandas==3.1.1"]
    assert clashes(pins_of(both)) == list(CLASHES)
    assert clashes(pins_of(["Country_Converter==9", "pandas==10.0"])) == list(CLASHES)
    assert clashes(pins_of(["country_converter==1.3.2", "pandas==2.3.3"])) == []
    assert clashes(pins_of(both[1:])) == clashes(pins_of(both[:1])) == []


def test_what_the_package_imports_is_locked_and_none_of_it_clashes() -> None:
    locked = pins(ROOT / "requirements" / "all.txt")
    of = packages_distributions()
    found = {name: of[name] for name in imported() if name in of and name != "culture_conflict"}
    unlocked = {
        name for name, made in found.items() if not {canonicalize_name(d) for d in made} & {*locked}
    }
    assert {"polars", "dagster", "dbt"} <= set(found)
    assert unlocked == set()
    assert not {clash.package for clash in CLASHES} & imported()


@pytest.mark.parametrize("package", ["dbt-core", "dbt-duckdb", "dbt-adapters", "dagster"])
def test_the_core_lock_gives_what_its_packages_ask_for(package: str) -> None:
    locked = pins(CORE)
    assert unmet(package, locked) == []
    assert unmet(package, {}) != []
