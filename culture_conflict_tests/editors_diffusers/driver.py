"""`python -m culture_conflict_tests.editors_diffusers.driver CHECKPOINTS NAME...`.

Does edits by tiny checkpoints and prints what came of them as JSON: pytest itself loads no torch.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from culture_conflict.editors.catalog import make_editor
from culture_conflict.editors.diffusers.editor import DiffusionEditor
from culture_conflict.editors.protocol import Edited, EditRequest
from culture_conflict.editors.registry import EditorRow
from culture_conflict.errors import CultureConflictError, EditError
from culture_conflict_tests.checkpoints.small_edits import look_at_small_pictures
from culture_conflict_tests.editors_diffusers.drawn import picture, window

KINDS = {"qwen": "qwen", "qwen-plus": "qwen", "flux": "flux"}
Found = dict[str, Any]


def editor(folder: Path, name: str, **changes: Any) -> DiffusionEditor:
    given = {"checkpoint": str(folder / name), "steps": 2, "pixels": 16384, "dtype": "float32"}
    made = make_editor(name, [EditorRow(name, KINDS[name], True, given | changes)])
    assert isinstance(made, DiffusionEditor)
    return made


def request(seed: int = 7, **changes: Any) -> EditRequest:
    given = {"pictures": (picture(),), "instruction": "Add a red flag.", "prompt_id": "test-1"}
    return EditRequest(**(given | {"seed": seed} | changes))


def told(edited: Edited | EditError) -> Found:
    if isinstance(edited, EditError):
        return {"reason": edited.reason, "message": str(edited)}
    shown = edited.picture
    record = asdict(edited.record)
    return {"size": shown.size, "sha": hashlib.sha256(shown.tobytes()).hexdigest(), **record}


def refusal(do: Callable[[], object]) -> str:
    try:
        do()
    except CultureConflictError as error:
        return f"{type(error).__name__}: {error}"
    return "done"


def edits(folder: Path) -> Found:
    """One edit by each, in this process."""
    return {name: told(editor(folder, name).edit(request())) for name in KINDS}


def several(folder: Path) -> Found:
    plus = editor(folder, "qwen-plus")
    other = picture(tone=90)
    return {
        "one": told(plus.edit(request())),
        "again": told(plus.edit(request())),
        "other_seed": told(plus.edit(request(8))),
        "two": told(plus.edit(request(pictures=(picture(), other)))),
        "flux_two": told(editor(folder, "flux").edit(request(pictures=(picture(), other)))),
    }


def once(folder: Path) -> Found:
    """How often weights were loaded by then."""
    import diffusers

    real, loads = diffusers.DiffusionPipeline.from_pretrained, [0]

    def counted(*args: Any, **named: Any) -> Any:
        loads[0] += 1
        return real(*args, **named)

    diffusers.DiffusionPipeline.from_pretrained = counted
    flux = editor(folder, "flux")
    found = {"made": loads[0]}
    flux.edit(request())
    found["edited"] = loads[0]
    list(flux.edit_many([request(8), request(9)]))
    diffusers.DiffusionPipeline.from_pretrained = real
    return found | {"again": loads[0]}


def masked(folder: Path) -> Found:
    import numpy as np

    made = editor(folder, "flux").edit(request(mask=window()))
    old, new = np.asarray(picture()), np.asarray(made.picture)
    outside = np.asarray(window()) == 0
    assert made.unblended is not None
    return {
        "outside": int((old != new)[outside].sum()),
        "inside": int((old != new)[~outside].sum()),
        "unblended_outside": int((old != np.asarray(made.unblended))[outside].sum()),
    }


def adapters(folder: Path) -> Found:
    def by(name: str) -> Callable[[], Found]:
        lora = {"lora": str(folder / "lora"), "lora_file": f"{name}.safetensors"}
        given = {"checkpoint": str(folder / "qwen-plus"), "pixels": 16384, "dtype": "float32"}
        row = EditorRow("few", "qwen", True, given | lora)
        return lambda: told(make_editor("few", [row]).edit(request()))

    plain = editor(folder, "qwen-plus", steps=4, guidance=1.0)
    found: Found = {"none": told(plain.edit(request()))}
    found |= {name: by(name)() for name in ("down_up", "peft")}
    return found | {name: refusal(by(name)) for name in ("nothing", "beyond", "absent")}


def batches(folder: Path) -> Found:
    """A real error of memory, raised where the device would: in the transformer's forward."""
    import torch

    requests = [request(seed) for seed in range(5)]
    together = [told(one) for one in editor(folder, "flux", batch=3).edit_many(requests)]
    tight = editor(folder, "flux", batch=4)
    transformer = tight._loaded.pipeline.transformer
    real, sizes, most = transformer.forward, [], 1

    def forward(*args: Any, **named: Any) -> Any:
        sizes.append(named["hidden_states"].shape[0])
        if sizes[-1] > most:
            raise torch.OutOfMemoryError("no more memory")
        return real(*args, **named)

    transformer.forward = forward
    halved = [told(one) for one in tight.edit_many(requests)]
    most = 0
    return {
        "together": together,
        "halved": halved,
        "sizes": sizes,
        "none": told(next(tight.edit_many(requests[:1]))),
    }


def bad_outputs(folder: Path) -> Found:
    """Outputs of the decoder that are no numbers, or black, a given number of times."""
    found: Found = {}
    for name, value, times in (("nan", "nan", 1), ("black", "-1", 2), ("always", "nan", 99)):
        made = editor(folder, "flux")
        decoder = made._loaded.pipeline.vae
        real, left = decoder.decode, [times]

        def decode(
            *args: Any, real: Any = real, left: list[int] = left, value: str = value, **named: Any
        ) -> Any:
            (decoded,) = real(*args, **named)
            left[0] -= 1
            return (decoded if left[0] < 0 else decoded * 0 + float(value),)

        decoder.decode = decode
        found[name] = told(next(made.edit_many([request()])))
    return found


def sizes(folder: Path) -> Found:
    """What flux's pipeline itself gives at a size that it does not prefer."""
    from culture_conflict.editors.diffusers.forward import Job, forward
    from culture_conflict.editors.diffusers.sizes import resized

    made = editor(folder, "flux")
    small = resized(picture(), (96, 224))
    shape = forward(made._loaded, made._options, [Job((small,), "Add a flag.", 1)]).shape
    tall = request(pictures=(picture((33, 211)),))
    return {"shape": shape, "tall": told(made.edit(tall))}


def main(folder: str, *names: str) -> None:
    look_at_small_pictures()
    print(json.dumps({name: globals()[name](Path(folder)) for name in names}))


if __name__ == "__main__":
    main(*sys.argv[1:])
