"""The runs that build a source: a run has one partition key, and editors have theirs."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import dagster as dg

from culture_conflict.benchmarks.culture_mix.building import dish_editors, mix_source
from culture_conflict.defs.jobs import PREPARED
from culture_conflict.defs.partitions import editor_by_source
from culture_conflict.defs.runs import done, execute
from culture_conflict.editors.catalog import require_painter
from culture_conflict.editors.registry import LOCAL, EditorRow, load_editors
from culture_conflict.errors import RegistryError
from culture_conflict.home import Home

__all__ = ["Step", "build", "build_steps", "is_built"]


@dataclass(frozen=True)
class Step:
    """One run: a job for one partition, or some of its assets."""

    job: str
    partition: str | dg.MultiPartitionKey
    assets: Sequence[dg.AssetKey] | None = None
    ops: Mapping[str, Any] = field(default_factory=dict)


def build_steps(home: Home, benchmark: str, source: str, editor: str | None = None) -> list[Step]:
    """What has to run, in order, until a source's variants are there.

    Without an editor `local` edits, and ConfusedTourist's pictures are stacked alone.

    Raises:
        RegistryError: there is no such source, or no such editor for the benchmark.
    """
    rows = [row for row in load_editors(home.editors_file) if row.enabled]
    chosen = editor or LOCAL.key
    if benchmark == "signpost":
        return _scenes(source, _known(chosen, [row.key for row in rows], "street scenes"))
    if benchmark == "culture_mix" and mix_source(home, source).kind != "mix":
        return _mixes(source, _known(chosen, dish_editors(rows), "dishes"))
    if benchmark == "confused_tourist" and editor is not None:
        return _painted(source, _painter(editor, rows))
    return [Step(f"{benchmark}_build", source)]


def build(
    definitions: dg.Definitions,
    instance: dg.DagsterInstance,
    steps: Sequence[Step],
    inputs: str | None = None,
) -> None:
    """Execute the steps; `inputs` is kept with the last one, for `is_built`.

    Raises:
        RunFailedError: a step of a run failed.
    """
    for n, step in enumerate(steps, start=1):
        execute(
            definitions,
            step.job,
            instance,
            partition=step.partition,
            assets=step.assets,
            ops=step.ops,
            inputs=inputs if n == len(steps) else None,
        )


def is_built(instance: dg.DagsterInstance, steps: Sequence[Step], inputs: str) -> bool:
    """Whether the last of the steps ran last with the same inputs and succeeded."""
    return done(instance, steps[-1].job, str(steps[-1].partition), inputs)


def _known(editor: str, editors: Collection[str], what: str) -> str:
    if editor not in editors:
        known = f"Choose one of {', '.join(editors)}, or add" if editors else "Add"
        raise RegistryError(
            f"There is no editor {editor!r} of {what}. {known} a row to editors.yaml."
        )
    return editor


def _painter(editor: str, rows: Sequence[EditorRow]) -> str:
    try:
        return require_painter(editor, rows).key
    except RegistryError as error:
        told = f"{error} Without an editor only stacked pictures are built."
        raise RegistryError(told) from error


def _scenes(source: str, editor: str) -> list[Step]:
    """Texts and what replaces them, then an editor's pictures, then the complete quintuplets."""
    edited = Step("signpost_edit", editor_by_source(editor, source))
    return [Step("signpost_build", source), edited, Step("signpost_variants", source)]


def _painted(source: str, editor: str) -> list[Step]:
    """Items, pairs and stacked pictures, then an editor's, then all variants."""
    edited = Step("confused_tourist_edit", editor_by_source(editor, source))
    variants = [dg.AssetKey(["confused_tourist", "variants"])]
    again = Step("confused_tourist_build", source, assets=variants)
    return [Step("confused_tourist_build", source), edited, again]


def _mixes(source: str, editor: str) -> list[Step]:
    """Dishes and pairs, then an editor's pictures before places, then all pictures."""
    build_job = "culture_mix_build"
    return [
        Step(build_job, source, assets=_mix_keys(*PREPARED)),
        Step("culture_mix_edit", editor_by_source(editor, source)),
        Step(
            build_job,
            source,
            assets=_mix_keys("mixed_images", "variants"),
            ops={"culture_mix__mixed_images": {"config": {"editor": editor}}},
        ),
    ]


def _mix_keys(*names: str) -> list[dg.AssetKey]:
    return [dg.AssetKey(["culture_mix", name]) for name in names]
