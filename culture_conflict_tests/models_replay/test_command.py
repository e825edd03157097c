"""`answers import` in a small home, end to end: file, ledger, predictions, scores."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner, Result

from culture_conflict.benchmarks.asking import ask_model
from culture_conflict.benchmarks.confused_tourist.asking import CONFUSED_TOURIST
from culture_conflict.benchmarks.confused_tourist.scoring import score
from culture_conflict.cli import app
from culture_conflict.errors import AnswersError
from culture_conflict.home import Home
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.models.asking_kit import World

MODEL = 'models:\n  - {key: mine, provider: replay, name: Mine, revision: "1"}\n'


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Home, pl.DataFrame]:
    """A home with four variants and one model whose answers are imported."""
    monkeypatch.setenv("CULTURE_CONFLICT_HOME", str(tmp_path / "home"))
    home = Home.from_environment().prepare()
    home.models_file.write_text(MODEL)
    variants = World(home.root).variants([1, 2, 3, 4])
    home.tables.write(VARIANTS, variants, "confused_tourist", "sample")
    return home, variants


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["answers", "import", *arguments, "--model", "mine"])


def test_a_file_is_imported_and_scored_without_a_call(
    small: tuple[Home, pl.DataFrame], tmp_path: Path
) -> None:
    home, variants = small
    rows = [("x0", "dish / Japan"), ("x1", "Ceviche / Peru"), ("x2", ""), ("nobody", "x")]
    lines = [json.dumps({"id": key, "said": answer}) for key, answer in rows]
    path = tmp_path / "mine.jsonl"
    path.write_text("\n".join([*lines, '{"id": "x3", "sa']))
    shown = run(str(path), "--key", "external_id=id", "--answer-column", "said")
    assert shown.exit_code == 0, shown.output
    assert "3 answers joined, 1 lines without a variant" in shown.output
    assert "line 4: no variant has this key: external_id = nobody" in shown.output
    assert "line 5: not usable: is cut off" in shown.output
    assert "evaluate --model mine --source sample" in shown.output
    made, report = ask_model(
        CONFUSED_TOURIST, home, variants, "mine", run_id="run", log=lambda _: None
    )
    assert report.calls == 0
    assert made["state"].to_list() == ["ok", "ok", "empty", "error"]
    scored = score(made, variants).filter(pl.col("target") == "country")
    assert scored["correct_guarded"].to_list() == [True, False, False, False]


def test_a_model_without_an_imported_answer_has_no_rows(small: tuple[Home, pl.DataFrame]) -> None:
    home, variants = small
    told: list[str] = []
    made, report = ask_model(CONFUSED_TOURIST, home, variants, "mine", run_id="r", log=told.append)
    assert made.is_empty()
    assert report.evaluations.is_empty()
    assert "none of its answers to these 4 pictures was imported" in str(report.not_asked)
    assert "answers import --model mine" in told[-1]


def test_columns_for_item_and_country(small: tuple[Home, pl.DataFrame], tmp_path: Path) -> None:
    home, variants = small
    path = tmp_path / "mine.csv"
    path.write_text("variant_id;dish;land\nv0;dish;Japan\nv1;Ceviche;Peru\n")
    columns = ("--item-column", "dish", "--country-column", "land")
    shown = run(str(path), "--key", "variant_id", *columns)
    assert shown.exit_code == 0, shown.output
    made, _ = ask_model(CONFUSED_TOURIST, home, variants, "mine", run_id="run", log=lambda _: None)
    assert made["country"].to_list() == ["JPN", "PER", None, None]
    assert made["item_answer"].to_list() == ["dish", "Ceviche", None, None]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--key", "external_id"), "got neither"),
        (("--key", "external_id", "--answer-column", "a", "--item-column", "b"), "got answer and"),
        (("--key", "external_id=id", "--answer-column", "a"), "no answer was imported"),
        (("--key", "external_id=idd", "--answer-column", "a"), "did you mean `id`"),
    ],
)
@pytest.mark.usefixtures("small")
def test_what_can_not_be_imported_says_why(
    tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("id,a\nunknown,b\n")
    result = run(str(path), *arguments)
    assert result.exit_code == 1
    assert isinstance(result.exception, AnswersError)
    assert message in str(result.exception)
