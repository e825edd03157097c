"""Prompts of a benchmark that asks for several things: each answer is read as what was asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from culture_conflict.benchmarks.catalog import asked_benchmarks, benchmark_name, get_benchmark
from culture_conflict.benchmarks.prompt_library import PromptLibrary
from culture_conflict.benchmarks.prompts import PromptError, PromptSet
from culture_conflict.errors import RegistryError
from culture_conflict.home import Home
from culture_conflict.models.protocol import Answer, Parsed, Parsers

HEAD = "---\nid: {}\nversion: 1\n{}---\n"


def _library(tmp_path: Path) -> PromptLibrary:
    folder = tmp_path / "packaged"
    folder.mkdir()
    (folder / "base.md").write_text(HEAD.format("base", "") + "Where is this?\n")
    (folder / "sure.md").write_text(HEAD.format("sure", "asks: doubt\n") + "Are you sure?\n")
    return PromptLibrary(tmp_path / "own", PromptSet(folder, asks=("place", "doubt")))


def test_a_prompt_says_what_it_asks_for(tmp_path: Path) -> None:
    library = _library(tmp_path)
    assert [one.asks for one in library.prompts()] == ["place", "doubt"]
    mine, yours = tmp_path / "mine.md", tmp_path / "yours.md"
    mine.write_text(HEAD.format("mine", "asks: doubt\n") + "Really?")
    yours.write_text("Which town?")
    assert (library.add(mine).asks, library.add(yours).asks) == ("doubt", "place")
    assert library.get("mine").asks == "doubt"
    assert library.get("mine").render("anything") == "Really?"
    mine.write_text(HEAD.format("other", "asks: luck\n") + "Lucky?")
    with pytest.raises(PromptError, match="asks 'luck' is unknown"):
        library.add(mine)
    yours.write_text("Which {category}?")
    with pytest.raises(PromptError, match="none is filled in"):
        library.add(yours)


def test_answers_are_read_by_the_prompt_that_was_asked() -> None:
    parsers = Parsers(lambda _: Parsed("ok"), {"sure-v1": lambda _: Parsed("hedged")})
    assert parsers.of("sure-v1")(Answer("x")).state == "hedged"
    assert parsers.of("somebody-elses")(Answer("x")).state == parsers(Answer("x")).state == "ok"


def test_a_source_tells_its_benchmark(tmp_path: Path) -> None:
    home = Home(tmp_path / "home").prepare()
    assert benchmark_name(home, "sample") == "confused_tourist"
    with pytest.raises(RegistryError, match="no source named 'nowhere'"):
        benchmark_name(home, "nowhere")
    with pytest.raises(RegistryError, match="'cats' is unknown"):
        benchmark_name(home, "sample", "cats")
    with pytest.raises(RegistryError, match="There is no benchmark 'cats'"):
        get_benchmark("cats")
    for benchmark in asked_benchmarks().values():
        assert {one.asks for one in benchmark.prompts.packaged()} <= set(benchmark.forms)
        assert set(benchmark.forms) == set(benchmark.prompts.asks)
