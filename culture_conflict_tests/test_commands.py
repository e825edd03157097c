"""One command for every source: what is not built is named, what fails stops no other."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from culture_conflict import commands
from culture_conflict.benchmarks.catalog import benchmark_name
from culture_conflict.benchmarks.signpost.prompts import PROMPTS
from culture_conflict.cli import app
from culture_conflict.defs.building import Step, build_steps
from culture_conflict.errors import (
    BusyError,
    CultureConflictError,
    MissingTableError,
    RegistryError,
)
from culture_conflict.home import Home
from culture_conflict.sources.catalog import list_sources
from culture_conflict.statistics_cli import prompts
from culture_conflict.tables.trap_targets import TRAP_TARGETS
from culture_conflict.tables.variants import VARIANTS


@pytest.fixture
def asked(home: Home, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Three sources, of which `a` and `b` are built; asking about `a` fails."""
    for name in ("a", "b", "c"):
        folder = home.sources_folder / name
        folder.mkdir(parents=True)
        (folder / "source.yaml").write_text("title: X\nmedium: drawing\n")
    for name in ("a", "b"):
        home.tables.write(VARIANTS, VARIANTS.empty(), "confused_tourist", name)
    done: list[str] = []

    def evaluate(home: Home, model: str, source: str, **options: object) -> None:
        done.append(source)
        if model == "unknown":
            raise RegistryError("no such model")
        if source == "a":
            raise CultureConflictError("the provider is down")

    monkeypatch.setattr(commands, "evaluate_model", evaluate)
    return done


def test_one_that_fails_stops_no_other_and_is_told(
    home: Home, asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(list_sources("confused_tourist", home.sources_folder)) == 4
    with pytest.raises(
        CultureConflictError, match="not evaluated on 1 sources:\nconfused_tourist, a:"
    ):
        commands.evaluate_everywhere(home, "my-model")
    assert asked == ["a", "b"]
    told = capsys.readouterr().err
    assert "c is not built, so it is left out: culture-conflict build --source c" in told
    assert "sample is not built" in told


def test_a_model_that_does_not_exist_is_told_once(home: Home, asked: list[str]) -> None:
    with pytest.raises(RegistryError, match="no such model"):
        commands.evaluate_everywhere(home, "unknown")
    assert asked == ["a"]


def test_pictures_of_street_scenes_keep_the_texts_that_were_chosen(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs: list[str] = []

    def build(definitions: object, instance: object, steps: list[Step]) -> None:
        jobs.extend(step.job for step in steps)

    monkeypatch.setattr("culture_conflict.defs.building.build", build)
    with pytest.raises(MissingTableError, match="culture-conflict signpost texts --source sample"):
        commands.build_pictures(home, "sample")
    home.tables.write(TRAP_TARGETS, TRAP_TARGETS.empty(), "signpost", "sample")
    commands.build_pictures(home, "sample")
    assert jobs == ["signpost_edit", "signpost_variants"]
    with pytest.raises(RegistryError, match="no editor 'nobody'"):
        commands.build_pictures(home, "sample", "nobody")


def test_an_editor_that_is_not_there_is_told_with_what_to_do(home: Home) -> None:
    told = (
        r"no such editor.*kind qwen, flux or api do: none is enabled\. Write one below `editors:`"
    )
    with pytest.raises(RegistryError, match=told):
        commands.build_source(home, "sample", "confused_tourist", editor="qwen")


def test_an_editor_that_paints_no_items_is_refused_with_those_that_do(home: Home) -> None:
    told = "Editor `local`: it paints no flags and landmarks.*"
    with pytest.raises(RegistryError, match=f"{told}none is enabled.*--editor nano` or by its par"):
        commands.build_source(home, "sample", "confused_tourist", editor="local")
    row = "{{key: {}, kind: api, provider: gemini, model: m, enabled: {}}}"
    rows = (row.format("mine", "true"), row.format("retired", "false"))
    home.editors_file.write_text(f"editors: [{', '.join(rows)}]\n")
    named = r"api do: mine\. Name one, by .*--editor mine`.*Without an editor only stacked"
    with pytest.raises(RegistryError, match=told + named):
        commands.build_source(home, "sample", "confused_tourist", editor="local")


def test_without_an_editor_items_are_stacked_alone_and_signs_are_lettered(home: Home) -> None:
    jobs = {
        benchmark: [step.job for step in build_steps(home, benchmark, "sample")]
        for benchmark in ("confused_tourist", "signpost")
    }
    assert jobs["confused_tourist"] == ["confused_tourist_build"]
    assert jobs["signpost"] == ["signpost_build", "signpost_edit", "signpost_variants"]


def test_what_to_type_next_names_the_benchmark(tmp_path: Path, home: Home) -> None:
    file = tmp_path / "mine.md"
    file.write_text(PROMPTS.load().render(""), "utf-8")
    told = CliRunner().invoke(prompts, ["add", str(file), "--benchmark", "signpost"]).output
    assert "--benchmark signpost" in told


def test_a_port_that_is_taken_is_told_before_anything_starts(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[object] = []
    monkeypatch.setattr("os.execv", lambda *command: started.append(command))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(
            BusyError, match=rf"can't listen on 127\.0\.0\.1:{port}: Address already"
        ):
            commands.serve_ui(home, port)
    assert not started
    commands.serve_ui(home, port)
    assert len(started) == 1


def test_a_source_that_no_benchmark_has_is_answered_with_those_of_all(home: Home) -> None:
    (home.sources_folder / "kitchen").mkdir(parents=True)
    (home.sources_folder / "kitchen" / "source.yaml").write_text(
        "title: X\nmedium: drawing\nbenchmark: culture_mix\n"
    )
    with pytest.raises(RegistryError) as told:
        benchmark_name(home, "kitchn")
    assert str(told.value) == (
        "There is no source named 'kitchn' (did you mean `kitchen`?). Known sources: kitchen, "
        "sample. Choose one of these, or add one of your own: culture-conflict sources add FOLDER "
        "--name kitchn"
    )
    with pytest.raises(RegistryError, match="signpost has no source named 'kitchn'"):
        benchmark_name(home, "kitchn", "signpost")
    assert benchmark_name(home, "kitchen") == "culture_mix"


def _paths(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    for name, below in getattr(command, "commands", {}).items():
        yield from _paths(below, (*path, name))


@pytest.mark.parametrize("path", list(_paths(typer.main.get_command(app))), ids=" ".join)
def test_every_option_of_every_command_says_what_it_is(path: tuple[str, ...]) -> None:
    command: Any = typer.main.get_command(app)
    for name in path:
        command = command.commands[name]
    assert command.help
    for option in command.params:
        assert option.help, option.name
        assert "[" not in option.help, f"{option.name}: brackets are lost, being markup"
