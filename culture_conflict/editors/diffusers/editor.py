"""Diffusion editors: Qwen-Image-Edit, its 2509, and FLUX.1-Kontext."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from culture_conflict.editors.blending import blend
from culture_conflict.editors.diffusers.forward import Job, forward
from culture_conflict.editors.diffusers.loading import Loaded, load, require_diffusers
from culture_conflict.editors.diffusers.options import Options, local_path
from culture_conflict.editors.diffusers.outputs import fault_of, picture_of
from culture_conflict.editors.diffusers.room import Room, is_out_of_memory
from culture_conflict.editors.diffusers.sizes import resized, working_size
from culture_conflict.editors.diffusers.weights import adapter_file, checkpoint_folder, fingerprint
from culture_conflict.editors.protocol import Edited, EditRecord, EditRequest
from culture_conflict.errors import EditError
from culture_conflict.pictures.cutout import opaque

if TYPE_CHECKING:
    import numpy as np

__all__ = ["DiffusionEditor"]

_Size = tuple[int, int]


@dataclass(frozen=True)
class _Output:
    """A job's numbers, the seed they came from, and how many seeds before it gave nothing."""

    numbers: np.ndarray
    seed: int
    remade: int
    seconds: float
    batch: int


class DiffusionEditor:
    """One checkpoint; its weights are loaded at the first edit and stay.

    Threads may share it: the device edits one batch at a time. A picture is brought to the working
    size and back by Lanczos; with a mask the edit fades in within it, and the output as it came is
    kept beside it. An output of no numbers or of one colour is made again with the next seed.
    """

    def __init__(self, options: Options) -> None:
        self._options = options
        self._lock = threading.RLock()
        self._room = Room(options.batch, one_at_a_time=options.kind == "qwen")

    @property
    def key(self) -> str:
        return self._options.key

    @cached_property
    def version(self) -> str:
        return self._options.version(self._fingerprints)

    @cached_property
    def _fingerprints(self) -> tuple[str, ...]:
        """Which checkpoint and adapter these are: the hub's commit, else a hash of the files."""
        require_diffusers(self.key)
        chosen = self._options
        commit = chosen.revision if local_path(chosen.checkpoint) is None else None
        folder, file = checkpoint_folder(chosen), adapter_file(chosen)
        prints = [commit or fingerprint(folder)]
        return (*prints, *([] if file is None else [fingerprint(file)]))

    @cached_property
    def _loaded(self) -> Loaded:
        return load(self._options)

    def edit(self, request: EditRequest) -> Edited:
        """Do one edit.

        Raises:
            EditError: `out_of_memory`, or `not_finite` or `blank_image` by every seed.
            ProviderError: the checkpoint can't be loaded.
        """
        (made,) = self.edit_many([request])
        if isinstance(made, EditError):
            raise made
        return made

    def edit_many(self, requests: Iterable[EditRequest]) -> Iterator[Edited | EditError]:
        """Edit in order; requests of one working size that stand together go at once.

        Raises:
            ProviderError: the checkpoint can't be loaded.
        """
        waiting: list[EditRequest] = []
        for request in requests:
            if waiting and (
                len(waiting) >= self._room.now or self._size(request) != self._size(waiting[0])
            ):
                yield from self._batch(waiting)
                waiting = []
            waiting.append(request)
        yield from self._batch(waiting)

    def _size(self, request: EditRequest) -> _Size:
        return working_size(request.pictures[0].size, self._options.pixels)

    def _batch(self, requests: Sequence[EditRequest]) -> Iterator[Edited | EditError]:
        while requests:
            part = requests[: self._room.now]
            jobs = [self._job(request) for request in part]
            with self._lock:
                try:
                    outputs = self._outputs(jobs)
                except RuntimeError as error:
                    if not is_out_of_memory(error):
                        raise
                    if self._room.halve(len(part)):
                        continue
                    yield self._too_large(jobs[0])
                    requests = requests[1:]
                    continue
            yield from map(self._finished, part, outputs)
            requests = requests[len(part) :]

    def _job(self, request: EditRequest) -> Job:
        first, *others = request.pictures
        shown = (resized(first, self._size(request)), *map(opaque, others))
        return Job(shown, request.instruction, request.seed)

    def _outputs(self, jobs: Sequence[Job]) -> list[_Output | EditError]:
        """All at once; what gave nothing again by itself."""
        loaded, began = self._loaded, time.perf_counter()
        with self._room.measured(len(jobs)):
            numbers = forward(loaded, self._options, jobs)
        each = (time.perf_counter() - began) / len(jobs)
        made = [
            _Output(one, job.seed, 0, each, len(jobs))
            for one, job in zip(numbers, jobs, strict=True)
        ]
        return [self._remade(job, one) for job, one in zip(jobs, made, strict=True)]

    def _remade(self, job: Job, made: _Output) -> _Output | EditError:
        while (fault := fault_of(made.numbers)) is not None:
            if made.remade + 1 >= self._options.tries:
                return EditError(
                    f"Editor `{self.key}`: {self._options.tries} seeds from {job.seed} on gave "
                    f"{fault.told}. Try dtype float32 or bfloat16, or another checkpoint.",
                    reason=fault.reason,
                )
            began, seed = time.perf_counter(), made.seed + 1
            (numbers,) = forward(self._loaded, self._options, [replace(job, seed=seed)])
            spent = made.seconds + time.perf_counter() - began
            made = _Output(numbers, seed, made.remade + 1, spent, 1)
        return made

    def _finished(self, request: EditRequest, output: _Output | EditError) -> Edited | EditError:
        if isinstance(output, EditError):
            return output
        original = request.pictures[0].convert("RGB")
        whole = resized(picture_of(output.numbers), original.size)
        record = self._record(request, output)
        if request.mask is None:
            return Edited(whole, record)
        return Edited(blend(original, whole, request.mask), record, unblended=whole)

    def _record(self, request: EditRequest, output: _Output) -> EditRecord:
        chosen, loaded, prints = self._options, self._loaded, self._fingerprints
        width, height = self._size(request)
        notes: dict[str, str | int | float | bool] = {
            "worked_width": width,
            "worked_height": height,
            "resampling": "lanczos",
            "pictures_used": len(request.pictures) if loaded.several else 1,
            "remade": output.remade,
            "batch": output.batch,
            **loaded.notes,
        }
        if self._room.peak_gb is not None:
            notes["peak_gb"] = self._room.peak_gb
        return EditRecord(
            editor=self.version,
            prompt_id=request.prompt_id,
            seed=output.seed,
            width=request.pictures[0].width,
            height=request.pictures[0].height,
            device=loaded.device,
            seconds=round(output.seconds, 3),
            checkpoint=chosen.checkpoint,
            revision=prints[0],
            adapter=f"{chosen.lora} {prints[1]}" if chosen.lora else None,
            steps=chosen.steps,
            guidance=chosen.guidance,
            versions=loaded.versions,
            notes=notes,
        )

    def _too_large(self, job: Job) -> EditError:
        width, height = job.pictures[0].size
        return EditError(
            f"Editor `{self.key}`: one picture of {width}x{height} pixels does not fit into the "
            f"memory of {self._loaded.device}. Lower `pixels`, or set `offload: model`.",
            reason="out_of_memory",
        )
