"""From the released pictures to the marts by the commands, as a user has it."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from culture_conflict import cli
from culture_conflict.home import Home
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.benchmarks_culture_mix.real import NEEDED, answers, source
from culture_conflict_tests.demo.conftest import run

MODEL = 'models:\n  - {key: mine, provider: replay, name: Mine, revision: "1"}\n'
EVALUATE = ("evaluate", "--model", "mine", "--source", "released")


def _run(*arguments: str) -> str:
    result = CliRunner().invoke(cli.app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


@NEEDED
def test_check_tells_what_there_is(tmp_path: Path, home: Home) -> None:
    shown = _run("sources", "check", str(source(tmp_path / "released")))
    assert "pictures: 52 of 52 rows (18 sfb, 16 mfb, 12 mf, 6 sf)" in shown
    assert "foods: 6, from 5 countries" in shown


@NEEDED
@pytest.mark.slow
def test_the_released_pictures_from_the_commands_to_the_marts(tmp_path: Path, home: Home) -> None:
    home.models_file.write_text(MODEL)

    def done(*arguments: str) -> None:
        result = run(home.root, *arguments)
        assert result.returncode == 0, result.stdout + result.stderr

    done("sources", "add", str(source(tmp_path / "there")), "--name", "released")
    done("build", "--source", "released")
    done(
        *("answers", "import", str(answers(tmp_path / "answers.csv")), "--model", "mine"),
        *("--source", "released", "--benchmark", "culture_mix", "--answer-column", "said"),
        *("--key", "external_id=picture"),
    )
    done(*EVALUATE)
    refused = run(home.root, *EVALUATE, "--prompt", "direct")
    assert refused.returncode == 1
    assert "its answers were imported" in refused.stderr
    done("metrics")
    accuracy = read_mart(home.warehouse, "culture_mix_accuracy").filter(
        source="released", rule="guarded", background_kind="all", target="country"
    )
    rates = dict(accuracy.select("subtask", "accuracy").rows())
    assert rates["sf"] == rates["mf"] == 1.0
    assert rates["sfb"] < 0.2
    assert dict(accuracy.select("subtask", "n").rows()) == {"sf": 6, "mf": 12, "sfb": 18, "mfb": 16}
    shift = read_mart(home.warehouse, "culture_mix_label_shift").filter(
        source="released", subtask="sfb", target="country"
    )
    assert shift.select(pl.col("to_distractor") == pl.col("label_shift")).to_series().all()
    coverage = read_mart(home.warehouse, "answer_coverage").filter(source="released", model="mine")
    assert coverage["coverage"].to_list() == [1.0]
