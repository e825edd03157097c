"""What goes wrong in the field: a clear message and exit 1, or a clean continuation."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import dagster as dg
import pytest

from culture_conflict.home import Home
from culture_conflict.tables.catalog import TABLES
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.demo.conftest import (
    ONE,
    Demo,
    asked,
    kill_when,
    n_requests,
    run,
)

pytestmark = pytest.mark.slow

_ROW = "  - {key: a, provider: reference-prior, name: A, kind: reference, revision: '1'}\n"


def _ledger_keys(home: Home) -> Counter[str]:
    texts = [
        path.read_text("utf-8") for path in (home.ledger / "confused_tourist").rglob("*.jsonl")
    ]
    lines = [line for text in texts for line in text.splitlines(keepends=True)]
    return Counter(json.loads(line)["key"] for line in lines if line.endswith("\n"))


def _statuses(home: Home, job: str) -> Counter[dg.DagsterRunStatus]:
    with dg.DagsterInstance.from_config(str(home.dagster)) as instance:
        runs = instance.get_runs(dg.RunsFilter(job_name=job))
        return Counter(run.status for run in runs)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("evaluate", "--model", "gpt-9"), "gpt-9"),
        (("evaluate", "--model", "reference-prior", "--source", "nowhere"), "nowhere"),
        (("build", "--source", "nowhere"), "nowhere"),
        (("leaderboard",), "demo"),
    ],
)
def test_an_unknown_name_is_named(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    result = run(tmp_path / "home", *arguments)
    assert result.returncode == 1
    assert said in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("models:\n  - key: a\n    provdier: reference\n", "provdier"),
        ("models:\n  - key: org/model\n    provider: reference\n", "org/model"),
        (f"models:\n{_ROW}{_ROW}", "stands in line"),
        ("models: [\n", "models.yaml"),
    ],
)
def test_a_bad_registry_is_named_before_anything_is_asked(
    tmp_path: Path, text: str, said: str
) -> None:
    home = Home(tmp_path / "home").prepare()
    home.models_file.write_text(text)
    result = run(home.root, "demo")
    assert result.returncode == 1
    assert said in result.stderr
    assert "Traceback" not in result.stderr
    assert not list(home.ledger.rglob("*.jsonl"))


def test_of_two_demos_at_once_the_second_says_so_and_leaves(home: Home) -> None:
    hold = (
        "import sys; from pathlib import Path\n"
        "from culture_conflict.locks import exclusive\n"
        "with exclusive(Path(sys.argv[1]), what='a demo', wait_s=0):\n"
        "    print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", hold, str(home.work / "demo.lock")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as first:
        assert first.stdout is not None
        first.stdout.readline()
        second = run(home.root, "demo")
        assert first.stdin is not None
        first.stdin.close()
    assert second.returncode == 1
    assert str(first.pid) in second.stderr


def test_after_a_kill_in_mid_answers_the_next_run_asks_only_what_is_missing(
    demo: Demo, tmp_path: Path
) -> None:
    home = Home(tmp_path / "home")
    shutil.copytree(demo.home.root, home.root)
    for made in (home.ledger, home.tables.root / "predictions", home.tables.root / "scores"):
        shutil.rmtree(made / "confused_tourist")
    before = _statuses(home, "confused_tourist_evaluate")
    kill_when(home.root, lambda: sum(_ledger_keys(home).values()) > 20, *ONE)
    held = _ledger_keys(home)
    again = run(home.root, *ONE)
    assert again.returncode == 0, again.stderr
    variants = home.tables.read(TABLES["variants"], "confused_tourist", "sample")
    assert asked(again.stdout) == 3 * n_requests(variants) - len(held)
    assert set(_ledger_keys(home).values()) == {1}
    assert _statuses(home, "confused_tourist_evaluate") - before == {
        dg.DagsterRunStatus.FAILURE: 1,
        dg.DagsterRunStatus.SUCCESS: 3,
    }


def test_after_a_kill_in_mid_dbt_the_next_run_builds_the_warehouse(
    demo: Demo, tmp_path: Path
) -> None:
    home = Home(tmp_path / "home")
    shutil.copytree(demo.home.root, home.root)
    home.warehouse.unlink()
    building = home.warehouse.with_name(home.warehouse.name + ".building")
    kill_when(home.root, building.exists, "metrics")
    assert not home.warehouse.exists()
    again = run(home.root, *ONE)
    assert again.returncode == 0, again.stderr
    assert asked(again.stdout) == 0
    assert read_mart(home.warehouse, "confused_tourist_leaderboard").height
    assert not building.exists()
    assert _statuses(home, "metrics") == {
        dg.DagsterRunStatus.FAILURE: 1,
        dg.DagsterRunStatus.SUCCESS: 2,
    }
