"""Street scenes asked about without Dagster: samples, plans, own prompts, imported answers."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from culture_conflict.benchmarks.asking import ask_model, plan_model
from culture_conflict.benchmarks.signpost.asking import SIGNPOST
from culture_conflict.benchmarks.signpost.judging import judge_answers
from culture_conflict.benchmarks.signpost.scoring import score
from culture_conflict.cli import app
from culture_conflict.errors import RegistryError
from culture_conflict.home import Home
from culture_conflict.models.sampling import SampleError
from culture_conflict.showing_evaluations import plan_lines
from culture_conflict.tables.evaluations import EVALUATIONS
from culture_conflict.tables.signpost_judgements import SIGNPOST_JUDGEMENTS
from culture_conflict.tables.signpost_predictions import SIGNPOST_PREDICTIONS
from culture_conflict.tables.signpost_scores import SIGNPOST_SCORES
from culture_conflict.tables.signpost_variants import SIGNPOST_VARIANTS
from culture_conflict_tests.benchmarks_signpost.written_scenes import written_scenes

PRIOR = "reference-prior"
REPLAY = 'models:\n  - {key: mine, provider: replay, name: Mine, revision: "1"}\n'


@pytest.fixture
def scenes(home: Home) -> pl.DataFrame:
    made = written_scenes(home.pictures, 3)
    home.tables.write(SIGNPOST_VARIANTS, made, "signpost", "sample")
    return made


def ask(home: Home, scenes: pl.DataFrame, model: str = PRIOR, prompt: str = "base") -> pl.DataFrame:
    made, report = ask_model(
        SIGNPOST, home, scenes, model, run_id="run", log=lambda _: None, prompt_name=prompt
    )
    EVALUATIONS.validate(report.evaluations)
    return SIGNPOST_PREDICTIONS.validate(made)


def test_answers_are_places_with_what_made_them(home: Home, scenes: pl.DataFrame) -> None:
    made = ask(home, scenes)
    assert made["task"].unique().to_list() == ["coordinates"]
    assert made.select("latitude", "longitude").unique().height == 1
    scores = SIGNPOST_SCORES.validate(score(made, scenes))
    assert scores.height == 15
    assert judge_answers(made, scenes).is_empty()


def test_a_prompt_for_judgements_enters_no_accuracy(home: Home, scenes: pl.DataFrame) -> None:
    ask(home, scenes)
    made = ask(home, scenes, prompt="country")
    assert made.group_by("task").len().sort("task").rows() == [("coordinates", 15), ("country", 15)]
    assert set(score(made, scenes)["prompt_id"]) == {"base-v1"}
    judged = SIGNPOST_JUDGEMENTS.validate(judge_answers(made, scenes))
    assert set(judged["prompt_id"]) == {"country-v1"}
    assert judged["names"].unique().to_list() == ["elsewhere"]
    assert judged["foreign_trap"].all()


def test_a_control_that_nobody_could_answer_lowers_no_coverage(
    home: Home, scenes: pl.DataFrame, tmp_path: Path
) -> None:
    """Published answers know the five pictures; one of the fifteen has none here, too."""
    native = pl.col("variant_id") + "-native"
    control = scenes.filter(variant="blank").with_columns(native, variant=pl.lit("native"))
    shown = pl.concat([scenes, control])
    home.tables.write(SIGNPOST_VARIANTS, shown, "signpost", "sample")
    home.models_file.write_text(REPLAY)
    answers = tmp_path / "answers.jsonl"
    told = [{"variant_id": one, "answer": "1, 2"} for one in scenes["variant_id"][1:]]
    answers.write_text("\n".join(map(json.dumps, told)))
    options = ("--model", "mine", "--key", "variant_id", "--answer-column", "answer")
    arguments = ("answers", "import", str(answers), *options, "--benchmark", "signpost")
    assert CliRunner().invoke(app, arguments).exit_code == 0
    made, report = ask_model(SIGNPOST, home, shown, "mine", run_id="r", log=lambda _: None)
    assert made.filter(state="error").height == 4
    row = EVALUATIONS.validate(report.evaluations).row(0, named=True)
    assert (row["n_variants"], row["n_controls"], row["n_error"]) == (18, 3, 4)
    assert row["coverage"] == report.coverage == report.metadata()["coverage"] == 14 / 15
    asked, of_all = ask_model(SIGNPOST, home, shown, PRIOR, run_id="r", log=lambda _: None)
    assert (asked.height, of_all.coverage, of_all.evaluations["n_controls"][0]) == (18, 1.0, 3)


def test_a_plan_and_a_sample_keep_groups_whole(home: Home, scenes: pl.DataFrame) -> None:
    assert plan_model(SIGNPOST, home, scenes, PRIOR).n_to_ask == 15
    ask(home, scenes)
    assert plan_model(SIGNPOST, home, scenes, PRIOR).n_to_ask == 0
    other = plan_model(SIGNPOST, home, scenes, PRIOR, prompt_name="defence")
    assert (other.n_to_ask, other.n_beside, other.stale) == (15, 15, {})
    assert "other prompts           15" in "\n".join(plan_lines(other, PRIOR, "a", paid=False))
    made, report = ask_model(
        SIGNPOST, home, scenes, PRIOR, run_id="run", log=lambda _: None, limit=11
    )
    assert (made.height, report.n_in_source) == (10, 15)
    with pytest.raises(SampleError, match="less than the 5 pictures"):
        plan_model(SIGNPOST, home, scenes, PRIOR, limit=4)


def test_a_reference_for_other_pictures_has_no_rows_and_says_why(
    home: Home, scenes: pl.DataFrame
) -> None:
    told: list[str] = []
    made, report = ask_model(
        SIGNPOST, home, scenes, "reference-flag-reader", run_id="run", log=told.append
    )
    assert (made.schema, made.height) == (SIGNPOST_PREDICTIONS.schema, 0)
    assert report.evaluations.is_empty()
    [why] = report.metadata().values()
    assert "has nothing to say about pictures of signpost" in str(why)
    assert "Nobody was asked" in told[0]
    assert score(made, scenes).is_empty()
    assert judge_answers(made, scenes).is_empty()
    with pytest.raises(RegistryError, match="has nothing to say about pictures of signpost"):
        plan_model(SIGNPOST, home, scenes, "reference-flag-reader")


def test_the_commands_tell_benchmarks_apart(
    home: Home, scenes: pl.DataFrame, tmp_path: Path
) -> None:
    def run(*arguments: str) -> str:
        shown = CliRunner().invoke(app, arguments)
        assert shown.exit_code == 0, (shown.output, shown.exception)
        return shown.output

    planned = run("plan", "--model", PRIOR, "--benchmark", "signpost", "--prompt", "probing")
    assert "calls to make           15" in planned
    own = tmp_path / "mine.md"
    own.write_text("---\nid: mine\nversion: 1\nasks: country\n---\nWhich country is this?")
    added = run("prompts", "add", str(own), "--benchmark", "signpost").split(":")[0]
    assert added in run("prompts", "list", "--benchmark", "signpost")
    assert added not in run("prompts", "list", "--benchmark", "confused_tourist")
    assert set(ask(home, scenes, prompt=added)["task"]) == {"country"}
    home.models_file.write_text(REPLAY)
    answers = tmp_path / "answers.jsonl"
    ids = scenes["variant_id"].to_list()
    lines = [json.dumps({"variant_id": one, "answer": '{"agree": "no"}'}) for one in ids]
    answers.write_text("\n".join(lines))
    options = ("--model", "mine", "--key", "variant_id", "--answer-column", "answer")
    prompt = ("--benchmark", "signpost", "--prompt-id", "consistency-v1")
    run("answers", "import", str(answers), *options, *prompt)
    made = ask(home, scenes, "mine")
    assert made.select("task", "state", "conflict").unique().rows() == [
        ("consistency", "ok", "yes")
    ]
    home.tables.write(SIGNPOST_PREDICTIONS, made, "signpost", "mine", "sample")
    _, report = ask_model(SIGNPOST, home, scenes, "mine", run_id="r", log=lambda _: None)
    home.tables.write(EVALUATIONS, report.evaluations, "signpost", "mine", "sample")
    told = run("diff", "mine@sample", "mine@sample", "--benchmark", "signpost")
    assert "Of 15 variants in both, 0 answers were read differently" in told
