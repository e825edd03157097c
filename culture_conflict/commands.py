"""What the commands do, apart from reading their options."""

from __future__ import annotations

import os
import socket
import sys

from rich.console import Console

from culture_conflict.benchmarks.catalog import (
    asked_benchmarks,
    benchmark_name,
    get_benchmark,
    require_built,
)
from culture_conflict.benchmarks.prompts import PromptError
from culture_conflict.errors import (
    BusyError,
    CultureConflictError,
    MissingTableError,
    RegistryError,
    StoppedError,
)
from culture_conflict.home import VARIABLE, Home
from culture_conflict.models.registry import load_registry
from culture_conflict.sources.catalog import list_sources
from culture_conflict.tables.trap_targets import TRAP_TARGETS

__all__ = [
    "build_metrics",
    "build_pictures",
    "build_source",
    "evaluate_everywhere",
    "evaluate_model",
    "serve_ui",
    "verify_pictures",
]

_LOOPBACK = "127.0.0.1"

# The same location name as in the checkout's workspace.yaml and pyproject.toml.
_WORKSPACE = """\
load_from:
  - python_module:
      module_name: culture_conflict.definitions
      location_name: culture_conflict
"""


def build_source(
    home: Home, source: str, benchmark: str | None = None, *, editor: str | None = None
) -> None:
    """Execute the runs that build one source; where pictures are edited, with one editor.

    None stands for `local`, and for no painted pictures of ConfusedTourist.

    Raises:
        RegistryError: no such benchmark, source or editor.
    """
    name = benchmark_name(home, source, benchmark)
    from culture_conflict.definitions import defs
    from culture_conflict.defs.building import build, build_steps
    from culture_conflict.defs.runs import open_instance

    steps = build_steps(home, name, source, editor)
    with open_instance(home) as instance:
        build(defs, instance, steps)


def build_pictures(home: Home, source: str, editor: str = "local") -> None:
    """Letter the texts that a source of street scenes has onto its signs, and make the variants.

    Unlike `build_source`, which makes the texts anew with every choice as it is by default.

    Raises:
        RegistryError: no such source or editor.
        MissingTableError: the texts are not made yet.
    """
    name = benchmark_name(home, source, "signpost")
    if not home.tables.path(TRAP_TARGETS, name, source).exists():
        raise MissingTableError(
            f"{source} has no texts yet. Make them first: culture-conflict signpost texts --source "
            f"{source}"
        )
    from culture_conflict.definitions import defs
    from culture_conflict.defs.building import build, build_steps
    from culture_conflict.defs.runs import open_instance

    steps = [one for one in build_steps(home, name, source, editor) if one.job != f"{name}_build"]
    with open_instance(home) as instance:
        build(defs, instance, steps)


def evaluate_model(
    home: Home,
    model: str,
    source: str,
    *,
    limit: int | None = None,
    seed: int = 0,
    prompt: str = "base",
    benchmark: str | None = None,
) -> None:
    """Execute the evaluating job of the source's benchmark for one model, or for a sample of it.

    Raises:
        RegistryError: no such model, benchmark or source, the model is not enabled, or a sample or
            prompt is wanted where all answers are imported.
        PromptError: no such prompt.
        MissingTableError: the source is not built.
        StoppedError: by Ctrl-C.
        RunFailedError: a step failed; a limit below the pictures of one item is such a failure.
    """
    name = benchmark_name(home, source, benchmark)
    load_registry(home.models_file).require_enabled(model)
    asked = asked_benchmarks().get(name)
    if asked is not None:
        asked.library(home).get(prompt)
    elif limit is not None or prompt != "base":
        raise RegistryError(
            f"Answers about {source} are imported, so that there is no sample and no prompt to "
            f"choose. Leave --limit and --prompt out."
        )
    require_built(home, name, source)
    from culture_conflict.definitions import defs
    from culture_conflict.defs.partitions import model_by_source
    from culture_conflict.defs.runs import execute, open_instance

    with open_instance(home) as instance:
        partition = model_by_source(model, source)
        config = {"limit": limit, "seed": seed, "prompt": prompt}
        ops = {f"{name}__predictions": {"config": config}} if asked else {}
        execute(defs, f"{name}_evaluate", instance, partition=partition, ops=ops)


