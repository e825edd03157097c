"""Source sets: the package's mean what they say, a user's are checked with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from culture_conflict.errors import RegistryError
from culture_conflict.sources.sets import SourceSet, load_source_sets, source_sets_table


def _write(folder: Path, text: str) -> Path:
    path = folder / "source_sets.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_papers_four_sources_are_a_set(tmp_path: Path) -> None:
    sets = load_source_sets(tmp_path / "absent.yaml")
    four = ("im2gps3k", "yfcc4k", "googlesv", "baidusv")
    assert sets == {
        "published_four": SourceSet("published_four", "signpost", four),
        "sample_scenes": SourceSet("sample_scenes", "signpost", ("sample",)),
    }
    assert source_sets_table(sets.values())["source"].to_list() == [*four, "sample"]
    assert load_source_sets(_write(tmp_path, "")) == sets


def test_a_set_of_ones_own_stands_beside_it(tmp_path: Path) -> None:
    path = _write(tmp_path, "mine: {benchmark: confused_tourist, sources: [a, no]}")
    sets = load_source_sets(path)
    assert sets["mine"] == SourceSet("mine", "confused_tourist", ("a", "no"))
    assert len(sets) == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("published_four: {benchmark: b, sources: [a]}", "published_four.*another name"),
        ("\na:\n  benchmark: b\n  sources: [x, x]", "line 4: set `a`.*each named once"),
        ("a: {benchmark: b, sources: []}", "set `a`"),
        ("a: {benchmark: b, sources: x}", "set `a`"),
        ("a: {benchmark: [b], sources: [x]}", "set `a`"),
        ("a: {benchmark: b, sources: [../x]}", "set `a`"),
        ("a: {benchmark: b, source: [x]}", "fields benchmark and sources"),
        ("a b: {benchmark: b, sources: [x]}", "set's name"),
        ("a: {benchmark: b, sources: [sample, x]}", "illustrations"),
        ("- a", "sets by name"),
        ("a: {benchmark: b, sources: [x]}\na: {}", "stands twice"),
        ("a: [", "line [12]: this is no YAML"),
        ("[" * 3000, "nested too deeply"),
        ("a: &x {benchmark: b, sources: [y]}\nb: *x", "line [23]: this is no YAML: an alias"),
    ],
)
def test_what_cannot_be_a_set_is_named(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(RegistryError, match=f"(?s)source_sets.yaml.*{said}"):
        load_source_sets(_write(tmp_path, text))
