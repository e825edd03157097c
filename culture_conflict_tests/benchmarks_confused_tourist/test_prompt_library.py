"""The user's own prompts: kept by their words, refused where they would lie."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from culture_conflict import cli
from culture_conflict.benchmarks.asking import ask_model
from culture_conflict.benchmarks.confused_tourist.asking import CONFUSED_TOURIST
from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.benchmarks.confused_tourist.prompts import PROMPTS
from culture_conflict.benchmarks.prompt_library import PromptLibrary
from culture_conflict.benchmarks.prompts import PromptError
from culture_conflict.home import Home
from culture_conflict.models.protocol import Answer
from culture_conflict.tables._columns import CATEGORIES
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict_tests.models.asking_kit import World


@pytest.fixture
def library(tmp_path: Path) -> PromptLibrary:
    return PromptLibrary(tmp_path / "prompts", PROMPTS)


def _file(tmp_path: Path, text: str, name: str = "mine.txt") -> Path:
    path = tmp_path / name
    path.write_bytes(text.encode())
    return path


def test_the_package_has_a_base_and_an_object_focused_prompt(library: PromptLibrary) -> None:
    ids = [prompt.prompt_id for prompt in library.prompts()]
    assert ids == ["base-v1", "object-focused-v1"]
    assert library.get("object-focused") == library.get("object-focused-v1")
    assert "flags" in library.get("object-focused").render("attire")


@pytest.mark.parametrize("category", CATEGORIES)
def test_repeating_any_packaged_prompt_says_nothing(library: PromptLibrary, category: str) -> None:
    for prompt in library.prompts():
        assert parse(Answer(text=prompt.render(category))).state == "abstained"


def test_words_make_the_version(library: PromptLibrary, tmp_path: Path) -> None:
    first = library.add(_file(tmp_path, "What is this {category}?\r\nSay where it is from.\r\n"))
    again = library.add(_file(tmp_path, "What is this {category}?\nSay where it is from.", "b.md"))
    assert again == first == library.get("mine")
    other = library.add(_file(tmp_path, "Which {category}?"))
    assert other.name == first.name == "mine"
    assert other.prompt_id != first.prompt_id
    assert {first.prompt_id, other.prompt_id} < {one.prompt_id for one in library.prompts()}
    with pytest.raises(PromptError, match="several versions"):
        library.get("mine")
    assert library.get(other.prompt_id).render("cuisine") == "Which dish?"


def test_a_head_names_it(library: PromptLibrary, tmp_path: Path) -> None:
    added = library.add(_file(tmp_path, "---\nid: paper\nversion: 4\n---\nWhich {category}?"))
    assert added.name == "paper"
    assert added.text == "Which {category}?"


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("", "mine.txt", "no text"),
        ("What {dish}?", "mine.txt", "unknown placeholder dish"),
        ("Which {category}?", "base.md", "prompt of the package"),
        ("---\nid: base\nversion: 9\n---\nWhich?", "x.md", "prompt of the package"),
        ("x" * 100_001, "mine.txt", "no prompt"),
    ],
)
def test_what_can_not_be_a_prompt_is_refused(
    library: PromptLibrary, tmp_path: Path, text: str, name: str, said: str
) -> None:
    with pytest.raises(PromptError, match=said):
        library.add(_file(tmp_path, text, name))
    assert len(library.prompts()) == 2


def test_a_file_that_is_no_text_is_refused(library: PromptLibrary, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PromptError, match="UTF-8"):
        library.add(path)
    with pytest.raises(PromptError, match="can't be read"):
        library.add(tmp_path / "nowhere.txt")


def test_words_changed_behind_its_name_are_noticed(library: PromptLibrary, tmp_path: Path) -> None:
    added = library.add(_file(tmp_path, "Which {category}?"))
    (library.folder / f"{added.prompt_id}.md").write_text("Which {category}, please?")
    with pytest.raises(PromptError, match="does not hold the words"):
        library.prompts()


def test_an_unknown_prompt_lists_the_known_ones(library: PromptLibrary) -> None:
    with pytest.raises(PromptError, match="object-focused-v1"):
        library.get("object")


def test_two_prompts_stand_side_by_side_whichever_is_asked_last(home: Home) -> None:
    variants = World(home.root).variants(range(4))

    def ask(prompt: str) -> tuple[list[tuple[str, int]], int]:
        made, report = ask_model(
            CONFUSED_TOURIST,
            home,
            variants,
            "reference-prior",
            run_id="run",
            log=print,
            prompt_name=prompt,
        )
        PREDICTIONS.validate(made)
        counted = made.group_by("prompt_id").len().sort("prompt_id").rows()
        assert sorted(report.evaluations["prompt_id"]) == [name for name, _ in counted]
        return counted, report.calls

    assert ask("base") == ([("base-v1", 4)], 4)
    both = [("base-v1", 4), ("object-focused-v1", 4)]
    assert ask("object-focused") == (both, 4)
    assert ask("base") == (both, 0)


def test_imported_answers_are_asked_with_no_prompt(home: Home) -> None:
    home.models_file.write_text(
        "models:\n  - {key: mine, provider: replay, name: Mine, kind: vlm, revision: '1'}\n"
    )
    variants = World(home.root).variants(range(2))
    with pytest.raises(PromptError, match="imported"):
        ask_model(
            CONFUSED_TOURIST,
            home,
            variants,
            "mine",
            run_id="run",
            log=print,
            prompt_name="object-focused",
        )


def test_the_commands(home: Home, tmp_path: Path) -> None:
    path = _file(tmp_path, "Which {category}?")
    added = CliRunner().invoke(cli.app, ["prompts", "add", str(path)])
    prompt = PromptLibrary(home.prompts_folder, PROMPTS).get("mine")
    assert prompt.prompt_id in added.output
    listed = CliRunner().invoke(cli.app, ["prompts", "list"]).output
    assert "base-v1" in listed
    assert "Which dish?" in listed
    asked = CliRunner().invoke(
        cli.app, ["evaluate", "--model", "reference-prior", "--prompt", "nobody"]
    )
    assert isinstance(asked.exception, PromptError)
