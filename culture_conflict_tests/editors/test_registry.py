"""Editors of the user's own: rows of editors.yaml, their parameters, and what refuses them."""

from __future__ import annotations

from pathlib import Path

import pytest

from culture_conflict.editors.catalog import make_editor
from culture_conflict.editors.diffusers.options import read_options
from culture_conflict.editors.local.editor import LocalEditor
from culture_conflict.editors.registry import EditorRow, enabled_editors, load_editors
from culture_conflict.errors import EditError, RegistryError

COMMIT = "0123456789" * 4


def write(folder: Path, text: str) -> Path:
    file = folder / "editors.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def row(kind: str = "qwen", **parameters: str | float | None) -> EditorRow:
    return EditorRow("mine", kind, enabled=True, parameters=parameters)


def test_without_a_file_there_is_the_built_in_editor(tmp_path: Path) -> None:
    rows = load_editors(tmp_path / "editors.yaml")
    assert [one.key for one in rows] == ["local"]
    assert isinstance(make_editor("local", rows), LocalEditor)


def test_enabled_rows_are_editors_and_switched_off_ones_are_not(tmp_path: Path) -> None:
    text = (
        "editors:\n- {key: qwen-2509, kind: qwen, checkpoint: /weights/qwen, steps: 30}\n"
        "- {key: flux, kind: flux, checkpoint: /weights/flux, enabled: false, single_food: true}\n"
    )
    file = write(tmp_path, text)
    assert enabled_editors(file) == ["local", "qwen-2509"]
    with pytest.raises(RegistryError, match="`flux` is switched off"):
        make_editor("flux", load_editors(file))
    assert load_editors(file)[1].parameters == {"checkpoint": "/weights/qwen", "steps": 30}
    assert [one.single_food for one in load_editors(file)] == [False, False, True]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("- a", "a list under `editors`"),
        ("editors: 3", "a list under `editors`"),
        ("editors: [3]", "row 1: expected a mapping"),
        ("editors: [{kind: qwen}]", "no slug"),
        ("editors: [{key: ../x, kind: qwen}]", "no slug"),
        ("editors: [{key: x, kind: paint}]", "Known: qwen, flux"),
        ("editors: [{key: x, kind: qwen, enabled: 'yes'}]", "true or false"),
        ("editors: [{key: x, kind: qwen, single_food: 1}]", "`single_food: 1`. Write true"),
        ("editors: [{key: x, kind: qwen, steps: [1]}]", "no single value"),
        ("editors: [{key: local, kind: qwen}]", "`local` is taken"),
        ("editors: [{key: cutout, kind: qwen}]", "`cutout` is taken"),
        ("editors: [{key: x, key: y, kind: qwen}]", "stands twice"),
        ("editors: [", "line 1: this is no YAML"),
        ("editors:\n- key: x\n  since: 2026-13-45", "line 3: this is no YAML: a value can't be"),
        ("[" * 3000, "it is nested too deeply"),
    ],
)
def test_a_row_that_can_not_be_used_is_told(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(RegistryError, match=r"editors\.yaml") as caught:
        load_editors(write(tmp_path, text))
    assert told in str(caught.value)


def test_usual_steps_and_guidance_are_those_of_the_kind_and_of_an_adapter() -> None:
    chosen = {"checkpoint": "Qwen/Qwen-Image-Edit-2509", "revision": COMMIT}
    assert [read_options(row(**chosen)).steps, read_options(row(**chosen)).guidance] == [40, 4.0]
    flux = read_options(row("flux", checkpoint="/weights/flux"))
    assert (flux.steps, flux.guidance, flux.dtype) == (50, 2.5, "bfloat16")
    few = read_options(row(**chosen, lora="/weights/lora"))
    assert (few.steps, few.guidance) == (4, 1.0)
    assert read_options(row(**chosen, lora="/weights/lora", steps=8)).steps == 8


@pytest.mark.parametrize(
    ("kind", "parameters", "told"),
    [
        ("qwen", {}, "`checkpoint` is missing"),
        ("qwen", {"checkpoint": "weights"}, "neither a path"),
        ("qwen", {"checkpoint": "a/b", "revision": "main"}, "is no commit"),
        ("qwen", {"checkpoint": "/w", "lora": "a/b"}, "is no commit"),
        ("flux", {"checkpoint": "/w", "lora": "/l"}, "for kind qwen"),
        ("qwen", {"checkpoint": "/w", "step": 3}, "`step` is unknown"),
        ("qwen", {"checkpoint": "/w", "steps": 0}, "a whole number from 1"),
        ("qwen", {"checkpoint": "/w", "steps": True}, "a whole number from 1"),
        ("qwen", {"checkpoint": "/w", "guidance": -1}, "a positive number"),
        ("qwen", {"checkpoint": "/w", "dtype": "int8"}, "bfloat16 or float16 or float32"),
        ("qwen", {"checkpoint": "/w", "offload": "disk"}, "none or model or sequential"),
    ],
)
def test_a_parameter_that_can_not_be_used_is_told(
    kind: str, parameters: dict[str, str | float], told: str
) -> None:
    with pytest.raises(RegistryError, match="Editor `mine`") as caught:
        read_options(row(kind, **parameters))
    assert told in str(caught.value)


def test_what_decides_the_bytes_decides_the_version_and_nothing_else() -> None:
    first = read_options(row(checkpoint="/w"))
    moved = read_options(row(checkpoint="/elsewhere", gpus=2, offload="model"))
    assert first.version(("a",)) == moved.version(("a",))
    others = [
        read_options(row(checkpoint="/w", steps=3)).version(("a",)),
        read_options(row(checkpoint="/w", pixels=65536)).version(("a",)),
        first.version(("b",)),
        first.version(("a", "adapter")),
    ]
    assert len({first.version(("a",)), *others}) == 5


def test_an_unknown_editor_is_told() -> None:
    with pytest.raises(EditError, match="Known are local"):
        make_editor("paint")
