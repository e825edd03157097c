"""Prompts carry their version, know their placeholders and refuse what they can't fill."""

from __future__ import annotations

from pathlib import Path

import pytest

from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.benchmarks.confused_tourist.prompts import CATEGORY_WORDS, PROMPTS
from culture_conflict.benchmarks.prompts import PromptError
from culture_conflict.models.protocol import Answer
from culture_conflict.tables._columns import CATEGORIES

HEAD = "---\nid: mine\nversion: 3\n---\n"


def test_the_base_prompt() -> None:
    prompt = PROMPTS.load("base")
    assert (prompt.prompt_id, prompt.version) == ("base-v1", 1)
    asked = prompt.render("music")
    assert "musical instrument" in asked
    assert '"name"' in asked
    assert '"country"' in asked
    assert "{category}" not in asked


def test_every_category_has_its_own_words() -> None:
    assert set(CATEGORY_WORDS) == set(CATEGORIES)
    assert len({PROMPTS.load("base").render(category) for category in CATEGORIES}) == 3


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_model_that_only_repeats_the_prompt_has_said_nothing(category: str) -> None:
    assert parse(Answer(text=PROMPTS.load("base").render(category))).state == "abstained"


def test_a_prompt_of_your_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    path.write_text(HEAD + '\nWhich {category}? {"name": "x"}\n', encoding="utf-8")
    prompt = PROMPTS.read(path)
    assert prompt.prompt_id == "mine-v3"
    assert prompt.render("attire") == 'Which garment? {"name": "x"}'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("What is this?", "expected `---`"),
        ("---\nid: mine\n---\ntext", r"head holds \['id'\]"),
        ("---\nid: mine\nversion: 1\nmood: x\n---\ntext", "mood"),
        ("---\nid: My Prompt\nversion: 1\n---\ntext", "'My Prompt' must match"),
        ("---\nid: mine\nversion: one\n---\ntext", "'one' must be a whole number"),
        (HEAD, "no text"),
        (HEAD + "What {category} of {country}?", "unknown placeholder country"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "mine.md"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(PromptError, match=rf"mine\.md.*{message}"):
        PROMPTS.read(path)


def test_absent_and_binary_files_are_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    with pytest.raises(PromptError, match=r"mine\.md.*read"):
        PROMPTS.read(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PromptError, match=r"mine\.md.*UTF-8"):
        PROMPTS.read(path)


def test_unknown_names_list_the_known_ones() -> None:
    with pytest.raises(PromptError, match=r"'bsae' is unknown.*base"):
        PROMPTS.load("bsae")
    with pytest.raises(PromptError, match=r"'food'.*cuisine, attire, music"):
        PROMPTS.load("base").render("food")
