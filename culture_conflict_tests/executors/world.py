"""A small code location with the executor, whose steps write down what they hold and when."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import dagster as dg

from culture_conflict.executors.cuda import cuda_executor
from culture_conflict.executors.needs import MODEL_GPUS, gpu

ROOT = Path(os.environ["CULTURE_CONFLICT_TEST_WORLD"])
MODELS = dg.StaticPartitionsDefinition(["remote", "local"])
SOURCES = dg.StaticPartitionsDefinition(["sample"])
MODEL_BY_SOURCE = dg.MultiPartitionsDefinition({"model": MODELS, "source": SOURCES})


def devices() -> list[str]:
    return [name for name in os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",") if name]


def note(name: str, **more: object) -> None:
    """One line of JSON in the world's file of that name."""
    line = json.dumps({"pid": os.getpid(), "devices": devices(), **more})
    with (ROOT / name).open("a") as file:
        file.write(line + "\n")


def parent(pid: int) -> int:
    """The parent of a process: of a step's keeper, the run worker."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def busy(seconds: float) -> None:
    """Hold the devices of this step in a way that an overlap would be noticed."""
    for device in devices():
        try:
            (ROOT / f"busy-{device}").mkdir()
        except FileExistsError:
            note("overlaps", device=device)
    time.sleep(seconds)
    for device in devices():
        (ROOT / f"busy-{device}").rmdir()


@dg.asset(op_tags=gpu(1))
def one(context: dg.AssetExecutionContext) -> None:
    busy(0.2)
    note("steps", run=context.run_id, cpu=time.process_time())


@dg.asset(op_tags=gpu(1))
def other(context: dg.AssetExecutionContext) -> None:
    busy(0.2)
    note("steps", run=context.run_id, cpu=time.process_time())


@dg.asset(op_tags=gpu(2), deps=[one])
def both(context: dg.AssetExecutionContext) -> None:
    busy(0.2)
    note("steps", run=context.run_id, cpu=time.process_time())


@dg.asset(op_tags=gpu(3))
def too_many() -> None:
    note("steps", step="too_many")


@dg.asset(op_tags=gpu(1))
def long(context: dg.AssetExecutionContext) -> None:
    """A step with a detached child that ignores polite signals, as an inference engine may."""
    deaf = "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(300)"
    child = subprocess.Popen([sys.executable, "-I", "-S", "-c", deaf], start_new_session=True)
    note("long", child=child.pid, worker=parent(os.getppid()))
    time.sleep(300)


@dg.asset(op_tags=gpu(1))
def watch() -> None:
    """Ends when `long` holds its device, so that `waits` never comes first."""
    while not (ROOT / "long").exists():
        time.sleep(0.05)


@dg.asset(op_tags=gpu(2), deps=[watch])
def waits() -> None:
    note("steps", step="waits")


@dg.asset(partitions_def=MODEL_BY_SOURCE, op_tags=MODEL_GPUS)
def predictions() -> None:
    note("steps", step="predictions")


@dg.asset(partitions_def=MODEL_BY_SOURCE, deps=[predictions])
def scores() -> None:
    note("steps", step="scores")


JOBS = {
    "three": ["one", "other", "both"],
    "impossible": ["too_many"],
    "long_and_waiting": ["long", "watch", "waits"],
    "long_only": ["long"],
    "evaluate": ["predictions", "scores"],
}
defs = dg.Definitions(
    assets=[one, other, both, too_many, long, watch, waits, predictions, scores],
    jobs=[dg.define_asset_job(name, selection=assets) for name, assets in JOBS.items()],
    executor=cuda_executor(ROOT / "models.yaml"),
)


def main(name: str, tags: dict[str, str], config: dict[str, object]) -> None:
    """Execute a job as a run worker does; print its id and whether it succeeded."""
    from culture_conflict.executors._dagster import ReconstructableRepository

    repository = ReconstructableRepository.for_module(
        "culture_conflict_tests.executors.world", "defs"
    )
    with dg.DagsterInstance.get() as instance:
        result = dg.execute_job(
            repository.get_reconstructable_job(name),
            instance,
            run_config={"execution": {"config": config}},
            tags=tags,
        )
        print(f"{result.run_id} {result.success}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]), json.loads(sys.argv[3]))
