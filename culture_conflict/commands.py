"""What the commands do, apart from reading their options."""

from __future__ import annotations

import os
import sys

from rich.console import Console

from culture_conflict.benchmarks.confused_tourist.prompt_library import PromptLibrary
from culture_conflict.errors import CultureConflictError, RegistryError
from culture_conflict.home import VARIABLE, Home
from culture_conflict.models.registry import load_registry
from culture_conflict.sources.catalog import get_source, list_sources

__all__ = ["build_metrics", "build_source", "evaluate_model", "serve_ui", "verify_pictures"]

# The same location name as in the checkout's workspace.yaml and pyproject.toml.
_WORKSPACE = """\
load_from:
  - python_module:
      module_name: culture_conflict.definitions
      location_name: culture_conflict
"""


def build_source(
    home: Home, source: str, benchmark: str | None = None, *, editor: str = "local"
) -> None:
    """Execute the job that builds one source, `<benchmark>_build`; of CultureMix with an editor's.

    Raises:
        RegistryError: no such benchmark, source or editor.
    """
    name = get_source(benchmark, source, home.sources_folder).benchmark if benchmark else ""
    name = name or _benchmark_of(home, source)
    from culture_conflict.definitions import defs
    from culture_conflict.defs.culture_mix_runs import build_mixes
    from culture_conflict.defs.runs import execute, open_instance

    with open_instance(home) as instance:
        if name == "culture_mix":
            build_mixes(defs, instance, home, source, editor)
        else:
            execute(defs, f"{name}_build", instance, partition=source)


def evaluate_model(
    home: Home,
    model: str,
    source: str,
    *,
    limit: int | None = None,
    seed: int = 0,
    prompt: str = "base",
) -> None:
    """Execute the evaluating job of the source's benchmark for one model, or for a sample of it.

    Raises:
        RegistryError: no such model or source, the model is not enabled, or a sample or prompt is
            wanted of mixed pictures, whose answers are imported.
        PromptError: no such prompt.
        RunFailedError: a step failed; a limit below the pictures of one item is such a failure.
    """
    benchmark = _benchmark_of(home, source)
    load_registry(home.models_file).require_enabled(model)
    PromptLibrary(home.prompts_folder).get(prompt)
    mixes = benchmark == "culture_mix"
    if mixes and (limit is not None or prompt != "base"):
        raise RegistryError(
            f"Answers about {source} are imported, so that there is no sample and no prompt to "
            f"choose. Leave --limit and --prompt out."
        )
    from culture_conflict.definitions import defs
    from culture_conflict.defs.partitions import model_by_source
    from culture_conflict.defs.runs import execute, open_instance

    with open_instance(home) as instance:
        partition = model_by_source(model, source)
        config = {"limit": limit, "seed": seed, "prompt": prompt}
        ops = {} if mixes else {"confused_tourist__predictions": {"config": config}}
        execute(defs, f"{benchmark}_evaluate", instance, partition=partition, ops=ops)


def _benchmark_of(home: Home, source: str) -> str:
    """A folder stands for one benchmark; the name `sample` means that of ConfusedTourist."""
    listed = list_sources("culture_mix", home.sources_folder)
    mixes = {one.name for one in listed if one.folder is not None}
    benchmark = "culture_mix" if source in mixes else "confused_tourist"
    return get_source(benchmark, source, home.sources_folder).benchmark


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
    """Become `dagster dev` on loopback, with the home's instance and partitions."""
    from culture_conflict.defs.runs import open_instance

    with open_instance(home):
        pass
    os.environ[VARIABLE] = str(home.root)
    workspace = home.work / "workspace.yaml"
    workspace.write_text(_WORKSPACE, encoding="utf-8")
    listen = ["-h", "127.0.0.1", "-p", str(port), "-w", str(workspace)]
    # `dg dev`, which supersedes it, needs a checkout; this works wherever the package is installed.
    command = [sys.executable, "-W", "ignore", "-m", "dagster", "dev", *listen]
    os.execv(sys.executable, command)  # noqa: S606
