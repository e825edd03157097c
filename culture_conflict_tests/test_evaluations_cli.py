"""`plan` and `diff` in a small home, beside the evaluation that they speak of."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner, Result

from culture_conflict.benchmarks.asking import ask_model
from culture_conflict.benchmarks.comparing import ComparisonError
from culture_conflict.benchmarks.confused_tourist.asking import CONFUSED_TOURIST
from culture_conflict.cli import app
from culture_conflict.errors import MissingTableError, RegistryError
from culture_conflict.home import Home
from culture_conflict.tables.evaluations import EVALUATIONS
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.models.asking_kit import World

MODELS = """\
models:
  - {key: mine, provider: replay, name: Mine, revision: "1"}
  - {key: other, provider: replay, name: Other, revision: "1"}
"""


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Home, pl.DataFrame]:
    """A home with four variants (two of one picture) and two models of imported answers."""
    monkeypatch.setenv("CULTURE_CONFLICT_HOME", str(tmp_path / "home"))
    home = Home.from_environment().prepare()
    home.models_file.write_text(MODELS)
    variants = World(home.root).variants([1, 2, 3, 3])
    home.tables.write(VARIANTS, variants, "confused_tourist", "sample")
    return home, variants


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def bring(home: Home, variants: pl.DataFrame, model: str, answers: list[str]) -> None:
    """Import and evaluate, as the two commands do."""
    path = home.root / f"{model}.jsonl"
    lines = [json.dumps({"external_id": f"x{n}", "answer": a}) for n, a in enumerate(answers)]
    path.write_text("\n".join(lines))
    options = ("--model", model, "--key", "external_id", "--answer-column", "answer")
    assert run("answers", "import", str(path), *options).exit_code == 0
    made, report = ask_model(
        CONFUSED_TOURIST, home, variants, model, run_id="run", log=lambda _: None
    )
    home.tables.write(PREDICTIONS, made, "confused_tourist", model, "sample")
    home.tables.write(EVALUATIONS, report.evaluations, "confused_tourist", model, "sample")


def test_a_plan_is_printed_and_nothing_is_asked(small: tuple[Home, pl.DataFrame]) -> None:
    home, _ = small
    shown = run("plan", "--model", "reference-prior")
    assert shown.exit_code == 0, shown.output
    assert "variants                 4" in shown.output
    assert "calls to make            3" in shown.output
    assert not list(home.ledger.rglob("*"))
    sampled = run("plan", "--model", "reference-prior", "--limit", "2", "--seed", "3")
    assert "of 4: a sample (limit 2, seed 3)" in sampled.output


def test_a_plan_names_what_is_missing(small: tuple[Home, pl.DataFrame]) -> None:
    assert isinstance(run("plan", "--model", "nobody").exception, RegistryError)
    small[0].tables.path(VARIANTS, "confused_tourist", "sample").unlink()
    assert isinstance(run("plan", "--model", "mine").exception, MissingTableError)


def test_two_models_are_compared(small: tuple[Home, pl.DataFrame]) -> None:
    bring(*small, "mine", ["Sushi / Japan", "Ceviche / Peru", "Phở / Vietnam", "Taco / Mexico"])
    bring(*small, "other", ["Sushi / Japan", "Ceviche / Chile", "Phở, Vietnam", "Pie / France"])
    shown = run("diff", "mine", "other@sample")
    assert shown.exit_code == 0, shown.output
    assert "imported from  A mine.jsonl   B other.jsonl" in shown.output
    assert "Of 4 variants in both, 2 answers were read differently, 1 only worded" in shown.output
    assert "x1  A ok: Ceviche / Peru   B ok: Ceviche / Chile" in shown.output


def test_a_past_evaluation_is_compared_by_its_key(small: tuple[Home, pl.DataFrame]) -> None:
    home, variants = small
    bring(home, variants, "mine", ["A / Japan", "B / Peru", "C / France", "D / Mexico"])
    home.models_file.write_text(MODELS.replace('Mine, revision: "1"', 'Mine, revision: "2"'))
    bring(home, variants, "mine", ["A / Japan", "B / Peru", "C / France", "D / Chile"])
    unknown = run("diff", "mine:nothing", "mine")
    assert isinstance(unknown.exception, ComparisonError)
    told = str(unknown.exception)
    assert "key 'nothing' is unknown. The ledger holds:" in told
    old = next(line.split(":")[0].strip() for line in told.splitlines() if "revision 1" in line)
    shown = run("diff", f"mine@sample:{old}", "mine")
    assert shown.exit_code == 0, shown.output
    assert "revision  A 1   B 2" in shown.output
    assert "Of 4 variants in both, 1 answers were read differently" in shown.output
    assert "x3  A ok: D / Mexico   B ok: D / Chile" in shown.output
    same = run("diff", f"mine@sample:{old}", f"mine:{old}")
    assert "What made them is the same" in same.output


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mine", "has no evaluation. Run"),
        ("../mine", "expected MODEL, MODEL@SOURCE"),
        ("mine@a@b", "expected MODEL, MODEL@SOURCE"),
    ],
)
@pytest.mark.usefixtures("small")
def test_a_name_that_stands_for_nothing_says_why(name: str, message: str) -> None:
    with pytest.raises(ComparisonError, match=message):
        raise run("diff", name, "other").exception or AssertionError


def test_a_model_asked_with_two_prompts_is_compared_by_the_base(
    small: tuple[Home, pl.DataFrame],
) -> None:
    home, variants = small
    for prompt in ("base", "object-focused"):
        made, report = ask_model(
            *(CONFUSED_TOURIST, home, variants, "reference-prior"),
            run_id=prompt,
            log=lambda _: None,
            prompt_name=prompt,
        )
    assert made.height == 8
    home.tables.write(PREDICTIONS, made, "confused_tourist", "reference-prior", "sample")
    home.tables.write(
        EVALUATIONS, report.evaluations, "confused_tourist", "reference-prior", "sample"
    )
    bring(home, variants, "mine", ["Sushi, Japan"] * 4)
    shown = run("diff", "reference-prior", "mine")
    assert shown.exit_code == 0, shown.output
    assert "A base-v1" in shown.output
    assert "Of 4 variants in both" in shown.output
    assert "Only in A" not in shown.output
