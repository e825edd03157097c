"""A run that is cancelled as Dagster does it keeps its answers; the next asks for no other."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import dagster as dg
import pytest

from culture_conflict.benchmarks.asking import ask_model
from culture_conflict.benchmarks.confused_tourist.asking import CONFUSED_TOURIST
from culture_conflict.home import Home
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.models.api.kit import CANARY, KEY_ENV, Server
from culture_conflict_tests.models.asking_kit import World

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:Items? .* on TypedDict"),
]
N, IN_FLIGHT = 300, 4
ROW = """\
models:
  - {key: slow, provider: openai-compatible, name: X, revision: "1", model: slow, base_url: URL,
     key_env: KEY, price: {input: 0, output: 0}, limits: {in_flight: 4}}
"""
# What Dagster's launcher runs, and interrupts where a run is terminated.
WORKER = """
from culture_conflict.home import Home
from culture_conflict.defs.partitions import MODEL_BY_SOURCE, model_by_source
from culture_conflict.defs.runs import open_instance
from culture_conflict.executors.launch import execute_by_executor
with open_instance(Home.from_environment()) as instance:
    tags = MODEL_BY_SOURCE.get_tags_for_partition_key(model_by_source("slow", "sample"))
    job = "confused_tourist_evaluate"
    execute_by_executor("culture_conflict.definitions", job, instance, tags, {})
"""


def lines(home: Home) -> int:
    return sum(path.read_bytes().count(b"\n") for path in home.ledger.rglob("*.jsonl"))


def test_answers_in_hand_are_kept_and_not_asked_for_again(server: Server, home: Home) -> None:
    text = ROW.replace("URL", server.url).replace("KEY", KEY_ENV)
    home.models_file.write_text(text)
    variants = World(home.root).variants(range(N))
    home.tables.write(VARIANTS, variants, "confused_tourist", "sample")
    server.script({}, slow=[{"delay": 0.5}])
    with dg.DagsterInstance.from_config(str(home.dagster)) as instance:
        worker = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-c", WORKER],
            env=os.environ | {KEY_ENV: CANARY},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 200
        while lines(home) < 20:
            assert worker.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        (run,) = instance.get_runs()
        instance.report_run_canceling(run)
        worker.send_signal(signal.SIGINT)
        worker.wait(60)
        assert instance.get_run_by_id(run.run_id).status == dg.DagsterRunStatus.CANCELED
    kept, asked = lines(home), len(server.seen())
    assert kept < asked <= kept + IN_FLIGHT
    server.script({})
    made, report = ask_model(
        CONFUSED_TOURIST, home, variants, "slow", run_id="again", log=lambda _: None
    )
    assert (report.n_reused, report.n_asked, len(server.seen())) == (kept, N - kept, N - kept)
    assert set(made["state"]) == {"ok"}
    assert lines(home) == N