def evaluate_everywhere(
    home: Home,
    model: str,
    *,
    limit: int | None = None,
    seed: int = 0,
    prompt: str = "base",
    benchmark: str | None = None,
) -> None:
    """`evaluate_model` for each source that is built, of one benchmark or of all.

    One that fails stops none.

    Raises:
        CultureConflictError: as there; or what failed of which sources, after all the others.
    """
    failed: dict[str, CultureConflictError] = {}
    for name, source in _built_sources(home, benchmark):
        sys.stderr.write(f"{name}, {source}:\n")
        try:
            evaluate_model(
                home, model, source, limit=limit, seed=seed, prompt=prompt, benchmark=name
            )
        except (RegistryError, PromptError, StoppedError):
            raise
        except CultureConflictError as error:
            failed[f"{name}, {source}"] = error
    if failed:
        told = "".join(f"\n{source}: {error}" for source, error in failed.items())
        raise CultureConflictError(f"{model} was not evaluated on {len(failed)} sources:{told}")


def _built_sources(home: Home, benchmark: str | None) -> list[tuple[str, str]]:
    """Benchmark and source of those with pictures to ask about; the others are named."""
    wanted = asked_benchmarks() if benchmark is None else (get_benchmark(benchmark).name,)
    found = []
    for name in wanted:
        table = get_benchmark(name).variants
        for source in [one.name for one in list_sources(name, home.sources_folder)]:
            if home.tables.path(table, name, source).exists():
                found.append((name, source))
            else:
                sys.stderr.write(
                    f"{source} is not built, so it is left out: culture-conflict build "
                    f"--source {source} --benchmark {name}\n"
                )
    return found


def build_metrics(home: Home) -> None:
    """Execute `metrics`."""
    from culture_conflict.definitions import defs
    from culture_conflict.defs.runs import execute, open_instance

    with open_instance(home) as instance:
        execute(defs, "metrics", instance)


def verify_pictures(home: Home, console: Console) -> None:
    """Print every damaged or foreign file of the picture store.

    Raises:
        CultureConflictError: at least one file is not what its name says.
    """
    damages = list(home.pictures.verify())
    for damage in damages:
        console.print(damage, markup=False)
    if damages:
        raise CultureConflictError(
            f"{len(damages)} files of {home.pictures.root} are damaged. Delete them and "
            "materialize the assets that made them again."
        )
    console.print("Every picture is what its name says.")


def serve_ui(home: Home, port: int) -> None:
    """Become `dagster dev` on loopback, with the home's instance and partitions.

    Raises:
        BusyError: something listens on the port already.
    """
    _require_free(port)
    from culture_conflict.defs.runs import open_instance

    with open_instance(home):
        pass
    os.environ[VARIABLE] = str(home.root)
    workspace = home.work / "workspace.yaml"
    workspace.write_text(_WORKSPACE, encoding="utf-8")
    listen = ["-h", _LOOPBACK, "-p", str(port), "-w", str(workspace)]
    # `dg dev`, which supersedes it, needs a checkout; this works wherever the package is installed.
    command = [sys.executable, "-W", "ignore", "-m", "dagster", "dev", *listen]
    os.execv(sys.executable, command)  # noqa: S606


def _require_free(port: int) -> None:
    """Dagster itself would say no more than `Aborted!`, and that after its services started."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_LOOPBACK, port))
        except OSError as error:
            raise BusyError(
                f"The UI can't listen on {_LOOPBACK}:{port}: {error.strerror}. It may run already; "
                f"or choose another port: culture-conflict ui --port N"
            ) from error
