"""The runs that build a source of CultureMix: a run has one partition key, editors have theirs."""

import dagster as dg

from culture_conflict.benchmarks.culture_mix.building import EDITORS, mix_source
from culture_conflict.defs.culture_mix_building import BENCHMARK
from culture_conflict.defs.jobs import PREPARED
from culture_conflict.defs.partitions import editor_by_source
from culture_conflict.defs.runs import execute
from culture_conflict.errors import RegistryError
from culture_conflict.home import Home

__all__ = ["build_mixes"]

_MIXED = "mixed_images"


def build_mixes(
    defs: dg.Definitions,
    instance: dg.DagsterInstance,
    home: Home,
    source: str,
    editor: str = "local",
) -> None:
    """Dishes and pairs, then an editor's pictures before places, then all pictures and variants.

    A source that brings finished pictures needs no editor, and is built by one run.

    Raises:
        RegistryError: there is no such source or editor.
        RunFailedError: a step failed.
    """
    if editor not in EDITORS:
        raise RegistryError(
            f"There is no editor {editor!r} of dishes. Choose one of {', '.join(EDITORS)}."
        )
    build = f"{BENCHMARK}_build"
    if mix_source(home, source).kind == "mix":
        execute(defs, build, instance, partition=source)
        return
    execute(defs, build, instance, partition=source, assets=_keys(*PREPARED))
    execute(defs, f"{BENCHMARK}_edit", instance, partition=editor_by_source(editor, source))
    execute(
        defs,
        build,
        instance,
        partition=source,
        assets=_keys(_MIXED, "variants"),
        ops={f"{BENCHMARK}__{_MIXED}": {"config": {"editor": editor}}},
    )


def _keys(*names: str) -> list[dg.AssetKey]:
    return [dg.AssetKey([BENCHMARK, name]) for name in names]
