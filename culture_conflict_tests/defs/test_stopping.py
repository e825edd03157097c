"""A command that ends early says why in a sentence that a person can act on."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from culture_conflict import cli, commands
from culture_conflict.defs import metrics
from culture_conflict.defs.outcomes import RunFailedError
from culture_conflict.defs.runs import done, execute, open_instance
from culture_conflict.defs.terminal import terminal_logger
from culture_conflict.errors import MissingTableError, StoppedError
from culture_conflict.home import Home
from culture_conflict.warehouse.manifest import read_nodes


def _interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(5)


@dg.asset
def interrupted() -> None:
    _interrupt()


@dg.resource
def slow_to_start(_: dg.InitResourceContext) -> None:
    _interrupt()


@dg.asset(required_resource_keys={"slow_to_start"})
def unready() -> None:
    raise ValueError("its resource never came to be")


@dg.asset
def ready() -> None: ...


@dg.asset
def lacking() -> None:
    raise MissingTableError("a/items has no rows yet. Materialize a/items first.")


@dg.asset
def broken() -> None:
    raise ValueError("of a library")


@dg.asset
def dressed() -> None:
    try:
        _interrupt()
    except BaseException:  # noqa: BLE001
        # As the library does that reads dbt's project.
        raise ValueError("the field `nodes` has an invalid value")  # noqa: B904


ASSETS = [interrupted, unready, ready, lacking, broken, dressed]
DEFS = dg.Definitions(
    assets=ASSETS,
    jobs=[dg.define_asset_job(f"do_{one.key.path[-1]}", [one.key]) for one in ASSETS],
    resources={"slow_to_start": slow_to_start},
    loggers={"terminal": terminal_logger},
)


@pytest.fixture
def heeding() -> Iterator[None]:
    """Handles SIGINT as a terminal's command does; what a script sends to the back ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heeding")
@pytest.mark.parametrize("when", ["interrupted", "unready", "ready", "dressed"])
def test_an_interrupted_run_is_told_as_stopped_and_is_cancelled_in_the_history(
    home: Home, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    job = f"do_{when}"
    with open_instance(home) as instance:
        if when == "ready":  # nothing in it waits: the signal comes as the run has been noted down
            monkeypatch.setattr(dg.DagsterInstance, "create_run_for_job", _noted_and_interrupted)
        with pytest.raises(StoppedError, match=rf"{job} was stopped\. .* is kept"):
            execute(DEFS, job, instance, inputs="x")
        (run,) = instance.get_runs()
        assert run.status == dg.DagsterRunStatus.CANCELED
        assert not done(instance, job, None, "x")
        assert list((home.dagster / "leases").iterdir()) == []


def _noted_and_interrupted(instance: dg.DagsterInstance, **about: Any) -> dg.DagsterRun:
    run = CREATE_RUN(instance, **about)
    _interrupt()
    return run


CREATE_RUN = dg.DagsterInstance.create_run_for_job


@pytest.mark.usefixtures("heeding")
def test_dbt_is_stopped_by_what_it_stops_its_threads_for(
    home: Home, manifest: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[type[BaseException]] = []

    def build(**_: object) -> None:
        try:
            _interrupt()
        except BaseException as error:
            seen.append(type(error))
            raise

    monkeypatch.setattr(metrics, "build", build)
    asset = metrics.metrics_assets(read_nodes(manifest))
    made = dg.materialize([asset], resources={"home": home}, raise_on_error=False)
    assert not made.success
    assert seen == [KeyboardInterrupt]


def test_what_was_cancelled_goes_on_with_the_same_command(home: Home, tmp_path: Path) -> None:
    @dg.asset
    def twice() -> None:
        if not (tmp_path / "begun").exists():
            (tmp_path / "begun").touch()
            _interrupt()

    defs = dg.Definitions(
        [twice],
        jobs=[dg.define_asset_job("do_twice", [twice.key])],
        loggers={"terminal": terminal_logger},
    )
    with open_instance(home) as instance:
        with pytest.raises(StoppedError):
            execute(defs, "do_twice", instance, inputs="x")
        assert execute(defs, "do_twice", instance, inputs="x").success
        statuses = [run.status for run in instance.get_runs()]
        assert statuses == [dg.DagsterRunStatus.SUCCESS, dg.DagsterRunStatus.CANCELED]
        assert done(instance, "do_twice", None, "x")


def test_errors_of_ours_are_told_by_their_message_alone(home: Home) -> None:
    told = {
        "do_lacking": "a/items has no rows yet. Materialize a/items first.",
        "do_broken": "broken: ValueError: of a library",
    }
    with open_instance(home) as instance:
        for job, message in told.items():
            with pytest.raises(RunFailedError) as caught:
                execute(DEFS, job, instance)
            assert str(caught.value) == message
        assert {run.status for run in instance.get_runs()} == {dg.DagsterRunStatus.FAILURE}


@pytest.mark.parametrize("benchmark", ["confused_tourist", "signpost", "culture_mix"])
def test_a_source_that_is_not_built_names_the_command(home: Home, benchmark: str) -> None:
    wanted = f"culture-conflict build --source sample --benchmark {benchmark}$"
    with pytest.raises(MissingTableError, match=wanted):
        commands.evaluate_model(home, "reference-prior", "sample", benchmark=benchmark)


def test_one_that_is_stopped_stops_all_and_exits_with_130(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object, source: str, **__: object) -> None:
        asked.append(source)
        raise StoppedError("it was stopped")

    asked: list[str] = []
    built = [("confused_tourist", "a"), ("confused_tourist", "b")]
    monkeypatch.setattr(commands, "evaluate_model", lambda *a, **k: stop(source=a[2]))
    monkeypatch.setattr(commands, "_built_sources", lambda *_: built)
    monkeypatch.setattr(cli, "app", lambda: commands.evaluate_everywhere(home, "m"))
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert (ended.value.code, asked) == (130, ["a"])
    assert "stopped: it was stopped" in capsys.readouterr().err


SCRIPT = """
import pathlib, sys, time
import dagster as dg
from culture_conflict import cli
from culture_conflict.defs.runs import execute, open_instance
from culture_conflict.defs.terminal import terminal_logger
from culture_conflict.home import Home

@dg.asset
def slow():
    time.sleep(2)  # Dagster's helpers are up
    pathlib.Path(sys.argv[1]).touch()
    time.sleep(60)

def run():
    job = dg.define_asset_job("do_slow", [slow])
    defs = dg.Definitions([slow], jobs=[job], loggers={"terminal": terminal_logger})
    with open_instance(Home.from_environment()) as instance:
        execute(defs, "do_slow", instance)

cli.app = run
cli.main()
"""


@pytest.mark.slow
def test_ctrl_c_leaves_one_sentence_and_no_traceback(home: Home, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    command = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", SCRIPT, str(begun)],
        env=os.environ | {"CULTURE_CONFLICT_HOME": str(home.root)},
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    deadline = time.monotonic() + 60
    while not begun.exists():
        assert command.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.killpg(command.pid, signal.SIGINT)  # as a terminal does
    told = command.communicate(timeout=30)[1]
    assert told.startswith("stopped: do_slow was stopped. What was done is kept")
    assert "Traceback" not in told
    assert command.returncode == 130
    with dg.DagsterInstance.from_config(str(home.dagster)) as instance:
        assert [run.status for run in instance.get_runs()] == [dg.DagsterRunStatus.CANCELED]
